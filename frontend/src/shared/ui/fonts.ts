import "@fontsource-variable/source-sans-3/wght.css";
import "@fontsource-variable/source-serif-4/wght.css";

/** Chinese faces are cut into a hundred small files; even their list is only wanted where Chinese is shown. */
export function loadChineseFont(): void {
  void import("@fontsource-variable/noto-sans-sc/wght.css");
}

/**
 * Emoji in outlines, which every browser draws; the coloured ones from the same place only Firefox and Safari do.
 * Cut by ranges of characters: a file is fetched only where a text has one of its emoji.
 */
export function loadEmojiFont(): void {
  void import("@fontsource-variable/noto-emoji/wght.css");
}
