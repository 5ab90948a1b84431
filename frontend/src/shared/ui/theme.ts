import {
  Alert,
  Anchor,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  type MantineColorsTuple,
  Menu,
  Modal,
  Paper,
} from "@mantine/core";

/**
 * The one place where the look is decided. Style sheets use the `--wb-*` variables set at the end of
 * this file and Mantine's own spacing, never a colour of their own.
 */

/** Petrol: the one accent. Shade 8 on paper and white on shade 7 both pass AA for small text. */
const petrol: MantineColorsTuple = [
  "#e9f5f4",
  "#d2e9e7",
  "#a8d3d0",
  "#7dbcba",
  "#5cabaa",
  "#3b9798",
  "#2a8587",
  "#1b7376",
  "#0b666a",
  "#00545a",
];

/** Warm neutrals, so that dark pages look like paper at night and not like a terminal. */
const dark: MantineColorsTuple = [
  "#e9e7e2",
  "#c9c8c4",
  "#a9aaa9",
  "#7f8386",
  "#4a4f52",
  "#373b3e",
  "#26292c",
  "#1d2022",
  "#16181a",
  "#0f1112",
];

/** Source Sans, Source Serif and Noto Sans SC were drawn as one family; Chinese falls through to the last. */
const chinese =
  '"Noto Sans SC Variable", "Noto Sans SC", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei"';
/** A system's own emoji, in colour, come first; a system without any, such as a bare Linux, takes ours. */
const emoji = '"Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji", "Noto Emoji Variable"';
const interfaceFont = `"Source Sans 3 Variable", ${chinese}, ${emoji}, system-ui, sans-serif`;
const readingFont = `"Source Serif 4 Variable", ${chinese}, ${emoji}, Georgia, serif`;

type Severity = "red" | "yellow" | "green" | "petrol";
const alertOf = (name: string) => ({
  "--alert-bg": `var(--wb-${name}-tint)`,
  "--alert-bd": "1px solid transparent",
  "--alert-color": `var(--wb-${name})`,
});
const alertColours = {
  red: alertOf("removed"),
  yellow: alertOf("changed"),
  green: alertOf("added"),
  petrol: { ...alertOf("mark"), "--alert-bg": "var(--wb-mark-preview)", "--alert-color": "var(--wb-accent)" },
};

export const theme = createTheme({
  colors: { petrol, dark },
  primaryColor: "petrol",
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  fontFamily: interfaceFont,
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: "0.8125rem", sm: "0.9375rem", md: "1.0625rem", lg: "1.1875rem", xl: "1.375rem" },
  lineHeights: { xs: "1.4", sm: "1.45", md: "1.55", lg: "1.6", xl: "1.6" },
  headings: {
    fontFamily: readingFont,
    fontWeight: "600",
    textWrap: "balance",
    sizes: {
      h1: { fontSize: "1.75rem", lineHeight: "1.25" },
      h2: { fontSize: "1.25rem", lineHeight: "1.35" },
      h3: { fontSize: "1.0625rem", lineHeight: "1.4" },
    },
  },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2.25rem" },
  radius: { xs: "3px", sm: "5px", md: "8px", lg: "12px", xl: "24px" },
  defaultRadius: "sm",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Alert: Alert.extend({
      // Mantine's own tints of yellow and orange are too pale to read.
      vars: (_theme, { color }) => ({ root: alertColours[color as Severity] ?? alertColours.petrol }),
      styles: { message: { color: "var(--wb-ink)" } },
    }),
    Anchor: Anchor.extend({ defaultProps: { underline: "always" } }),
    Paper: Paper.extend({ defaultProps: { withBorder: true, radius: "md", p: "lg" } }),
    // Its placeholder for the focus is no item, which a menu may not hold.
    Menu: Menu.extend({ defaultProps: { withInitialFocusPlaceholder: false } }),
    Modal: Modal.extend({
      defaultProps: { centered: true, radius: "md", transitionProps: { duration: 120 } },
      styles: { title: { fontWeight: 600 } },
    }),
    Drawer: Drawer.extend({
      defaultProps: { position: "right", transitionProps: { duration: 120 } },
      styles: { title: { fontWeight: 600 } },
    }),
  },
});

const light = {
  "--wb-page": "#faf9f6",
  "--wb-surface": "#ffffff",
  "--wb-ink": "#1f2428",
  "--wb-ink-soft": "#565d64",
  "--wb-line": "#e2dfd7",
  "--wb-line-strong": "#85827b",
  "--wb-hover": "#f0eee8",
  "--wb-accent": "#0b666a",
  "--wb-mark": "#c9e6e3",
  "--wb-mark-line": "#0b666a",
  "--wb-mark-preview": "#e2f1ef",
  "--wb-chip": "#2b3237",
  "--wb-chip-ink": "#ffffff",
  "--wb-chip-answer": "#c9e6e3",
  "--wb-added": "#1a6b34",
  "--wb-added-tint": "#e0f2e4",
  "--wb-removed": "#a02b1f",
  "--wb-removed-tint": "#fbe7e3",
  "--wb-changed": "#7a4d00",
  "--wb-changed-tint": "#fbeecb",
  // Lines and marks of a chart: told apart by the colour-blind, three to one against the page or more.
  "--wb-series-1": "#0b666a",
  "--wb-series-2": "#b8480b",
  "--wb-series-3": "#3f51a3",
  "--wb-series-4": "#9c3a73",
  "--wb-series-5": "#1f2428",
  "--wb-series-6": "#8a6500",
  "--wb-series-7": "#2f7d32",
};

const night: Record<keyof typeof light, string> = {
  "--wb-page": "#16181a",
  "--wb-surface": "#1d2022",
  "--wb-ink": "#e9e7e2",
  "--wb-ink-soft": "#aeb0b1",
  "--wb-line": "#34383b",
  "--wb-line-strong": "#7f8386",
  "--wb-hover": "#272b2e",
  "--wb-accent": "#7dc4c2",
  "--wb-mark": "#124a4d",
  "--wb-mark-line": "#7dc4c2",
  "--wb-mark-preview": "#1a3436",
  "--wb-chip": "#dedbd4",
  "--wb-chip-ink": "#16181a",
  "--wb-chip-answer": "#0b5256",
  "--wb-added": "#84d29b",
  "--wb-added-tint": "#173521",
  "--wb-removed": "#f2a398",
  "--wb-removed-tint": "#42211d",
  "--wb-changed": "#edc36f",
  "--wb-changed-tint": "#3d3015",
  "--wb-series-1": "#7dc4c2",
  "--wb-series-2": "#f5a06a",
  "--wb-series-3": "#a3b3f5",
  "--wb-series-4": "#eb9ccb",
  "--wb-series-5": "#e9e7e2",
  "--wb-series-6": "#e0bd57",
  "--wb-series-7": "#8fd093",
};

/** What a picture is drawn with that leaves the page: dark ink on white, whatever the page looks like. */
export const paper: Readonly<Record<string, string>> = {
  ...light,
  "--wb-page": "#ffffff",
  "--mantine-font-family": '"Source Sans 3", Arial, "Noto Sans SC", "Noto Sans CJK SC", sans-serif',
};

const bridge = {
  "--mantine-color-body": "var(--wb-page)",
  "--mantine-color-text": "var(--wb-ink)",
  "--mantine-color-dimmed": "var(--wb-ink-soft)",
  "--mantine-color-default-border": "var(--wb-line)",
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    "--wb-reading-font": readingFont,
    "--wb-reading-size": "clamp(1.25rem, 1.1rem + 0.7vw, 1.5rem)",
    "--wb-reading-line": "2",
    "--wb-measure": "46rem",
    "--wb-header": "3.5rem",
  },
  light: { ...light, ...bridge },
  dark: { ...night, ...bridge },
});
