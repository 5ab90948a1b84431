import { Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { WorkRecord } from "@/api/record";
import { DUTIES } from "@/api/types";
import { useWords } from "@/shared/i18n/useWords";
import { whole } from "@/shared/numbers/format";
import { Figures } from "@/shared/ui/Figures";
import { Section } from "@/shared/ui/Section";
import { agreements, type Fates, fatesOfPerturbations, fatesOfRationales } from "./fates";
import { ShareRow } from "./ShareRow";
import rows from "./ShareRow.module.css";

/** Further back a week no longer tells how somebody works now. */
const WEEKS = 8;

/** What I did, how it fared, and how I agree with the others. Told, never graded. */
export function MyRecord({ record }: { record: WorkRecord }) {
  const { t, i18n } = useTranslation();
  const words = useWords();
  const language = i18n.language;
  const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" });

  // Chinese puts clauses side by side; its “and” joins words only.
  const joined = (clauses: string[]) =>
    language.startsWith("zh") ? clauses.join("，") : words.list(clauses);
  const went = (fates: Fates) =>
    joined(fates.map(([way, count]) => t(`record.${way}`, { count, number: whole(count, language) })));
  const { rationales, perturbations } = record;
  const weeks = record.accepted_share.filter(({ decided }) => decided > 0).slice(-WEEKS);
  const most = Math.max(...weeks.map(({ decided }) => decided));
  const agreed = agreements(record);
  const done = record.done
    .filter(({ number }) => number > 0)
    .sort((one, other) => DUTIES.indexOf(one.duty) - DUTIES.indexOf(other.duty));

  if (done.length === 0) return null;
  return (
    <Stack gap="xl">
      <Section title={t("record.did")}>
        <Figures
          figures={done.map(({ duty, number }) => ({
            name: words.done(duty),
            value: whole(number, language),
          }))}
        />
      </Section>
      {(rationales.submitted > 0 || perturbations.made > 0) && (
        <Section title={t("record.fared")}>
          <Stack gap="sm">
            {rationales.submitted > 0 && (
              <Text>
                {t("record.rationales", {
                  count: rationales.submitted,
                  number: whole(rationales.submitted, language),
                  fates: went(fatesOfRationales(rationales)),
                })}
              </Text>
            )}
            {perturbations.made > 0 && (
              <Text>
                {t("record.perturbations", {
                  count: perturbations.made,
                  number: whole(perturbations.made, language),
                  fates: went(fatesOfPerturbations(perturbations)),
                })}
              </Text>
            )}
            {weeks.length > 0 && (
              <div>
                <Text size="sm" c="dimmed" mb={4}>
                  {t("record.share")} {weeks.length > 1 && t("record.shareScale")}
                </Text>
                <ul className={rows.rows}>
                  {weeks.map(({ week, decided, accepted }) => (
                    <ShareRow
                      key={week}
                      name={t("record.week", { day: day.format(new Date(week)) })}
                      part={accepted}
                      all={decided}
                      scale={most}
                    />
                  ))}
                </ul>
              </div>
            )}
          </Stack>
        </Section>
      )}
      <Section title={t("record.agreement")} lead={agreed.length > 0 ? t("record.agreementLead") : null}>
        {agreed.length > 0 ? (
          <ul className={rows.rows}>
            {agreed.map(({ what, same, all }) => (
              <ShareRow key={what} name={t(`record.${what}`)} part={same} all={all} />
            ))}
          </ul>
        ) : (
          <Text c="dimmed">{t("record.notDecided")}</Text>
        )}
      </Section>
    </Stack>
  );
}
