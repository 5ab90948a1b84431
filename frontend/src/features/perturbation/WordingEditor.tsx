import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
} from "react";
import { useTranslation } from "react-i18next";
import type { Wording } from "@/api/work";
import { directionOf, langAttribute } from "@/shared/tokens/script";
import { MaskChip } from "@/shared/ui/MaskChip";
import { useTextFont } from "@/shared/ui/useTextFont";
import { type Place, placeAt } from "./place";
import { putIn } from "./putIn";
import classes from "./WordingEditor.module.css";

/** What a page may do to the text beside the person who writes it. */
export interface EditorHandle {
  /** Puts words at a place, or leaves out what stands there; the caret goes behind them. */
  put: (place: Place, word: string) => void;
  /** Puts an earlier wording back. */
  restore: (wording: Wording) => void;
}

interface Props {
  /** What the editor starts with; later changes come from the person alone. */
  initial: Wording;
  answer: string;
  language: string;
  /** What the two parts are called, where that is not a perturbation. */
  labels?: { before: string; after: string };
  onChange: (wording: Wording) => void;
  /** Told where the caret is, or what is selected, whenever that changes. */
  onPlace?: (place: Place) => void;
  /** Ctrl+Space was pressed: the person wants suggestions for the place of the caret. */
  onAsk?: () => void;
  ref?: Ref<EditorHandle>;
}

const isSpaced = (language: string) => !/^(zh|ja|th)\b/i.test(language);

/**
 * One running text that can be rewritten around its mask. The two parts are editors of their own and the
 * chip stands between them, so no key, paste or deletion can reach it.
 */
export function WordingEditor({ initial, answer, language, labels, onChange, onPlace, onAsk, ref }: Props) {
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

  useImperativeHandle(ref, () => ({
    put(place, word) {
      const part = (place.part === "before" ? before : after).current;
      if (!part) return;
      const { text, caret } = putIn(part.textContent ?? "", place, word, isSpaced(language));
      part.textContent = text;
      putCaretAt(part, caret);
      changed();
    },
    restore(wording) {
      if (before.current) before.current.textContent = wording.before;
      if (after.current) after.current.textContent = wording.after;
      changed();
    },
  }));

  useEffect(() => {
    if (!onPlace) return;
    function tell() {
      for (const [name, part] of [
        ["before", before.current],
        ["after", after.current],
      ] as const) {
        const range = part && rangeIn(part);
        if (range) onPlace?.(placeAt(name, part.textContent ?? "", range.start, range.end, language));
      }
    }
    document.addEventListener("selectionchange", tell);
    return () => document.removeEventListener("selectionchange", tell);
  }, [onPlace, language]);

  return (
    <div className={classes.editor} lang={langAttribute(language)} dir={directionOf(language)}>
      <Part
        part={before}
        label={labels?.before ?? t("perturb.before")}
        edge="end"
        direction={directionOf(language)}
        next={after}
        onInput={changed}
        onAsk={onAsk}
      />
      <MaskChip answer={answer} />
      <Part
        part={after}
        label={labels?.after ?? t("perturb.after")}
        edge="start"
        direction={directionOf(language)}
        next={before}
        onInput={changed}
        onAsk={onAsk}
      />
    </div>
  );
}

interface PartProps {
  part: RefObject<HTMLSpanElement | null>;
  label: string;
  /** The edge at which the chip stands. */
  edge: "start" | "end";
  direction: "ltr" | "rtl";
  next: RefObject<HTMLSpanElement | null>;
  onInput: () => void;
  onAsk: (() => void) | undefined;
}

function Part({ part, label, edge, direction, next, onInput, onAsk }: PartProps) {
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") event.preventDefault();
    if (onAsk && event.ctrlKey && event.key === " ") {
      event.preventDefault();
      onAsk();
    }
    // The arrows walk over the chip as if the text were one.
    const isRightwards = (edge === "end") === (direction === "ltr");
    const towards = isRightwards ? "ArrowRight" : "ArrowLeft";
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

/** The selection inside an editor, in UTF-16 units of its text; null while it is elsewhere. */
function rangeIn(element: HTMLElement): { start: number; end: number } | null {
  const selection = window.getSelection();
  if (!selection || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!element.contains(range.startContainer) || !element.contains(range.endContainer)) return null;
  const upTo = (container: Node, offset: number) => {
    const ahead = document.createRange();
    ahead.selectNodeContents(element);
    ahead.setEnd(container, offset);
    return ahead.toString().length;
  };
  return {
    start: upTo(range.startContainer, range.startOffset),
    end: upTo(range.endContainer, range.endOffset),
  };
}

function putCaretAt(element: HTMLElement, offset: number): void {
  element.focus();
  const text = element.firstChild;
  if (text) window.getSelection()?.collapse(text, Math.min(offset, text.textContent?.length ?? 0));
}
