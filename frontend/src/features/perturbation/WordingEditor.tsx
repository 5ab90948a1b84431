import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Wording } from "@/api/work";
import { directionOf, langAttribute } from "@/shared/tokens/script";
import { MaskChip } from "@/shared/ui/MaskChip";
import { useTextFont } from "@/shared/ui/useTextFont";
import classes from "./WordingEditor.module.css";

interface Props {
  /** What the editor starts with; later changes come from the person alone. */
  initial: Wording;
  answer: string;
  language: string;
  /** What the two parts are called, where that is not a perturbation. */
  labels?: { before: string; after: string };
  onChange: (wording: Wording) => void;
}

/**
 * One running text that can be rewritten around its mask. The two parts are editors of their own and the
 * chip stands between them, so no key, paste or deletion can reach it.
 */
export function WordingEditor({ initial, answer, language, labels, onChange }: Props) {
  const { t } = useTranslation();
  useTextFont(language);
  const before = useRef<HTMLSpanElement>(null);
  const after = useRef<HTMLSpanElement>(null);
  const first = useRef(initial);

  useEffect(() => {
    // React must not own text that the browser edits: it is put in once.
    if (before.current) before.current.textContent = first.current.before;
    if (after.current) after.current.textContent = first.current.after;
  }, []);

  const changed = () =>
    onChange({ before: before.current?.textContent ?? "", after: after.current?.textContent ?? "" });

  return (
    <div className={classes.editor} lang={langAttribute(language)} dir={directionOf(language)}>
      <Part
        part={before}
        label={labels?.before ?? t("perturb.before")}
        edge="end"
        next={after}
        onInput={changed}
      />
      <MaskChip answer={answer} />
      <Part
        part={after}
        label={labels?.after ?? t("perturb.after")}
        edge="start"
        next={before}
        onInput={changed}
      />
    </div>
  );
}

interface PartProps {
  part: RefObject<HTMLSpanElement | null>;
  label: string;
  /** The edge at which the chip stands. */
  edge: "start" | "end";
  next: RefObject<HTMLSpanElement | null>;
  onInput: () => void;
}

function Part({ part, label, edge, next, onInput }: PartProps) {
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") event.preventDefault();
    // The arrows walk over the chip as if the text were one.
    const towards = edge === "end" ? "ArrowRight" : "ArrowLeft";
    if (event.key === towards && !event.shiftKey && part.current && isCaretAt(part.current, edge)) {
      event.preventDefault();
      if (next.current) putCaret(next.current, edge === "end" ? "start" : "end");
    }
  }

  /** A pasted text comes without its formatting and on one line. */
  function onPaste(event: ClipboardEvent) {
    event.preventDefault();
    const text = event.clipboardData.getData("text/plain").replace(/\s*\n\s*/g, " ");
    const selection = window.getSelection();
    if (!selection || selection.rangeCount === 0) return;
    const range = selection.getRangeAt(0);
    range.deleteContents();
    range.insertNode(document.createTextNode(text));
    selection.collapseToEnd();
    onInput();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a textarea is a box and can't flow around the chip
    <span
      ref={part}
      role="textbox"
      tabIndex={0}
      aria-label={label}
      aria-multiline="false"
      contentEditable="plaintext-only"
      suppressContentEditableWarning
      spellCheck
      className={classes.part}
      onInput={onInput}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  );
}

function isCaretAt(element: HTMLElement, edge: "start" | "end"): boolean {
  const selection = window.getSelection();
  if (!selection?.isCollapsed || selection.rangeCount === 0) return false;
  const caret = selection.getRangeAt(0);
  const rest = document.createRange();
  rest.selectNodeContents(element);
  if (edge === "end") rest.setStart(caret.endContainer, caret.endOffset);
  else rest.setEnd(caret.startContainer, caret.startOffset);
  return rest.toString() === "";
}

function putCaret(element: HTMLElement, edge: "start" | "end"): void {
  element.focus();
  const selection = window.getSelection();
  selection?.selectAllChildren(element);
  if (edge === "start") selection?.collapseToStart();
  else selection?.collapseToEnd();
}
