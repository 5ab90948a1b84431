import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import type { components } from "./schema";

export type Health = components["schemas"]["Health"];

/** Which parts of the server answer; asked again while a page is open that waits for one. */
export const healthQuery = queryOptions({
  queryKey: ["health"],
  queryFn: () => answer(client.GET("/api/health")),
  refetchInterval: 5_000,
});
