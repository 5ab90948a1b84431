import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
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
  const places = adminRoutes.filter(
    (route) => route.link !== undefined && route.roles.some((role) => roles.includes(role)),
  );
  return (
    <nav aria-label={t("shell.places")}>
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
