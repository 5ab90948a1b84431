import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { NavLink, useLocation } from "react-router";
import { heldBackQuery } from "@/api/releases";
import { workPath } from "@/shared/paths";
import { adminRoutes } from "../adminRoutes";
import classes from "./Shell.module.css";

interface Props {
  slug: string;
  roles: readonly string[];
}

export function PlaceLinks({ slug, roles }: Props) {
  const { t } = useTranslation();
  const { t: named } = useTranslation("admin");
  const { data: heldBack } = useQuery({ ...heldBackQuery(slug), staleTime: 5 * 60_000 });
  const places = adminRoutes.filter(
    (route) =>
      route.link !== undefined &&
      route.roles.some((role) => roles.includes(role)) &&
      (!route.needsHeldBack || (heldBack?.length ?? 0) > 0),
  );
  const row = useRef<HTMLElement>(null);
  const { pathname } = useLocation();

  // On a narrow screen the row scrolls, and the page one is on could lie outside it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address moves the mark, which is read from the page
  useEffect(() => {
    row.current?.querySelector("[aria-current]")?.scrollIntoView?.({ block: "nearest", inline: "center" });
  }, [pathname]);

  return (
    <nav ref={row} aria-label={t("shell.places")}>
      <ul className={classes.links}>
        <li>
          <NavLink className={classes.link ?? ""} to={workPath(slug)} end>
            {t("work.title")}
          </NavLink>
        </li>
        {places.map(({ path, link }) => (
          <li key={path}>
            <NavLink className={classes.link ?? ""} to={`${workPath(slug)}/${path}`}>
              {named(link as never)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
