import type { ReactNode } from "react";

interface Props {
  label: string;
  className: string | undefined;
  children: ReactNode;
}

/** A frame that scrolls sideways by mouse, touch and keyboard, for what is wider than the page. */
export function ScrollFrame({ label, className, children }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a scrolling frame is no fieldset
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what has the focus
    <div className={className} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
