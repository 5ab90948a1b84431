import { Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Estimate } from "@/api/estimates";
import { ServerSentence } from "@/shared/i18n/ServerSentence";
import { useWords } from "@/shared/i18n/useWords";
import { duration, fixed, whole } from "@/shared/numbers/format";
import { PlainTable } from "@/shared/ui/PlainTable";
import { DeviationLine } from "./DeviationLine";
import { secondsOf, secondsTogether } from "./estimated";

interface Props {
  estimate: Estimate;
  /** Whether something else has been chosen since it was asked for. */
  outdated: boolean;
}

/** How long each model and method takes for an input, and what that makes of all of them. */
export function EstimateTable({ estimate, outdated }: Props) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  const language = i18n.language;
  const { parts, workers, dtype } = estimate;
  const together = secondsTogether(estimate);
  const spoken = (seconds: number) => (seconds < 1 ? t("runs.underSecond") : duration(seconds, language));
  const time = together === null ? "" : spoken(together);
  const sample = Math.max(...parts.map((part) => part.sample));
  return (
    <Stack gap="xs">
      <PlainTable label={t("runs.estimated")}>
        <thead>
          <tr>
            <th scope="col">{t("runs.modelAndMethod")}</th>
            <th scope="col" data-number>
              {t("runs.inputs")}
            </th>
            <th scope="col" data-number>
              {t("runs.eachInput")}
            </th>
            <th scope="col" data-number>
              {t("runs.takes")}
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => {
            const seconds = secondsOf(part);
            return (
              <tr key={`${part.model} ${part.method}`}>
                <th scope="row">
                  {part.model} · {words.method(part.method)}
                </th>
                <td data-number>{whole(part.instances, language)}</td>
                {part.error ? (
                  <td data-prose colSpan={2}>
                    <ServerSentence {...part.error} named={words.runError} />
                  </td>
                ) : seconds === null || part.seconds_per_instance === null ? (
                  <td colSpan={2}>{t("runs.measuring")}</td>
                ) : (
                  <>
                    <td data-number>
                      {t("runs.millis", { number: fixed(1000 * part.seconds_per_instance, language, 1) })}
                    </td>
                    <td data-number>{spoken(seconds)}</td>
                  </>
                )}
              </tr>
            );
          })}
        </tbody>
      </PlainTable>
      <Text size="sm">
        {outdated
          ? t("runs.outdated")
          : together === null
            ? t("runs.estimating")
            : workers === 0
              ? t("runs.togetherNone", { time })
              : t("runs.together", { time, count: workers })}
      </Text>
      <Text size="sm" c="dimmed">
        {t("runs.estimateLead", { sample: whole(sample, language) })}
      </Text>
      {dtype !== "float32" &&
        parts.map(
          ({ model, method, deviation }) =>
            deviation && (
              <Text key={`${model} ${method}`} size="sm" c="dimmed">
                {model} · {words.method(method)}: <DeviationLine deviation={deviation} />
              </Text>
            ),
        )}
    </Stack>
  );
}
