import { Anchor, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ScoresUpload } from "@/api/uploads";
import { reportPath, runPath } from "@/shared/adminPaths";
import { ServerSentence } from "@/shared/i18n/ServerSentence";
import { useWords } from "@/shared/i18n/useWords";
import { whole } from "@/shared/numbers/format";
import { PlainTable } from "@/shared/ui/PlainTable";

const FORMS = ["scores", "eraser", "released"] as const;
const isForm = (text: string): text is (typeof FORMS)[number] => FORMS.some((form) => form === text);

/** What was stored of a file, the runs made of it, and line by line what was left out and why. */
export function UploadOutcome({ slug, upload }: { slug: string; upload: ScoresUpload }) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  const { file, form, read, stored, missing, problems, runs, sha256, note } = upload;
  const count = problems.length;
  return (
    <Stack gap="xs">
      <Text fw={600} style={{ overflowWrap: "anywhere" }}>
        {t("external.result", {
          file,
          read: whole(read, i18n.language),
          stored: whole(stored, i18n.language),
        })}
      </Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {isForm(form) && `${t(`external.forms.${form}`)} · `}
        {`SHA-256 ${sha256.slice(0, 16)}…`}
        {note && ` · ${note}`}
      </Text>
      {runs.length > 0 && (
        <Group gap="md">
          {runs.map((run) => (
            <Group key={run} gap="xs">
              <Anchor component={Link} to={runPath(slug, run)}>
                {t("external.run", { run })}
              </Anchor>
              <Anchor component={Link} to={reportPath(slug, run)}>
                {t("runs.report")}
              </Anchor>
            </Group>
          ))}
        </Group>
      )}
      {missing > 0 && (
        <Text>{t("external.missing", { count: missing, number: whole(missing, i18n.language) })}</Text>
      )}
      {count === 0 ? (
        <Text c="dimmed">{t("external.clean")}</Text>
      ) : (
        <>
          <Text>{t("external.problems", { count })}</Text>
          <PlainTable label={t("external.problems", { count })}>
            <thead>
              <tr>
                <th scope="col" data-number>
                  {t("external.line")}
                </th>
                <th scope="col">{t("external.item")}</th>
                <th scope="col">{t("external.reason")}</th>
              </tr>
            </thead>
            <tbody>
              {problems.map(({ line, record, code, message }) => (
                <tr key={`${line} ${code}`}>
                  <td data-number>{line}</td>
                  <td>{record || "–"}</td>
                  <td data-prose>
                    <ServerSentence code={code} message={message} named={words.uploadProblem} />
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
