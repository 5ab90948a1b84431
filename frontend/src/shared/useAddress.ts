import {
  createSearchParams,
  type NavigateOptions,
  type URLSearchParamsInit,
  useSearchParams,
} from "react-router";

type Wanted = URLSearchParamsInit | ((drawn: URLSearchParams) => URLSearchParamsInit);

/**
 * The search part of the address, and a way to change it. A page is drawn a moment after its address changes;
 * whoever chooses twice within that moment keeps both choices: what differs from the drawn page goes into the
 * address as it stands by then.
 */
export function useAddress(): [URLSearchParams, (wanted: Wanted, options?: NavigateOptions) => void] {
  const [drawn, setSearch] = useSearchParams();
  const change = (wanted: Wanted, options?: NavigateOptions) => {
    const asked = createSearchParams(typeof wanted === "function" ? wanted(drawn) : wanted);
    setSearch(joined(new URLSearchParams(window.location.search), drawn, asked), options);
  };
  return [drawn, change];
}

/** The address with the change from what is drawn to what is asked for. Each name stands once. */
export function joined(address: URLSearchParams, drawn: URLSearchParams, asked: URLSearchParams) {
  const next = new URLSearchParams(address);
  for (const name of new Set([...drawn.keys(), ...asked.keys()])) {
    const value = asked.get(name);
    if (value === drawn.get(name)) continue;
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}
