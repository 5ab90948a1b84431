import { Accordion, Button, Code, Group, Paper, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import {
  heldBackQuery,
  type Scoring,
  scorePredictions,
  scoringsQuery,
  testInputsAddress,
} from "@/api/releases";
import type { ReportRow } from "@/api/runs";
import { ScoringOutcome } from "@/features/releases/ScoringOutcome";
import { ReportTable } from "@/features/report/ReportTable";
import { nameOf } from "@/shared/i18n/useWords";
import { moment, whole } from "@/shared/numbers/format";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { FileDrop } from "@/shared/ui/FileDrop";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Section } from "@/shared/ui/Section";

const EXAMPLE =
  '{"id": "capitals/b-1", "candidates": ["Paris", "Lyon", "Rome"], "saliency": [0.1, 0.7, 0.0, 0.9, 0.1, 0.0, 0.0]}';

/** Scores predictions for a test part whose answers nobody sees. */
export default function TestPartPage() {
  const { t, i18n } = useTranslation("admin");
  const { slug = "" } = useParams();
  const queries = useQueryClient();
  const offered = useQuery(heldBackQuery(slug));
  const [chosen, choose] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const [note, setNote] = useState("");
  const [tried, setTried] = useState(false);
  const release = offered.data?.find(({ version }) => version === chosen) ?? offered.data?.[0];
  const version = release?.version ?? "";
  const earlier = useQuery(scoringsQuery(slug, version, 1));
  const scoring = useMutation({
    mutationFn: (sent: File) => scorePredictions(slug, version, sent, note.trim()),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["benchmark", slug, "scorings", version] }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (file) scoring.mutate(file);
  }

  if (!offered.data)
    return offered.error ? (
      <ErrorNotice error={offered.error} onRetry={() => void offered.refetch()} />
    ) : (
      <LoadingLine />
    );
  return (
    <>
      <PageHeader title={t("releases.testPart.title")} lead={t("releases.testPart.lead")} />
      {!release ? (
        <Text c="dimmed">{t("releases.testPart.none")}</Text>
      ) : (
        <Stack gap="xl">
          <Group gap="md" align="flex-end">
            <Select
              label={t("releases.testPart.release")}
              data={offered.data.map(({ version: value }) => value)}
              value={version}
              onChange={(value) => choose(value ?? "")}
              allowDeselect={false}
              w="11rem"
            />
            <Button
              component="a"
              href={testInputsAddress(slug, version)}
              download="test.jsonl"
              variant="default"
            >
              {t("releases.testPart.fetch")}
            </Button>
            <Text size="sm" c="dimmed" pb={8}>
              {t("releases.testPart.items", { number: whole(release.items, i18n.language) })}
            </Text>
          </Group>
          <form onSubmit={submit} noValidate>
            <Stack gap="md" maw="46rem">
              <Text size="sm">{t("releases.testPart.form")}</Text>
              <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                {EXAMPLE}
              </Code>
              <FileDrop
                file={file}
                accept=".jsonl,.ndjson,.json"
                error={tried && !file ? t("releases.testPart.needFile") : null}
                onChoose={setFile}
              />
              <TextInput
                label={t("releases.testPart.note")}
                description={t("releases.testPart.noteHelp")}
                value={note}
                maxLength={500}
                onChange={(event) => setNote(event.currentTarget.value)}
              />
              <Group>
                <Button type="submit" loading={scoring.isPending}>
                  {t("releases.testPart.send")}
                </Button>
              </Group>
              {scoring.error && <ErrorNotice error={scoring.error} />}
            </Stack>
          </form>
          {scoring.data && (
            <Paper role="status">
              <Section title={t("releases.testPart.outcome")}>
                <Outcome scoring={scoring.data} />
              </Section>
            </Paper>
          )}
          <Section title={t("releases.testPart.earlier")}>
            {earlier.error && <ErrorNotice error={earlier.error} />}
            {earlier.data?.results.length === 0 && <Text c="dimmed">{t("releases.testPart.noEarlier")}</Text>}
            <Accordion chevronPosition="left">
              {(earlier.data?.results ?? []).map((one) => (
                <Accordion.Item key={one.id} value={String(one.id)}>
                  <Accordion.Control>
                    {[one.file, one.note, nameOf(one.person), moment(one.created_at, i18n.language)]
                      .filter(Boolean)
                      .join(" · ")}
                  </Accordion.Control>
                  <Accordion.Panel>
                    <Outcome scoring={one} />
                  </Accordion.Panel>
                </Accordion.Item>
              ))}
            </Accordion>
          </Section>
        </Stack>
      )}
    </>
  );
}

function Outcome({ scoring }: { scoring: Scoring }) {
  const rows = (scoring.report?.rows ?? []) as ReportRow[];
  const dimensions = [...new Set(rows.map(({ dimension }) => dimension))].filter((name) => name !== "all");
  return (
    <Stack gap="md">
      <ScoringOutcome scoring={scoring} />
      {rows.length > 0 && <ReportTable rows={rows} dimensions={dimensions} />}
    </Stack>
  );
}
