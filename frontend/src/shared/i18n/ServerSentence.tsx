import { useTranslation } from "react-i18next";
import classes from "./ServerSentence.module.css";

interface Props {
  code: string;
  /** What the server wrote, in English. */
  message: string;
  /** The reader's words for a code; a code without words comes back as it is. */
  named: (code: string) => string;
}

/** A reason the server gives: its own exact sentence in English, elsewhere our words for it with that sentence below. */
export function ServerSentence({ code, message, named }: Props) {
  const { i18n } = useTranslation();
  const known = named(code);
  if (i18n.language === "en" || known === code) return message || known;
  return (
    <>
      {known}
      {message && (
        <span className={classes.original} lang="en">
          {message}
        </span>
      )}
    </>
  );
}
