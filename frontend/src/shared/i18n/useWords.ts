import { useMemo } from "react";
import { useTranslation } from "react-i18next";

const BOTH = ["admin", "app"] as const;

/** Names of states, dimensions and the like. A name this page does not know is shown as the server wrote it. */
export function useWords() {
  const { t, i18n } = useTranslation("admin");
  const spoken = i18n.language;
  return useMemo(() => {
    const named = (group: string) => (word: string) =>
      i18n.exists(`${group}.${word}`, { ns: BOTH }) ? t(`${group}.${word}` as never, { ns: BOTH }) : word;
    const languages = new Intl.DisplayNames([spoken], { type: "language" });
    const language = (tag: string) => {
      if (tag === "all") return t("report.allLanguages");
      try {
        return languages.of(tag) ?? tag;
      } catch (error) {
        // What is no language tag at all is shown as it is.
        if (error instanceof RangeError) return tag;
        throw error;
      }
    };
    const listed = new Intl.ListFormat(spoken, { type: "conjunction" });
    return {
      language,
      list: (names: readonly string[]) => listed.format(names),
      state: named("state"),
      role: named("role"),
      itemRole: named("itemRole"),
      dimension: named("dimension"),
      perturbation: named("perturbation"),
      method: named("method"),
      runState: named("runState"),
      importState: named("importState"),
      importFormat: named("importing.formats"),
      phenomenon: named("importing.phenomenon"),
      done: named("done"),
      event: named("items.event"),
      verdict: named("items.verdict"),
      importProblem: named("importing.problem"),
      uploadProblem: named("external.problem"),
      releaseWarning: named("releases.warning"),
      leftOut: named("releases.leftOut"),
      runError: named("runs.error"),
      modelError: named("models.error"),
    };
  }, [t, i18n, spoken]);
}

/** The name and the user name, where two people might be called the same. */
export function fullNameOf(person: { username: string; display_name: string }): string {
  const name = nameOf(person);
  return name === person.username ? name : `${name} (${person.username})`;
}

/** The name to call a person by. */
export function nameOf(person: { username: string; display_name: string }): string {
  return person.display_name || person.username;
}
