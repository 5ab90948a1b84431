import { networkProblem, problemFrom } from "./problem";

type Method = "GET" | "POST" | "PATCH" | "DELETE";

function csrfToken(): string {
  return /(?:^|;\s*)csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
}

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
