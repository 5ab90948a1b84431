/** A person's own page, and the page of all accounts for those who run the server. */
export const ACCOUNT = "/account";
export const ACCOUNTS = "/accounts";

export const workPath = (slug: string) => `/b/${slug}`;

export const dutyPath = (slug: string, duty: string, assignment?: number | string) =>
  assignment === undefined ? `/b/${slug}/work/${duty}` : `/b/${slug}/work/${duty}/${assignment}`;
