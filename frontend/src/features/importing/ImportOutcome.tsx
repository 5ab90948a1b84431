import { Anchor, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type ImportReport, importReportAddress } from "@/api/imports";
import { ServerSentence } from "@/shared/i18n/ServerSentence";
import { useWords } from "@/shared/i18n/useWords";
import { whole } from "@/shared/numbers/format";
import { PlainTable } from "@/shared/ui/PlainTable";

interface Props {
  slug: string;
  report: ImportReport;
}

/** What an import stored, or would store, and what it left out: by reason, and record by record. */
export function ImportOutcome({ slug, report }: Props) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  const { file, read, stored, problems, left_out, near_duplicates, state } = report;
  const reasons = Object.entries(left_out).sort(([, one], [, other]) => other - one);
  const missing = reasons.reduce((sum, [, number]) => sum + number, 0);
  const number = (value: number) => whole(value, i18n.language);
  const checked = state === "checked" || state === "checking" || state === "uploaded";
  return (
    <Stack gap="sm">
      <Text fw={600}>
        {t(checked ? "importing.wouldBe" : "importing.result", {
          file,
          read: number(read),
          stored: number(stored),
        })}
      </Text>
      {near_duplicates > 0 && (
        <Text>
          {t("importing.nearDuplicates", { count: near_duplicates, number: number(near_duplicates) })}
        </Text>
      )}
      {missing === 0 ? (
        <Text c="dimmed">{t(checked ? "importing.cleanCheck" : "importing.clean")}</Text>
      ) : (
        <>
          <Text>{t("importing.problems", { count: missing, number: number(missing) })}</Text>
          <PlainTable label={t("importing.byReason")}>
            <thead>
              <tr>
                <th scope="col">{t("importing.reason")}</th>
                <th scope="col" data-number>
                  {t("importing.records")}
                </th>
              </tr>
            </thead>
            <tbody>
              {reasons.map(([code, count]) => (
                <tr key={code}>
                  <td>{words.importProblem(code)}</td>
                  <td data-number>{number(count)}</td>
                </tr>
              ))}
            </tbody>
          </PlainTable>
          <PlainTable label={t("importing.byLine")}>
            <thead>
              <tr>
                <th scope="col" data-number>
                  {t("importing.line")}
                </th>
                <th scope="col">{t("importing.record")}</th>
                <th scope="col">{t("importing.reason")}</th>
              </tr>
            </thead>
            <tbody>
              {problems.map(({ file: inside, line, record, code, message }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: one record can be wrong twice in the same way
                <tr key={`${line} ${code} ${index}`}>
                  <td data-number>{line}</td>
                  <td style={{ overflowWrap: "anywhere" }}>
                    {[inside, record].filter(Boolean).join(": ") || "–"}
                  </td>
                  <td data-prose>
                    <ServerSentence code={code} message={message} named={words.importProblem} />
                  </td>
                </tr>
              ))}
            </tbody>
          </PlainTable>
          {missing > problems.length && (
            <Text size="sm" c="dimmed">
              {t("importing.firstOnly", { shown: number(problems.length) })}
            </Text>
          )}
        </>
      )}
      <Group gap="md">
        <Anchor href={importReportAddress(slug, report.id, "csv")} size="sm" download>
          {t("importing.downloadCsv")}
        </Anchor>
        <Anchor href={importReportAddress(slug, report.id, "json")} size="sm" download>
          {t("importing.downloadJson")}
        </Anchor>
      </Group>
    </Stack>
  );
}
