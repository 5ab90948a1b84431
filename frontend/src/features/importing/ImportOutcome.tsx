import { Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ImportReport } from "@/api/imports";
import { ServerSentence } from "@/shared/i18n/ServerSentence";
import { useWords } from "@/shared/i18n/useWords";
import { whole } from "@/shared/numbers/format";
import { PlainTable } from "@/shared/ui/PlainTable";

/** What an import stored and, record by record, what it left out and why. */
export function ImportOutcome({ report }: { report: ImportReport }) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  const { file, read, stored, problems } = report;
  return (
    <Stack gap="xs">
      <Text fw={600}>
        {t("importing.result", {
          file,
          read: whole(read, i18n.language),
          stored: whole(stored, i18n.language),
        })}
      </Text>
      {problems.length === 0 ? (
        <Text c="dimmed">{t("importing.clean")}</Text>
      ) : (
        <>
          <Text>{t("importing.problems", { count: problems.length })}</Text>
          <PlainTable label={t("importing.problems", { count: problems.length })}>
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
              {problems.map(({ line, record, code, message }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: one record can be wrong twice in the same way
                <tr key={`${line} ${code} ${index}`}>
                  <td data-number>{line ?? "–"}</td>
                  <td>{record || "–"}</td>
                  <td data-prose>
                    <ServerSentence code={code} message={message} named={words.importProblem} />
                  </td>
                </tr>
              ))}
            </tbody>
          </PlainTable>
        </>
      )}
    </Stack>
  );
}
