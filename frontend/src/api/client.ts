import createClient from "openapi-fetch";
import { networkProblem, problemFrom } from "./problem";
import type { paths } from "./schema";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

function csrfToken(): string {
  return /(?:^|;\s*)csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
}

/** The API as its OpenAPI document describes it, called as the signed-in person. Every refusal is a Problem. */
export const client = createClient<paths>({ credentials: "same-origin" });

client.use({
  onRequest({ request }) {
    if (!SAFE.has(request.method)) request.headers.set("X-CSRFToken", csrfToken());
    return request;
  },
  async onResponse({ response }) {
    if (response.ok) return;
    throw problemFrom(response.status, await response.json().catch(() => null));
  },
  onError: () => networkProblem(),
});

/** The body of an answer; a refusal was thrown before it came to that. */
export async function answer<Body>(call: Promise<{ data?: Body }>): Promise<Body> {
  const { data } = await call;
  return data as Body;
}
