import { Accordion, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ImportReport } from "@/api/imports";
import { moment } from "@/shared/numbers/format";
import { ImportOutcome } from "./ImportOutcome";

/** The imports so far, each opening to its report. */
export function EarlierImports({ imports }: { imports: readonly ImportReport[] }) {
  const { t, i18n } = useTranslation("admin");
  if (imports.length === 0) return <Text c="dimmed">{t("importing.none")}</Text>;
  return (
    <Accordion chevronPosition="left">
      {imports.map((report) => (
        <Accordion.Item key={report.id} value={String(report.id)}>
          <Accordion.Control>
            <Group justify="space-between" gap="xs">
              <Text fw={600} style={{ overflowWrap: "anywhere" }}>
                {report.file}
              </Text>
              <Text size="sm" c="dimmed">
                {t("importing.earlierLine", { stored: report.stored, read: report.read })}
                {" · "}
                {moment(report.created_at, i18n.language)}
              </Text>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <ImportOutcome report={report} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}
