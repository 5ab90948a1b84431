import { Anchor, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Run } from "@/api/runs";
import { runPath } from "@/shared/adminPaths";
import { useWords } from "@/shared/i18n/useWords";
import { moment, whole } from "@/shared/numbers/format";
import { StateBadge } from "@/shared/ui/StateBadge";
import { toneOf } from "./progress";
import { RunBar } from "./RunBar";
import classes from "./RunList.module.css";

const KINDS = {
  standing: "runs.standing",
  requested: "runs.requested",
  external: "external.kind",
} as const;

interface Props {
  slug: string;
  runs: readonly Run[];
}

export function RunList({ slug, runs }: Props) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  return (
    <ul className={classes.list}>
      {runs.map((run) => (
        <li key={run.id} className={classes.run}>
          <div>
            <Group gap="sm" mb={2}>
              <Anchor component={Link} to={runPath(slug, run.id)} fw={600}>
                {run.model} · {words.method(run.method)}
              </Anchor>
              <StateBadge tone={toneOf(run.state)}>{words.runState(run.state)}</StateBadge>
            </Group>
            <Text size="sm" c="dimmed">
              {t("runs.pairs", { count: run.pairs, number: whole(run.pairs, i18n.language) })}
              {" · "}
              {t(KINDS[run.kind])}
              {" · "}
              {moment(run.created_at, i18n.language)}
            </Text>
          </div>
          <RunBar run={run} />
        </li>
      ))}
    </ul>
  );
}
