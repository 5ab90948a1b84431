/** One setting of a report, named by its path: what a reader needs to get the same numbers again. */
export interface Setting {
  name: string;
  value: string;
}

function written(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value)) return value.map(written).join(", ");
  return String(value);
}

/** A recipe of any depth as one list of settings, in its own order. */
export function settingsOf(recipe: unknown, path: string[] = []): Setting[] {
  if (Array.isArray(recipe) && recipe.some((entry) => typeof entry === "object" && entry !== null)) {
    return recipe.flatMap((entry, index) => settingsOf(entry, [...path, String(index + 1)]));
  }
  if (typeof recipe === "object" && recipe !== null && !Array.isArray(recipe)) {
    return Object.entries(recipe).flatMap(([key, value]) => settingsOf(value, [...path, key]));
  }
  return path.length === 0
    ? []
    : [{ name: path.map((part) => part.replaceAll("_", " ")).join(" · "), value: written(recipe) }];
}
