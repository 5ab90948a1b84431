import { Anchor, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import {
  cancelImport,
  checkImport,
  discardImport,
  type ImportChoices,
  type ImportFormats,
  type ImportReport,
  importQuery,
  isAtWork,
  runImport,
} from "@/api/imports";
import { itemsOfImportPath } from "@/shared/adminPaths";
import { bytes } from "@/shared/numbers/format";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { Notice } from "@/shared/ui/Notice";
import { Section } from "@/shared/ui/Section";
import { ChoicesForm } from "./ChoicesForm";
import { ImportOutcome } from "./ImportOutcome";
import { ImportProgress } from "./ImportProgress";
import { SampleItems } from "./SampleItems";

interface Props {
  slug: string;
  id: number;
  formats: ImportFormats;
  dimensions: readonly string[];
  languages: readonly string[];
  /** Says that no worker answers, while that is so. */
  waiting: ReactNode;
  onLeave: () => void;
}

/** One upload on its way: what it is, what would come of it, how far it is, what came of it. */
export function OneImport({ slug, id, formats, dimensions, languages, waiting, onLeave }: Props) {
  const { t, i18n } = useTranslation("admin");
  const queries = useQueryClient();
  const { data: report, error, refetch } = useQuery(importQuery(slug, id));
  const shown = (changed: ImportReport) => queries.setQueryData(importQuery(slug, id).queryKey, changed);
  const start = useMutation({
    mutationFn: ({ checks, choices }: { checks: boolean; choices: ImportChoices }) =>
      (checks ? checkImport : runImport)(slug, id, choices, crypto.randomUUID()),
    onSuccess: shown,
  });
  const cancel = useMutation({ mutationFn: () => cancelImport(slug, id), onSuccess: shown });
  const discard = useMutation({ mutationFn: () => discardImport(slug, id), onSuccess: onLeave });
  const state = report?.state;
  const finished = state === "done";
  const before = useRef(state);
  useEffect(() => {
    const was = before.current;
    before.current = state;
    // A small file may be done before it is looked at for the first time.
    if (was === state || (was === undefined && !finished)) return;
    // What was stored shows in the counts and lists of other pages, the state in the list below.
    const list = ["benchmark", slug, "imports", "list"];
    void queries.invalidateQueries({ queryKey: finished ? ["benchmark", slug] : list });
  }, [state, finished, queries, slug]);

  if (!report) return error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <LoadingLine />;
  const atWork = isAtWork(report);
  // While it is checked, what else has to be said can be said.
  const describable =
    (!atWork || state === "checking") && !finished && Object.keys(report.wanted).length === 0;
  const failed = start.error ?? cancel.error ?? discard.error;
  const tells = report.state !== "uploaded" && report.state !== "queued" && report.started_at !== null;
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="baseline">
        <Text style={{ overflowWrap: "anywhere" }}>
          <strong>{report.file}</strong>
          {report.size > 0 && (
            <Text span c="dimmed">
              {` · ${bytes(report.size, i18n.language)}`}
            </Text>
          )}
        </Text>
        <Button variant="default" size="xs" onClick={onLeave}>
          {t("importing.another")}
        </Button>
      </Group>
      {report.error && (
        <Notice tone="failure" title={t("importing.failed")}>
          {report.error.message}
        </Notice>
      )}
      {report.state === "cancelled" && <Notice tone="warning" title={t("importing.wasCancelled")} />}
      {report.sniffed.problems.map((problem) => (
        <Notice key={`${problem.file} ${problem.code}`} tone="warning" title={problem.message}>
          {problem.file}
        </Notice>
      ))}
      {atWork && waiting}
      {atWork && <ImportProgress report={report} busy={cancel.isPending} onCancel={() => cancel.mutate()} />}
      {describable && (
        <ChoicesForm
          report={report}
          formats={formats}
          dimensions={dimensions}
          languages={languages}
          busy={start.isPending || discard.isPending || atWork}
          onCheck={(choices) => start.mutate({ checks: true, choices })}
          onRun={(choices) => start.mutate({ checks: false, choices })}
          onDiscard={() => discard.mutate()}
        />
      )}
      {failed && <ErrorNotice error={failed} />}
      {tells && report.sample.length > 0 && (
        <Section title={t(finished ? "importing.firstStored" : "importing.firstItems")}>
          <SampleItems items={report.sample} />
        </Section>
      )}
      {tells && !atWork && (
        <Paper role="status">
          <Section
            title={t(report.state === "checked" ? "importing.checkReport" : "importing.report")}
            action={
              report.stored > 0 && report.state !== "checked" ? (
                <Anchor component={Link} to={itemsOfImportPath(slug, report.id)} size="sm">
                  {t("importing.seeItems")}
                </Anchor>
              ) : undefined
            }
          >
            <ImportOutcome slug={slug} report={report} />
          </Section>
        </Paper>
      )}
    </Stack>
  );
}
