/** Addresses of the pages for admins and seniors, below a benchmark's own. */
const below = (slug: string, rest: string) => `/b/${slug}/${rest}`;

export const overviewPath = (slug: string) => below(slug, "overview");
export const importPath = (slug: string, id?: number) =>
  below(slug, id === undefined ? "import" : `import?import=${id}`);
export const itemsOfImportPath = (slug: string, id: number) => below(slug, `items?import=${id}`);
export const itemsPath = (slug: string, state?: string) =>
  below(slug, state ? `items?state=${state}` : "items");
export const itemPath = (slug: string, item: number) => below(slug, `items/${item}`);
export const peoplePath = (slug: string) => below(slug, "people");
export const assignmentsPath = (slug: string, username?: string) =>
  below(slug, username ? `assignments?username=${encodeURIComponent(username)}` : "assignments");
export const assignPath = (slug: string) => below(slug, "assignments/new");
export const runsPath = (slug: string) => below(slug, "runs");
export const bringScoresPath = (slug: string) => below(slug, "runs/external");
export const runPath = (slug: string, run: number | string) => below(slug, `runs/${run}`);
export const reportPath = (slug: string, run: number | string) => below(slug, `runs/${run}/report`);
export const reportItemPath = (slug: string, run: number | string, item: number, pair?: number) =>
  below(slug, `runs/${run}/report/${item}${pair === undefined ? "" : `?pair=${pair}`}`);
export const resultsPath = (slug: string, query?: URLSearchParams) =>
  below(slug, query?.size ? `results?${query}` : "results");
export const resultPairsPath = (slug: string, query: URLSearchParams) =>
  below(slug, `results/pairs?${query}`);
export const releasesPath = (slug: string) => below(slug, "releases");
export const releasePath = (slug: string, version: string) =>
  below(slug, `releases/${encodeURIComponent(version)}`);
export const comparePath = (slug: string, older?: string, newer?: string) =>
  below(
    slug,
    older && newer ? `releases/compare?${new URLSearchParams({ older, newer })}` : "releases/compare",
  );
export const heldBackPath = (slug: string) => below(slug, "test-part");
export const modelsPath = (slug: string) => below(slug, "models");
