import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type LanguageModel = Schemas["LanguageModel"];
export type NewModel = Schemas["NewModelRequest"];

const beingChecked = ({ check_up }: LanguageModel) => check_up.state === "waiting";

/** The registry; asked again while a check-up is under way. */
export const modelsQuery = queryOptions({
  queryKey: ["models"],
  queryFn: () => answer(client.GET("/api/models")),
  staleTime: 60_000,
  refetchInterval: ({ state }) => (state.data?.some(beingChecked) ? 1_500 : false),
});

export const addModel = (body: NewModel) => answer(client.POST("/api/models", { body }));

export const switchModel = (name: string, enabled: boolean) =>
  answer(client.PATCH("/api/models/{name}", { params: { path: { name } }, body: { enabled } }));

/** Has a worker load the model and answer a sentence. anew: the weights that are there now are the model's. */
export const checkModel = (name: string, anew: boolean) =>
  answer(client.POST("/api/models/{name}/check-ups", { params: { path: { name } }, body: { anew } }));
