import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { workQuery } from "@/api/benchmarks";
import type { Duty, Task } from "@/api/types";
import { flagItem, release, skip, takeNext, taskOf } from "@/api/work";
import { dutyPath } from "@/shared/paths";
import { requestKeys } from "@/shared/requestKey";

const keysOf = (slug: string, duty: Duty) => ["task", slug, duty];
const keyOf = (slug: string, duty: Duty, assignment: string) => [...keysOf(slug, duty), assignment];

/** The task at the page's address; without one in the address, the next that waits for me. */
export function useTask(duty: Duty) {
  const { slug = "", assignment } = useParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: keyOf(slug, duty, assignment ?? "next"),
    queryFn: () => (assignment ? taskOf(slug, Number(assignment)) : takeNext(slug, duty)),
    // A task in hand does not change under one's pen; one that was left is asked for anew.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const task = query.data ?? null;
  const waiting = assignment ? null : task;

  useEffect(() => {
    if (!waiting) return;
    const id = waiting.assignment.id;
    queries.setQueryData(keyOf(slug, duty, String(id)), waiting);
    void navigate(dutyPath(slug, duty, id), { replace: true });
  }, [waiting, slug, duty, navigate, queries]);

  // `goOn` fetches without a page that watches, and such an answer would stay: who comes back would read for
  // minutes that nothing waits.
  useEffect(() => () => queries.removeQueries({ queryKey: keysOf(slug, duty) }), [queries, slug, duty]);

  // A task that was fetched ahead and never shown goes back, so that nobody waits for it in vain.
  const ahead = useRef<{ of: number; next: Promise<Task | null> } | null>(null);
  useEffect(
    () => () => {
      void ahead.current?.next.then(
        (unused) => unused && release(slug, unused.assignment.id).catch(() => null),
      );
      ahead.current = null;
    },
    [slug],
  );
  function lookAhead(current: Task) {
    if (ahead.current?.of === current.assignment.id) return;
    const next = takeNext(slug, duty, current.item.id).catch(() => null);
    ahead.current = { of: current.assignment.id, next };
  }

  /** Goes to the next task. Fetched before leaving, so the page never blanks between two tasks. */
  async function goOn(done: Task) {
    void queries.invalidateQueries({ queryKey: workQuery(slug).queryKey });
    const fetched = ahead.current?.of === done.assignment.id ? await ahead.current.next : null;
    ahead.current = null;
    // What was not there a moment ago may be there now.
    const next = fetched ?? (await askForNext(done));
    if (next) queries.setQueryData(keyOf(slug, duty, String(next.assignment.id)), next);
    await navigate(dutyPath(slug, duty, next?.assignment.id), { replace: true });
  }

  function askForNext(done: Task) {
    return (
      queries
        .fetchQuery({
          queryKey: keyOf(slug, duty, "next"),
          queryFn: () => takeNext(slug, duty, done.item.id),
          staleTime: 0,
          retry: false,
          networkMode: "always",
        })
        // The bare address asks again and shows the error with a way to retry.
        .catch(() => null)
    );
  }

  return {
    slug,
    duty,
    query,
    task: assignment ? task : null,
    nothing: !assignment && query.data === null,
    goOn,
    lookAhead,
  };
}

/** Sends what a person did with a task, or their wish to skip it, then goes on. */
export function useSubmission(
  slug: string,
  task: Task,
  goOn: (done: Task) => Promise<void>,
  lookAhead: (current: Task) => void,
) {
  const submission = useMutation({
    // Without a connection it fails and says so, instead of waiting in silence.
    networkMode: "always",
    mutationFn: (send: () => Promise<unknown>) => send(),
    onSuccess: () => goOn(task),
    onSettled: () => {
      sending.current = false;
    },
  });
  const [keyOf] = useState(requestKeys);
  // Two presses may come before the page is drawn anew, so what it shows can't tell them apart.
  const sending = useRef(false);
  function once(send: () => Promise<unknown>) {
    if (sending.current) return;
    sending.current = true;
    submission.mutate(send);
  }
  const flag = useMutation({
    networkMode: "always",
    mutationFn: (comment: string) => flagItem(slug, task.item.id, { comment }, keyOf({ flag: comment })),
  });
  return {
    /** Leaves a remark for the admins; the item stays in hand. */
    flag: (comment: string) => flag.mutate(comment),
    flagged: flag.isSuccess,
    /** Sends a body under its key. What is on its way already is not sent again. */
    submit: <Body>(body: Body, send: (body: Body, key: string) => Promise<unknown>) => {
      once(() => {
        const sent = send(body, keyOf(body));
        // Asked for at the same time, the next task is there when this one is in.
        lookAhead(task);
        return sent;
      });
    },
    skip: (reason: string) => once(() => skip(slug, task.assignment.id, reason)),
    next: () => void goOn(task),
    /** Fetches the next task already, when this one is about to be submitted. */
    lookAhead: () => lookAhead(task),
    busy: submission.isPending,
    /** Whether it is on its way or in: nothing may follow it. */
    sent: submission.isPending || submission.isSuccess,
    error: submission.error ?? flag.error,
  };
}

export type Submission = ReturnType<typeof useSubmission>;
