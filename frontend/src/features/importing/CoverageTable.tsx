import { Button, Group, NumberInput, Select, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { GrammarCoverage } from "@/api/imports";
import { useWords } from "@/shared/i18n/useWords";
import { moment, whole } from "@/shared/numbers/format";
import { Bar } from "@/shared/ui/Bar";
import { Count, PlainTable } from "@/shared/ui/PlainTable";

interface Props {
  coverage: GrammarCoverage;
  busy: boolean;
  onAsk: (upload: number, wanted: Record<string, number>) => void;
}

/** What the masks of grammar items ask for, by language, and a way to ask a treebank for what is missing. */
export function CoverageTable({ coverage, busy, onAsk }: Props) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  const [upload, setUpload] = useState<string | null>(null);
  const [wanted, setWanted] = useState<Record<string, number>>({});
  const { languages, uploads } = coverage;
  const from = upload ?? (uploads[0] ? String(uploads[0].id) : null);
  const asked = Object.fromEntries(Object.entries(wanted).filter(([, number]) => number > 0));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (from && Object.keys(asked).length > 0) onAsk(Number(from), asked);
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        {languages.map(({ language, items, phenomena, parts_of_speech }) => {
          const most = Math.max(1, ...phenomena.map((row) => row.items));
          return (
            <Stack key={language} gap="xs">
              <Text fw={600}>
                {t("importing.coverageOf", {
                  language: words.language(language),
                  number: whole(items, i18n.language),
                })}
              </Text>
              <PlainTable label={t("importing.coverage")}>
                <thead>
                  <tr>
                    <th scope="col">{t("importing.phenomenonName")}</th>
                    <th scope="col" data-number>
                      {t("importing.coverageItems")}
                    </th>
                    <th scope="col" data-number>
                      {t("importing.coverageAccepted")}
                    </th>
                    {uploads.length > 0 && <th scope="col">{t("importing.more")}</th>}
                    <th scope="col">{t("importing.coverageShare")}</th>
                  </tr>
                </thead>
                <tbody>
                  {phenomena.map((row) => (
                    <tr key={row.phenomenon}>
                      <th scope="row">{words.phenomenon(row.phenomenon)}</th>
                      <Count value={row.items} shown={whole(row.items, i18n.language)} />
                      <Count value={row.accepted} shown={whole(row.accepted, i18n.language)} />
                      {uploads.length > 0 && (
                        <td>
                          <NumberInput
                            aria-label={t("importing.moreOf", {
                              phenomenon: words.phenomenon(row.phenomenon),
                            })}
                            value={wanted[row.phenomenon] ?? ""}
                            min={0}
                            max={10_000}
                            allowDecimal={false}
                            size="xs"
                            w="5rem"
                            onChange={(value) =>
                              setWanted({ ...wanted, [row.phenomenon]: Number(value) || 0 })
                            }
                          />
                        </td>
                      )}
                      <td style={{ minWidth: "8rem" }}>
                        <Bar
                          label={words.phenomenon(row.phenomenon)}
                          total={most}
                          segments={[
                            { key: "accepted", value: row.accepted, fill: "full" },
                            { key: "rest", value: row.items - row.accepted, fill: "light" },
                          ]}
                        />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </PlainTable>
              <Text size="sm" c="dimmed">
                {t("importing.partsOfSpeech", {
                  list: parts_of_speech
                    .map(({ tag, items: number }) => `${tag || "–"} ${whole(number, i18n.language)}`)
                    .join(", "),
                })}
              </Text>
            </Stack>
          );
        })}
        {uploads.length > 0 && (
          <Group align="flex-end" gap="sm">
            <Select
              label={t("importing.moreFrom")}
              data={uploads.map((row) => ({
                value: String(row.id),
                label: `${row.file} · ${moment(row.created_at, i18n.language)}`,
              }))}
              value={from}
              onChange={setUpload}
              allowDeselect={false}
              w={{ base: "100%", xs: "22rem" }}
            />
            <Button type="submit" variant="default" loading={busy} disabled={Object.keys(asked).length === 0}>
              {t("importing.askMore")}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
