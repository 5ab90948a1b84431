import classes from "./tokens.module.css";

/** The masked span: `[MASK]`, and the golden answer beside it where it may be seen. */
export function MaskChip({ answer }: { answer?: string | null }) {
  return (
    <span className={classes.chip} data-mask>
      <span className={classes.maskName} lang="en" dir="ltr">
        [MASK]
      </span>
      {answer && <span className={classes.answer}>{answer}</span>}
    </span>
  );
}
