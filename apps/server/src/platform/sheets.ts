/** With which signs a sheet takes a text for a formula; some take those of wide letters, too. */
export const FORMULA_SIGNS = [
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\uff1d',
  '\uff0b',
  '\uff0d',
  '\uff20',
] as const;

/** As no sheet runs it. */
export const unrun = (text: string): string =>
  FORMULA_SIGNS.some((sign) => text.startsWith(sign)) ? `'${text}` : text;
