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

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** Sends one request as the signed-in person. Answers the body, or null for 204. Throws a Problem. */
export async function send<Answer>(method: Method, path: string, body?: object): Promise<Answer> {
  const headers = new Headers({ Accept: "application/json" });
  if (method !== "GET") headers.set("X-CSRFToken", csrfToken());
  let payload: BodyInit | null = null;
  if (body instanceof FormData) payload = body;
  else if (body) {
    headers.set("Content-Type", "application/json");
    payload = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(path, { method, headers, body: payload, credentials: "same-origin" });
  } catch (error) {
    // fetch throws a TypeError for every network failure; anything else is ours to see.
    if (error instanceof TypeError) throw networkProblem();
    throw error;
  }
  if (response.status === 204) return null as Answer;
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw problemFrom(response.status, answer);
  return answer as Answer;
}
