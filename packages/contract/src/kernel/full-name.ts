/** First name, then last: what there is of them. The server's lists say it so too. */
export const fullName = (first: string | null | undefined, last: string | null | undefined) =>
  [first, last].filter(Boolean).join(' ');
