/** Three numbers without leading zeros, then perhaps a stage such as -rc.1: what semantic versioning allows. */
const SEMANTIC = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;

export const isVersion = (text: string) => SEMANTIC.test(text);

/** The version one would most likely publish next: a new minor one, or the first. */
export function nextVersion(versions: readonly string[]): string {
  const highest = versions
    .filter(isVersion)
    .map((version) => version.split("-")[0]?.split(".").map(Number) ?? [])
    .sort(([a = 0, b = 0, c = 0], [d = 0, e = 0, f = 0]) => d - a || e - b || f - c)[0];
  return highest ? `${highest[0]}.${(highest[1] ?? 0) + 1}.0` : "1.0.0";
}
