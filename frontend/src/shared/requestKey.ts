/** A key nobody else makes. Not `crypto.randomUUID`, which a page on plain http does not have. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}

/**
 * Gives each thing to send its key: the same one as long as the same is sent, so that a second press, or a
 * press after an answer that was lost, makes nothing twice.
 */
export function requestKeys(): (body: unknown) => string {
  const keys = new Map<string, string>();
  return (body) => {
    const text = JSON.stringify(body);
    const key = keys.get(text) ?? newKey();
    keys.set(text, key);
    return key;
  };
}
