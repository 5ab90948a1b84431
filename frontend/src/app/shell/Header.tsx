import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { notificationsQuery } from "@/api/notifications";
import type { Person } from "@/api/types";
import { Bell } from "@/features/notifications/Bell";
import { LanguageSwitch } from "@/features/session/LanguageSwitch";
import { Brand } from "@/shared/ui/icons";
import { SchemeSwitch } from "@/shared/ui/SchemeSwitch";
import { BenchmarkSwitcher } from "./BenchmarkSwitcher";
import { PersonMenu } from "./PersonMenu";
import { PlaceLinks } from "./PlaceLinks";
import classes from "./Shell.module.css";

export function Header({ person }: { person: Person }) {
  const { slug } = useParams();
  const { data: waiting } = useQuery(notificationsQuery);
  const membership = person.memberships.find(({ benchmark }) => benchmark === slug);
  return (
    <header className={classes.header}>
      <Link to="/" className={classes.brand}>
        <Brand />
        Whybench
      </Link>
      {membership && (
        <div className={classes.places}>
          <BenchmarkSwitcher current={membership} memberships={person.memberships} />
          <PlaceLinks slug={membership.benchmark} roles={membership.roles} />
        </div>
      )}
      <div className={classes.tools}>
        <LanguageSwitch signedIn />
        <SchemeSwitch />
        {waiting && <Bell rows={waiting} />}
        <PersonMenu person={person} />
      </div>
    </header>
  );
}
