import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import type { Notification } from "@/api/notifications";
import { dutyPath } from "@/shared/paths";
import { useWaitingWords } from "./useWaitingWords";
import classes from "./WaitingLines.module.css";

/** What waits in one benchmark, each sentence a way to the work. */
export function WaitingLines({ rows }: { rows: readonly Notification[] }) {
  const words = useWaitingWords();
  return (
    <ul className={classes.lines}>
      {rows.map((row) => (
        <li key={row.duty}>
          <Anchor component={Link} to={dutyPath(row.benchmark, row.duty)} size="sm">
            {words.sentence(row)}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
