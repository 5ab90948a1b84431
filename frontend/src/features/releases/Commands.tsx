import { Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface Props {
  slug: string;
  version: string;
}

/** Lines to copy, for those who want the release elsewhere. */
export function Commands({ slug, version }: Props) {
  const { t } = useTranslation("admin");
  const named = `--benchmark ${slug} --version ${version}`;
  const folder = `${slug}-${version}`;
  const commands = {
    client: `WHYBENCH_TOKEN=… python -m worker download --server ${window.location.origin} ${named} --out .`,
    export: `python manage.py export_release ${named} --format parquet ${folder}`,
    load: `import datasets; datasets.load_dataset("${folder}")`,
    import: `python manage.py import_release ${folder} --benchmark ${slug} --person NAME`,
  } as const;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" maw="46rem">
        {t("releases.getItLead")}
      </Text>
      {(Object.keys(commands) as (keyof typeof commands)[]).map((name) => (
        <Command key={name} label={t(`releases.command.${name}`)} text={commands[name]} />
      ))}
    </Stack>
  );
}

/** A line of code, whole however long it is. */
export function Command({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation();
  return (
    <div>
      <Group justify="space-between" gap="sm" mb={4} wrap="nowrap">
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="subtle"
              size="compact-xs"
              onClick={copy}
              aria-label={`${t("account.copy")}: ${label}`}
            >
              <span aria-live="polite">{copied ? t("account.copied") : t("account.copy")}</span>
            </Button>
          )}
        </CopyButton>
      </Group>
      <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {text}
      </Code>
    </div>
  );
}
