import { Text, VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Work } from "@/api/types";
import { dutyPath } from "@/shared/paths";
import { EmptyState } from "@/shared/ui/EmptyState";
import classes from "./DutyList.module.css";

interface Props {
  slug: string;
  work: Work;
  roles: readonly string[];
}

/** The server counts no further. */
const MANY = 100;

/** What waits for me, duty by duty: what can be taken up now first, what is empty quietly below. */
export function DutyList({ slug, work, roles }: Props) {
  const { t, i18n } = useTranslation();
  const open = work.duties.filter(({ waiting, mine }) => waiting + mine > 0);
  const empty = work.duties.filter(({ waiting, mine }) => waiting + mine === 0);
  const nextFree =
    work.next_free_at &&
    new Intl.DateTimeFormat(i18n.language, { hour: "2-digit", minute: "2-digit" }).format(
      new Date(work.next_free_at),
    );

  return (
    <>
      {open.length === 0 && (
        <EmptyState title={t("work.nothing.title")}>
          {work.duties.length === 0 && roles.includes("admin")
            ? t("work.nothing.admin")
            : nextFree
              ? t("work.nothing.until", { time: nextFree })
              : t("work.nothing.detail")}
        </EmptyState>
      )}
      <ul className={classes.list}>
        {open.map(({ duty, waiting, mine }) => (
          <li key={duty}>
            <Link className={classes.duty} to={dutyPath(slug, duty)}>
              <span className={classes.count} aria-hidden="true">
                {waiting >= MANY ? `${MANY}+` : waiting + mine}
              </span>
              <span>
                <span className={classes.name}>{t(`duty.${duty}.title`)}</span>
                <VisuallyHidden>{t("work.waiting", { count: waiting + mine })}</VisuallyHidden>
                <span className={classes.lead}>{t(`duty.${duty}.lead`)}</span>
                {mine > 0 && <span className={classes.mine}>{t("work.begun", { count: mine })}</span>}
              </span>
              <span className={classes.go} aria-hidden="true">
                {mine > 0 ? t("work.resume") : t("work.start")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {open.length > 0 && empty.length > 0 && (
        <Text c="dimmed" size="sm" mt="lg">
          {t("work.alsoEmpty", { duties: empty.map(({ duty }) => t(`duty.${duty}.title`)).join(" · ") })}
        </Text>
      )}
    </>
  );
}
