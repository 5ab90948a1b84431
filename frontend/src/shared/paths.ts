export const workPath = (slug: string) => `/b/${slug}`;

export const dutyPath = (slug: string, duty: string, assignment?: number | string) =>
  assignment === undefined ? `/b/${slug}/work/${duty}` : `/b/${slug}/work/${duty}/${assignment}`;
