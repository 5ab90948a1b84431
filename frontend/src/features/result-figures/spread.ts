/**
 * Places for names near where they belong, none closer to the next than `gap`, all between `low` and `high`
 * where there is room for them. The order of the places stays.
 */
export function spread(places: readonly number[], gap: number, low: number, high: number): number[] {
  const order = places.map((_, index) => index).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const spots = order.map((index) => places[index] ?? 0);
  for (let at = 1; at < spots.length; at++) spots[at] = Math.max(spots[at] ?? 0, (spots[at - 1] ?? 0) + gap);
  let edge = high;
  for (let at = spots.length - 1; at >= 0; at--) {
    spots[at] = Math.min(spots[at] ?? 0, edge);
    edge = (spots[at] ?? 0) - gap;
  }
  // More names than there is room for run over the far end, never over each other.
  let least = low;
  for (let at = 0; at < spots.length; at++) {
    spots[at] = Math.max(spots[at] ?? 0, least);
    least = (spots[at] ?? 0) + gap;
  }
  const found = new Array<number>(places.length);
  order.forEach((index, at) => {
    found[index] = spots[at] ?? 0;
  });
  return found;
}
