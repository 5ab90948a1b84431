import { useTranslation } from "react-i18next";
import classes from "./ChangeList.module.css";
import { useSettingWords } from "./useSettingWords";
import { differences, textsChanged, type Values } from "./values";

/** What differs between two versions: each setting as it was and as it is. */
export function ChangeList({ before, after }: { before: Values; after: Values }) {
  const { t } = useTranslation("admin");
  const words = useSettingWords();
  return (
    <dl className={classes.list}>
      {differences(before, after).map((name) => (
        <div key={name} className={classes.change}>
          <dt>{words.name(name)}</dt>
          <dd className={classes.values}>
            {name === "guidelines" ? (
              t("settings.textsChanged", { count: textsChanged(before.guidelines, after.guidelines) })
            ) : (
              <>
                <span className={classes.before}>{words.value(name, before)}</span>{" "}
                <span aria-hidden="true">→</span> {words.value(name, after)}
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
