import { Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { isActive, type Run } from "@/api/runs";
import { useWords } from "@/shared/i18n/useWords";
import { duration, fixed, moment, whole } from "@/shared/numbers/format";
import { Figures } from "@/shared/ui/Figures";
import { RunBar } from "./RunBar";

/** A run's bar and numbers. What is known only while it runs is shown only then. */
export function RunSheet({ run }: { run: Run }) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  const language = i18n.language;
  const active = isActive(run);
  const counts = (["done", "failed", "sent", "queued"] as const).map((state) => ({
    name: t(`runs.counts.${state}`),
    value: whole(run.counts[state], language),
  }));
  const pace = [
    {
      name: t("runs.rate"),
      value:
        run.rate_per_second === null
          ? t("runs.unknown")
          : t("runs.perSecond", { rate: fixed(run.rate_per_second, language, 1) }),
    },
    {
      name: t("runs.left"),
      value:
        run.seconds_left === null
          ? t("runs.unknown")
          : t("runs.leftAbout", { time: duration(run.seconds_left, language) }),
    },
  ];
  const times = [
    { name: t("runs.started"), value: moment(run.created_at, language) },
    ...(run.finished_at ? [{ name: t("runs.finished"), value: moment(run.finished_at, language) }] : []),
  ];
  const { release, dimensions = [], languages = [], types = [] } = run.scope;
  const scope = [
    ...(release ? [t("runs.releaseNamed", { version: release })] : []),
    ...dimensions.map(words.dimension),
    ...languages.map(words.language),
    ...types.map(words.perturbation),
  ];
  const asked = [
    ...(scope.length > 0 ? [{ name: t("runs.scope"), value: words.list(scope) }] : []),
    ...(run.dtype === "float32" || !run.dtype ? [] : [{ name: t("runs.precision"), value: run.dtype }]),
  ];
  const { upload } = run;
  const source = upload
    ? [
        { name: t("external.file"), value: upload.file },
        { name: "SHA-256", value: <span title={upload.sha256}>{`${upload.sha256.slice(0, 16)}…`}</span> },
        { name: t("external.by"), value: upload.person.display_name },
        ...(run.revision ? [{ name: t("external.revision"), value: run.revision }] : []),
        ...(upload.note ? [{ name: t("external.note"), value: upload.note }] : []),
      ]
    : [];
  return (
    <Stack gap="lg">
      <RunBar run={run} tall />
      <Figures figures={[...counts, ...(active ? pace : []), ...times, ...asked, ...source]} />
    </Stack>
  );
}
