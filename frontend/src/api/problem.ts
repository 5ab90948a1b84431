/** A refusal of the server (application/problem+json) or of the network, with a sentence for a person. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string[]>;
  /** Further members of the document, such as the two versions of a draft. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    detail: string,
    fields: Record<string, string[]> = {},
    members: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail);
    this.name = "Problem";
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.members = members;
  }

  /** Whether it says nothing about the request itself, so that the same request may succeed later. */
  get mayPass(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** Reads whatever a failed request answered; a page that is no problem document keeps its status at least. */
export function problemFrom(status: number, body: unknown): Problem {
  if (typeof body === "object" && body !== null) {
    const { code, detail, title, errors, ...members } = body as Record<string, unknown>;
    if (typeof code === "string") {
      const sentence = typeof detail === "string" && detail ? detail : String(title ?? code);
      return new Problem(status, code, sentence, fieldErrors(errors), members);
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
