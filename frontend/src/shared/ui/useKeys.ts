import { useEffect, useRef, useState } from "react";

/** Key names as `KeyboardEvent.key` gives them, with `ctrl+` and `shift+` in front where they matter. */
export type KeyMap = Record<string, (() => void) | undefined>;

const TEXT_INPUTS = new Set(["", "text", "search", "password", "email", "url", "number", "tel"]);

function takesText(target: EventTarget | null): target is HTMLElement {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLInputElement) return TEXT_INPUTS.has(target.type);
  return target instanceof HTMLElement && target.closest("[contenteditable]") !== null;
}

/** Enter and Space belong to the button or link that has the focus; a token leaves Enter to the page. */
function isForControl(event: KeyboardEvent): boolean {
  if (event.key !== "Enter" && event.key !== " ") return false;
  if (!(event.target instanceof HTMLElement)) return false;
  return event.target.closest("button, a, summary") !== null && !event.target.closest("[data-token]");
}

function nameOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  // A shifted letter or arrow is a command of its own; `?` already says that Shift was held.
  const shift = event.shiftKey && (key.length > 1 || /[a-z]/.test(key)) ? "shift+" : "";
  return `${event.ctrlKey || event.metaKey ? "ctrl+" : ""}${shift}${key}`;
}

function mayCommand(event: KeyboardEvent): boolean {
  // Browsers report the key that ends a composition as 229, or as a plain Enter with isComposing.
  if (event.isComposing || event.keyCode === 229 || event.altKey) return false;
  return !document.querySelector('[role="dialog"][aria-modal="true"]');
}

/**
 * Commands of a page by key. No key is a command while someone types, uses an input method or has a
 * dialog open; Escape leaves a text field, then keys work again.
 */
export function useKeys(keys: KeyMap): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || !mayCommand(event)) return;
      if (takesText(event.target)) {
        if (event.key === "Escape") event.target.blur();
        return;
      }
      if (isForControl(event)) return;
      const command = current.current[nameOf(event)];
      if (!command) return;
      event.preventDefault();
      command();
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** Whether a letter is held down, by the same rules as a command. */
export function useHeldKey(key: string): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const plain = nameOf(event) === key && !event.defaultPrevented;
      if (plain && mayCommand(event) && !takesText(event.target)) setHeld(true);
    }
    function onKeyUp(event: KeyboardEvent) {
      if (event.key.toLowerCase() === key) setHeld(false);
    }
    const letGo = () => setHeld(false);
    window.addEventListener("keydown", onKeyDown);
    window.addEventListener("keyup", onKeyUp);
    // Whoever switches windows lets the key go there.
    window.addEventListener("blur", letGo);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("keyup", onKeyUp);
      window.removeEventListener("blur", letGo);
    };
  }, [key]);
  return held;
}
