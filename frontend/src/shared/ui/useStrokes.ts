import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import type { Stroke } from "@/shared/tokens/marks";
import { indexAbove, indexAt, indexBelow, tokenElement } from "./tokenGeometry";

interface Options {
  field: RefObject<HTMLElement | null>;
  /** The token indices that can be picked, in reading order. */
  order: readonly number[];
  direction: "ltr" | "rtl";
  onStroke: (stroke: Stroke) => void;
}

/** Turns pointer and keys into strokes. `home` is the token that holds the tab stop. */
export function useStrokes({ field, order, direction, onStroke }: Options) {
  const [stroke, setStroke] = useState<Stroke | null>(null);
  const [pointer, setPointer] = useState<number | null>(null);
  const [wanted, setWanted] = useState<number | null>(null);
  const home = wanted !== null && order.includes(wanted) ? wanted : (order[0] ?? null);

  // The listeners outlive a render: they read the stroke from here, never from a stale closure.
  const pending = useRef<Stroke | null>(null);
  const finished = useRef(onStroke);
  useEffect(() => {
    finished.current = onStroke;
  });

  function preview(next: Stroke | null) {
    pending.current = next;
    setStroke(next);
  }

  function finish() {
    const done = pending.current;
    preview(null);
    if (done) finished.current(done);
  }

  function focusOn(index: number) {
    setWanted(index);
    tokenElement(field.current, index)?.focus({ preventScroll: false });
  }

  useEffect(() => {
    if (pointer === null) return;
    function onMove(event: globalThis.PointerEvent) {
      const begun = pending.current;
      if (event.pointerId !== pointer || !begun) return;
      const to = indexAt(field.current, event, "nearest");
      if (to === null || to === begun.to) return;
      pending.current = { from: begun.from, to };
      setStroke(pending.current);
    }
    function onEnd(event: globalThis.PointerEvent) {
      if (event.pointerId !== pointer) return;
      const done = pending.current;
      pending.current = null;
      setStroke(null);
      setPointer(null);
      // A cancelled pointer turned into scrolling: nothing was meant.
      if (done && event.type === "pointerup") finished.current(done);
    }
    window.addEventListener("pointermove", onMove);
    window.addEventListener("pointerup", onEnd);
    window.addEventListener("pointercancel", onEnd);
    return () => {
      window.removeEventListener("pointermove", onMove);
      window.removeEventListener("pointerup", onEnd);
      window.removeEventListener("pointercancel", onEnd);
    };
  }, [pointer, field]);

  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0 || pointer !== null) return;
    const index = indexAt(field.current, event.nativeEvent, "close");
    if (index === null) return;
    event.preventDefault();
    focusOn(index);
    preview({ from: index, to: index });
    setPointer(event.pointerId);
  }

  /** Assistive technology clicks without a pointer; a real click was a stroke already. */
  function onClick(event: MouseEvent) {
    if (event.detail !== 0 || !(event.target instanceof Element)) return;
    const token = event.target.closest<HTMLElement>("[data-token]");
    if (!token) return;
    const index = Number(token.dataset.token);
    finished.current({ from: index, to: index });
  }

  /** A screen reader may put the focus on any token; the keys then begin there. */
  function onFocus(event: FocusEvent) {
    const token = event.target.closest<HTMLElement>("[data-token]");
    if (token) setWanted(Number(token.dataset.token));
  }

  function destination(key: string, from: number): number | null {
    const at = order.indexOf(from);
    const forward = direction === "ltr" ? "ArrowRight" : "ArrowLeft";
    const backward = direction === "ltr" ? "ArrowLeft" : "ArrowRight";
    if (key === forward) return order[at + 1] ?? from;
    if (key === backward) return order[at - 1] ?? from;
    if (key === "Home") return order[0] ?? from;
    if (key === "End") return order[order.length - 1] ?? from;
    if (key === "ArrowUp") return indexAbove(field.current, from) ?? from;
    if (key === "ArrowDown") return indexBelow(field.current, from) ?? from;
    return null;
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    if (event.key === "Escape" && pending.current) {
      event.preventDefault();
      preview(null);
      return;
    }
    if (home === null) return;
    if (event.key === " ") {
      event.preventDefault();
      if (!event.repeat) finished.current({ from: home, to: home });
      return;
    }
    const to = destination(event.key, home);
    if (to === null) return;
    event.preventDefault();
    if (event.shiftKey) preview({ from: pending.current?.from ?? home, to });
    focusOn(to);
  }

  function onKeyUp(event: KeyboardEvent) {
    if (event.key === "Shift" && pointer === null) finish();
  }

  /** Focus that leaves the text ends a stroke of the keys; what was shown counts. */
  function onBlur(event: FocusEvent) {
    const inside = event.relatedTarget instanceof Node && field.current?.contains(event.relatedTarget);
    if (!inside && pointer === null) finish();
  }

  return { stroke, home, handlers: { onPointerDown, onClick, onFocus, onKeyDown, onKeyUp, onBlur } };
}
