import { Button, Group, Kbd, Text, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { langAttribute } from "@/shared/tokens/script";
import classes from "./Guessing.module.css";
import type { Guessing } from "./useGuessing";

interface Props {
  guessing: Guessing;
  /** What its button says that shows the answer. */
  reveal: string;
  language: string;
}

/** Takes guesses as long as the answer is hidden. Enter gives the guess; with nothing typed, it looks. */
export function GuessForm({ guessing, reveal, language }: Props) {
  const { t } = useTranslation();
  const { given, most, typed } = guessing;
  const input = useRef<HTMLInputElement>(null);
  // The text is read first: a long one must not scroll away under its reader.
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (typed.trim() !== "") guessing.guess();
    else guessing.reveal?.();
  }
  return (
    <form onSubmit={submit} className={classes.form}>
      {given.length > 0 && (
        <ol className={classes.given} aria-label={t("guess.given")}>
          {given.map((guess, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: guesses are only ever added, and may be equal
            <li key={position} lang={langAttribute(language)}>
              {guess}
            </li>
          ))}
        </ol>
      )}
      <Group align="end" gap="xs">
        <TextInput
          className={classes.input}
          label={t(most === 1 ? "guess.one" : "guess.several", { at: given.length + 1, most })}
          lang={langAttribute(language)}
          ref={input}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => guessing.type(event.currentTarget.value)}
        />
        {most > 1 && (
          // Never disabled: a form whose first button is does not heed Enter.
          <Button type="submit" variant="default">
            {t("guess.give")}
          </Button>
        )}
        <Button variant="light" disabled={!guessing.reveal} onClick={() => guessing.reveal?.()}>
          {reveal}
        </Button>
        {given.length === 0 && typed.trim() === "" && (
          <Button variant="subtle" onClick={guessing.giveUp}>
            {t("guess.noIdea")} <Kbd className={classes.key}>0</Kbd>
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed" mt={6}>
        {t("guess.kept")}
      </Text>
    </form>
  );
}
