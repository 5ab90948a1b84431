import type { Behind, ResultsFilter } from "@/api/results";

export const FIELDS = ["release", "language", "dimension", "type", "ratio_from", "ratio_to"] as const;

export const EMPTY: ResultsFilter = {
  release: "",
  language: "",
  dimension: "",
  type: "",
  ratio_from: "",
  ratio_to: "",
};

/** Whether nothing could lie between two bounds; one that is not set bounds nothing. */
export const isEmptyRange = (from: string, to: string) => Number(from || 0) >= Number(to || 1);

/** The filter an address asks for. Bounds that are no fractions, or leave no room between them, count as none. */
export function filterOf(place: URLSearchParams): ResultsFilter {
  const bound = (name: string) => {
    const text = place.get(name) ?? "";
    const number = Number(text);
    return text.trim() !== "" && number >= 0 && number <= 1 ? text : "";
  };
  const [from, to] = [bound("ratio_from"), bound("ratio_to")];
  const apart = !isEmptyRange(from, to);
  return {
    release: place.get("release") ?? "",
    language: place.get("language") ?? "",
    dimension: place.get("dimension") ?? "",
    type: place.get("type") ?? "",
    ratio_from: apart ? from : "",
    ratio_to: apart ? to : "",
  };
}

/** The same address with another filter; what else stands in it stays. */
export function withFilter(place: URLSearchParams, filter: ResultsFilter): URLSearchParams {
  const next = new URLSearchParams(place);
  for (const field of FIELDS) {
    if (filter[field] === "") next.delete(field);
    else next.set(field, filter[field]);
  }
  return next;
}

export const isNarrowed = (filter: ResultsFilter) => FIELDS.some((field) => filter[field] !== "");

/** A share in percent, as people write it, from an address's fraction; and back. Both keep whole numbers whole. */
export const percentOf = (fraction: string) =>
  fraction === "" ? "" : String(Number((Number(fraction) * 100).toFixed(4)));
export const fractionOf = (percent: string) =>
  percent === "" ? "" : String(Number((Number(percent) / 100).toFixed(6)));

/** Where a number leads: its run's pairs under the same filters, in the order of its metric. */
export function pairsOf(behind: Behind, filter: ResultsFilter): URLSearchParams {
  const narrowed = {
    ...filter,
    language: behind.language || filter.language,
    dimension: behind.dimension || filter.dimension,
    type: behind.type || filter.type,
  };
  return withFilter(
    new URLSearchParams({ run: String(behind.run), order: orderOf(behind.metric) }),
    narrowed,
  );
}

/** The same from a cell of the paper's tables, which says so: the way back leads to the tables. */
export function pairsOfCell(behind: Behind, release: string): URLSearchParams {
  const query = pairsOf(behind, { ...EMPTY, release });
  query.set("from", "tables");
  return query;
}

/** The way back from the pairs. What narrowed a cell of the tables is no filter of theirs. */
export function backOf(place: URLSearchParams): URLSearchParams {
  const filter = filterOf(place);
  return place.get("from") === "tables"
    ? withFilter(new URLSearchParams({ tab: "tables" }), { ...EMPTY, release: filter.release })
    : withFilter(new URLSearchParams(), filter);
}

/** MAP* is MAP, over fewer pairs. */
const orderOf = (metric: string) => (metric === "map_star" ? "map" : metric || "name");
