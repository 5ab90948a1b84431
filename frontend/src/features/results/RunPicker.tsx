import { Select } from "@mantine/core";

interface Props {
  label: string;
  names: ReadonlyMap<number, string>;
  /** 0 where none is chosen. */
  run: number;
  onPick: (run: number) => void;
}

/** One run by its name. */
export function RunPicker({ label, names, run, onPick }: Props) {
  return (
    <Select
      label={label}
      data={[...names].map(([id, name]) => ({ value: String(id), label: name }))}
      value={names.has(run) ? String(run) : null}
      onChange={(id) => id && onPick(Number(id))}
      allowDeselect={false}
      w={{ base: "100%", xs: "20rem" }}
    />
  );
}
