import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Run } from "@/api/runs";
import { whole } from "@/shared/numbers/format";
import { Bar } from "@/shared/ui/Bar";
import { inputsOf } from "./progress";

/** How far a run is: scored, failed, at the worker, and what still waits. */
export function RunBar({ run, tall = false }: { run: Run; tall?: boolean }) {
  const { t, i18n } = useTranslation("admin");
  const { done, failed, sent } = run.counts;
  const total = inputsOf(run);
  const shown = (value: number) => whole(value, i18n.language);
  const line = t(failed > 0 ? "runs.progressFailed" : "runs.progress", {
    done: shown(done),
    failed: shown(failed),
    total: shown(total),
  });
  return (
    <div>
      <Bar
        tall={tall}
        label={line}
        total={Math.max(total, 1)}
        segments={[
          { key: "done", value: done, fill: "full" },
          { key: "failed", value: failed, fill: "hatched" },
          { key: "sent", value: sent, fill: "light" },
        ]}
      />
      <Text size="sm" c="dimmed" mt={4}>
        {line}
      </Text>
    </div>
  );
}
