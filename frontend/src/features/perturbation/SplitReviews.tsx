import { Radio, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { PerturbationTask } from "@/api/types";
import { linksOf, projectionOf } from "@/shared/tokens/links";
import { PairText } from "./PairText";
import classes from "./SplitReviews.module.css";

interface Props {
  perturbation: PerturbationTask;
  /** The number of the wording to approve. */
  version: number;
  onVersion: (number: number) => void;
}

/** Both reviews and every wording, for the senior who decides between them. */
export function SplitReviews({ perturbation, version, onVersion }: Props) {
  const { t } = useTranslation();
  const { reviews, versions, original, original_rationale } = perturbation;
  return (
    <Stack gap="lg">
      <ul className={classes.reviews}>
        {reviews.map(({ reviewer, verdict, reason, version: theirs }) => (
          <li key={reviewer} className={classes.review}>
            <Text fw={600}>{reviewer}</Text>
            <Text size="sm">
              {t(`review.gave.${verdict}`)}
              {theirs !== null && versions.length > 1 && ` · ${t("review.version", { number: theirs })}`}
            </Text>
            {reason && (
              <Text size="sm" c="dimmed">
                {reason}
              </Text>
            )}
          </li>
        ))}
      </ul>
      <Radio.Group value={String(version)} onChange={(number) => onVersion(Number(number))}>
        <Stack gap="md">
          {versions.map((wording) => (
            <div key={wording.number}>
              {versions.length > 1 && (
                <Radio
                  mb="xs"
                  value={String(wording.number)}
                  label={[t("review.version", { number: wording.number }), wording.author]
                    .filter(Boolean)
                    .join(" · ")}
                />
              )}
              <PairText
                original={{ ...original, rationale: original_rationale }}
                perturbed={{
                  ...wording,
                  rationale: projectionOf(original_rationale, linksOf(wording.links)),
                }}
                language={original.language}
                links={wording.links}
              />
            </div>
          ))}
        </Stack>
      </Radio.Group>
    </Stack>
  );
}
