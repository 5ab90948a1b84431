import type { SVGProps } from "react";

const line: SVGProps<SVGSVGElement> = {
  width: 18,
  height: 18,
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 1.8,
  strokeLinecap: "round",
  strokeLinejoin: "round",
  "aria-hidden": true,
};

export const Sun = () => (
  <svg {...line} aria-hidden="true">
    <circle cx="12" cy="12" r="4.2" />
    <path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4" />
  </svg>
);

export const Moon = () => (
  <svg {...line} aria-hidden="true">
    <path d="M20 14.5A8.3 8.3 0 0 1 9.5 4a8.3 8.3 0 1 0 10.5 10.5Z" />
  </svg>
);

export const Chevron = () => (
  <svg {...line} width={14} height={14} aria-hidden="true">
    <path d="m6 9 6 6 6-6" />
  </svg>
);

/** What calls somebody to their work. */
export const BellShape = () => (
  <svg {...line} aria-hidden="true">
    <path d="M6 10a6 6 0 0 1 12 0c0 4.4 1.4 5.9 2 6.5H4C4.6 15.9 6 14.4 6 10Z" />
    <path d="M10.2 19.8a2.1 2.1 0 0 0 3.6 0" />
  </svg>
);

/** Two broken lines of text with one stretch marked: the product in a square. */
export const Brand = () => (
  <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="7" fill="#0b666a" />
    <path d="M5 12h5M13 12h6M22 12h5" stroke="#fff" strokeWidth="3" strokeLinecap="round" opacity=".55" />
    <path d="M5 21h10M19 21h8" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
  </svg>
);
