/** 'BB-21876' of 'Order BB-21876, crime novel': the number by which a shop's own words name an order, or null. */
export const numberNamed = (words: string | null): string | null =>
  /\border\s+(?:no\.?\s+|number\s+|#)?([\w/-]*\d[\w/-]*)/i.exec(words ?? '')?.[1] ?? null;
