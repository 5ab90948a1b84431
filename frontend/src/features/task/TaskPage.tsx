import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Duty, Task } from "@/api/types";
import { workPath } from "@/shared/paths";
import { Column } from "@/shared/ui/Column";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";
import { type Submission, useSubmission, useTask } from "./useTask";

interface Work {
  slug: string;
  task: Task;
  submission: Submission;
}

interface Props {
  duty: Duty;
  children: (work: Work) => ReactNode;
}

/** A page of one duty: shows one task after the other, and says so when there is none. */
export function TaskPage({ duty, children }: Props) {
  const { t } = useTranslation();
  const { slug, query, task, nothing, goOn, lookAhead } = useTask(duty);
  if (task) {
    return (
      <OneTask key={task.assignment.id} slug={slug} task={task} goOn={goOn} lookAhead={lookAhead}>
        {children}
      </OneTask>
    );
  }
  const toMyWork = (
    <Button component={Link} to={workPath(slug)}>
      {t("common.toMyWork")}
    </Button>
  );
  return (
    <Column>
      {query.isFetching && <LoadingLine />}
      {query.isError && (
        <>
          <PageHeader title={t(`duty.${duty}.title`)} actions={toMyWork} />
          <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
        </>
      )}
      {nothing && (
        <>
          <PageHeader title={t(`duty.${duty}.title`)} />
          <EmptyState
            title={t("task.nothing.title")}
            actions={
              <>
                {toMyWork}
                <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
                  {t("task.nothing.again")}
                </Button>
              </>
            }
          >
            {t("task.nothing.detail")}
          </EmptyState>
        </>
      )}
    </Column>
  );
}

interface OneTaskProps {
  slug: string;
  task: Task;
  goOn: (done: Task) => Promise<void>;
  lookAhead: (current: Task) => void;
  children: Props["children"];
}

function OneTask({ slug, task, goOn, lookAhead, children }: OneTaskProps) {
  const submission = useSubmission(slug, task, goOn, lookAhead);
  return children({ slug, task, submission });
}
