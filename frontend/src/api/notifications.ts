import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import type { components } from "./schema";

export type Notification = components["schemas"]["Notification"];

export const notificationsQuery = queryOptions({
  queryKey: ["notifications"],
  queryFn: () => answer(client.GET("/api/notifications")),
  refetchInterval: 60_000,
  refetchOnWindowFocus: true,
});
