import { Button, Checkbox, Collapse, Group, MultiSelect, Select, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { WantedRuns } from "@/api/estimates";
import type { LanguageModel } from "@/api/models";
import { useWords } from "@/shared/i18n/useWords";

/** What is asked for: runs over finished pairs, or over those of a release if one is named. */
export interface Wanted {
  release: string;
  runs: WantedRuns;
}

interface Props {
  models: readonly LanguageModel[];
  methods: readonly string[];
  /** The versions of releases that can be run over. */
  releases: readonly string[];
  dimensions: readonly string[];
  languages: readonly string[];
  /** The queues that a worker serves now. */
  queues: readonly string[];
  estimating: boolean;
  starting: boolean;
  /** Called with every change, so that an estimate of something else can be told from this one's. */
  onChange: () => void;
  onEstimate: (wanted: Wanted) => void;
  onStart: (wanted: Wanted) => void;
}

const TYPES = ["dispensable", "important", "syntactic"];
const DTYPES = ["float32", "bfloat16", "float16"] as const;

/** Chooses models, methods and what to score, for an estimate of the time and then for the runs. */
export function StartRun(props: Props) {
  const { models, methods, releases, dimensions, languages, queues } = props;
  const { t } = useTranslation("admin");
  const words = useWords();
  const ready = models.filter(({ enabled, kind }) => enabled && kind !== "classification");
  const [tried, setTried] = useState(false);
  const [narrow, setNarrow] = useState(false);
  const [wanted, setWanted] = useState<Wanted>({
    release: "",
    runs: {
      models: ready.slice(0, 1).map(({ name }) => name),
      methods: [...methods],
      queue: queues.includes("gpu") ? "gpu" : "cpu",
      dtype: "float32",
      dimensions: [],
      languages: [],
      types: [],
    },
  });
  if (ready.length === 0) return <Text c="dimmed">{t("runs.noModels")}</Text>;
  const { runs } = wanted;

  function change(changed: Partial<WantedRuns>) {
    setWanted({ ...wanted, runs: { ...runs, ...changed } });
    props.onChange();
  }

  function send(to: (wanted: Wanted) => void) {
    setTried(true);
    if (runs.models.length > 0 && runs.methods.length > 0) to(wanted);
  }

  const filter = (
    name: "dimensions" | "languages" | "types",
    values: readonly string[],
    word: (value: string) => string,
  ) => (
    <MultiSelect
      label={t(`runs.${name}`)}
      placeholder={runs[name].length === 0 ? t("runs.everything") : ""}
      data={values.map((value) => ({ value, label: word(value) }))}
      value={runs[name]}
      onChange={(chosen) => change({ [name]: chosen })}
      w={{ base: "100%", xs: "18rem" }}
    />
  );

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send(props.onStart);
      }}
      noValidate
    >
      <Stack gap="md" align="stretch">
        <Group align="flex-start" gap="xl">
          <Checkbox.Group
            label={t("runs.models")}
            value={runs.models}
            error={tried && runs.models.length === 0 ? t("runs.needModel") : null}
            onChange={(chosen) => change({ models: chosen })}
          >
            <Stack gap="xs" mt="xs">
              {ready.map(({ name, languages: spoken }) => (
                <Checkbox
                  key={name}
                  value={name}
                  label={`${name} (${words.list(spoken.map(words.language))})`}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          <Checkbox.Group
            label={t("runs.methods")}
            value={runs.methods}
            error={tried && runs.methods.length === 0 ? t("runs.needMethod") : null}
            onChange={(chosen) => change({ methods: chosen })}
          >
            <Stack gap="xs" mt="xs">
              {methods.map((method) => (
                <Checkbox key={method} value={method} label={words.method(method)} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Stack gap="sm">
            <Select
              label={t("runs.what")}
              data={[
                { value: "", label: t("runs.allFinished") },
                ...releases.map((version) => ({
                  value: version,
                  label: t("runs.releaseNamed", { version }),
                })),
              ]}
              value={wanted.release}
              onChange={(release) => {
                setWanted({ ...wanted, release: release ?? "" });
                props.onChange();
              }}
              allowDeselect={false}
              w="16rem"
            />
            <Checkbox
              label={t("runs.narrow")}
              checked={narrow}
              onChange={({ currentTarget }) => {
                setNarrow(currentTarget.checked);
                change({ dimensions: [], languages: [], types: [] });
              }}
            />
          </Stack>
          <Stack gap="sm">
            {queues.length > 1 && (
              <Select
                label={t("runs.where")}
                data={(["cpu", "gpu"] as const).map((queue) => ({
                  value: queue,
                  label: t(`runs.queue.${queue}`),
                }))}
                value={runs.queue}
                onChange={(queue) => change({ queue: queue === "gpu" ? "gpu" : "cpu" })}
                allowDeselect={false}
                w="16rem"
              />
            )}
            <Select
              label={t("runs.precision")}
              description={runs.dtype === "float32" ? undefined : t("runs.precisionHelp")}
              inputWrapperOrder={["label", "input", "description", "error"]}
              data={DTYPES.map((dtype) => ({ value: dtype, label: t(`runs.dtype.${dtype}`) }))}
              value={runs.dtype}
              onChange={(chosen) => change({ dtype: DTYPES.find((dtype) => dtype === chosen) ?? "float32" })}
              allowDeselect={false}
              w="16rem"
            />
          </Stack>
        </Group>
        <Collapse expanded={narrow}>
          <Group align="flex-start" gap="md">
            {filter("dimensions", dimensions, words.dimension)}
            {filter("languages", languages, words.language)}
            {filter("types", TYPES, words.perturbation)}
          </Group>
        </Collapse>
        <Group gap="sm">
          <Button variant="default" loading={props.estimating} onClick={() => send(props.onEstimate)}>
            {t("runs.estimate")}
          </Button>
          <Button type="submit" loading={props.starting}>
            {t("runs.submit")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
