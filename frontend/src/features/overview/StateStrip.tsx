import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { StateCounts } from "@/api/overview";
import { itemsPath } from "@/shared/adminPaths";
import { useWords } from "@/shared/i18n/useWords";
import { whole } from "@/shared/numbers/format";
import { Bar, Swatch } from "@/shared/ui/Bar";
import { stretchesOf, totalOf } from "./progress";
import classes from "./StateStrip.module.css";

interface Props {
  slug: string;
  counts: StateCounts;
}

/** Where all items are on their way, as one strip; its legend leads to the items of each state. */
export function StateStrip({ slug, counts }: Props) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  const stretches = stretchesOf(counts);
  const total = totalOf(counts);
  const label = stretches
    .map(({ state, value }) => t("overview.strip", { state: words.state(state), count: value, total }))
    .join("; ");
  return (
    <>
      <Bar
        tall
        label={label}
        total={total}
        segments={stretches.map(({ state, fill, value }) => ({ key: state, fill, value }))}
      />
      <ul className={classes.legend}>
        {stretches.map(({ state, fill, value }) => (
          <li key={state}>
            <Link className={classes.state} to={itemsPath(slug, state)}>
              <Swatch fill={fill} />
              <span className={classes.name}>{words.state(state)}</span>
              <span className={classes.count}>{whole(value, i18n.language)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
