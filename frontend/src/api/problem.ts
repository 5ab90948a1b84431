/** A refusal of the server (application/problem+json) or of the network, with a sentence for a person. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string[]>;

  constructor(status: number, code: string, detail: string, fields: Record<string, string[]> = {}) {
    super(detail);
    this.name = "Problem";
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/** Reads whatever a failed request answered; a page that is no problem document keeps its status at least. */
export function problemFrom(status: number, body: unknown): Problem {
  if (typeof body === "object" && body !== null) {
    const { code, detail, title, errors } = body as Record<string, unknown>;
    if (typeof code === "string") {
      const sentence = typeof detail === "string" && detail ? detail : String(title ?? code);
      return new Problem(status, code, sentence, fieldErrors(errors));
    }
  }
  return new Problem(status, status >= 500 ? "server_error" : "unexpected_answer", "");
}

function fieldErrors(errors: unknown): Record<string, string[]> {
  if (typeof errors !== "object" || errors === null) return {};
  return Object.fromEntries(
    Object.entries(errors).map(([field, messages]) => [
      field,
      Array.isArray(messages) ? messages.map(String) : [String(messages)],
    ]),
  );
}

/** The request never reached the server or the answer never came back. */
export function networkProblem(): Problem {
  return new Problem(0, "unreachable", "");
}
