/** '3–60', or '3' where there is nothing between. */
export const spanWords = (least: string, most: string): string =>
  least === most ? least : `${least}–${most}`;

/** How long a product lends: '3–60 months', '1 month'. */
export const termWords = (least: number, most: number): string =>
  `${spanWords(String(least), String(most))} month${most === 1 ? '' : 's'}`;
