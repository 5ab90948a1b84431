import { ActionIcon, Menu } from "@mantine/core";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Notification } from "@/api/notifications";
import { whole } from "@/shared/numbers/format";
import { dutyPath } from "@/shared/paths";
import { BellShape } from "@/shared/ui/icons";
import classes from "./Bell.module.css";
import { byBenchmark, waitingInAll } from "./counting";
import { useWaitingWords } from "./useWaitingWords";

/** Counts what waits for a person in all their benchmarks; its list leads to the work. */
export function Bell({ rows }: { rows: readonly Notification[] }) {
  const { t, i18n } = useTranslation();
  const words = useWaitingWords();
  const total = waitingInAll(rows);
  const groups = byBenchmark(rows);
  const name = t("notifications.bell", { count: total.number, number: words.number(total) });
  return (
    <Menu position="bottom-end" width={340}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="var(--wb-ink-soft)"
          size="lg"
          className={classes.bell ?? ""}
          aria-label={name}
          title={name}
        >
          <BellShape />
          {total.number > 0 && (
            <span className={classes.count}>
              {total.more || total.number > 99 ? "99+" : whole(total.number, i18n.language)}
            </span>
          )}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.list ?? ""}>
        {rows.length === 0 && (
          <>
            <Menu.Label className={classes.sentence ?? ""}>{t("notifications.nothing")}</Menu.Label>
            <Menu.Item component={Link} to="/">
              {t("notifications.toMyWork")}
            </Menu.Item>
          </>
        )}
        {groups.map(([slug, found]) => (
          <Fragment key={slug}>
            {groups.length > 1 && <Menu.Label>{found[0]?.title}</Menu.Label>}
            {found.map((row) => (
              <Menu.Item key={row.duty} component={Link} to={dutyPath(slug, row.duty)}>
                <span className={classes.sentence}>{words.sentence(row)}</span>
                {row.mine > 0 && (
                  <span className={classes.begun}>{t("notifications.begun", { count: row.mine })}</span>
                )}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
