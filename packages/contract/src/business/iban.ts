/**
 * What follows the country and the check digits of an IBAN, as the registry of ISO 13616 has it: n digits,
 * a capital letters, c either. A table of 80 short lines in place of a library: it is all that one would be
 * used for, and both sides read it (ADR 91).
 */
const SHAPES: Readonly<Record<string, string>> = {
  AD: '8n12c',
  AE: '19n',
  AL: '8n16c',
  AT: '16n',
  AZ: '4a20c',
  BA: '16n',
  BE: '12n',
  BG: '4a6n8c',
  BH: '4a14c',
  BR: '23n1a1c',
  BY: '4c4n16c',
  CH: '5n12c',
  CR: '18n',
  CY: '8n16c',
  CZ: '20n',
  DE: '18n',
  DK: '14n',
  DO: '4c20n',
  EE: '16n',
  EG: '25n',
  ES: '20n',
  FI: '14n',
  FO: '14n',
  FR: '10n11c2n',
  GB: '4a14n',
  GE: '2c16n',
  GI: '4a15c',
  GL: '14n',
  GR: '7n16c',
  GT: '4c20c',
  HR: '17n',
  HU: '24n',
  IE: '4c14n',
  IL: '19n',
  IQ: '4a15n',
  IS: '22n',
  IT: '1a10n12c',
  JO: '4a4n18c',
  KW: '4a22c',
  KZ: '3n13c',
  LB: '4n20c',
  LC: '4a24c',
  LI: '5n12c',
  LT: '16n',
  LU: '3n13c',
  LV: '4a13c',
  LY: '21n',
  MC: '10n11c2n',
  MD: '2c18c',
  ME: '18n',
  MN: '16n',
  NI: '4a20n',
  OM: '3n16c',
  RU: '14n15c',
  SO: '19n',
  YE: '4a4n18c',
  MK: '3n10c2n',
  MR: '23n',
  MT: '4a5n18c',
  MU: '4a19n3a',
  NL: '4a10n',
  NO: '11n',
  PK: '4c16c',
  PL: '24n',
  PS: '4c21c',
  PT: '21n',
  QA: '4a21c',
  RO: '4a16c',
  RS: '18n',
  SA: '2n18c',
  SC: '4a20n3a',
  SD: '14n',
  SE: '20n',
  SI: '15n',
  SK: '20n',
  SM: '1a10n12c',
  ST: '21n',
  SV: '4a20n',
  TL: '19n',
  TN: '20n',
  TR: '5n17c',
  UA: '6n19c',
  VA: '18n',
  VG: '4c16n',
  XK: '16n',
};
const CLASSES = { n: '[0-9]', a: '[A-Z]', c: '[A-Z0-9]' } as const;

/** As it is kept and compared: without the spaces that people write between its groups. */
export const plainIban = (text: string) => text.replace(/\s/g, '').toUpperCase();

/** Null, or why no money could go there: its country's shape, and the check digits (ISO 13616). */
export function ibanProblem(text: string): string | null {
  const iban = plainIban(text);
  const wrong = 'IBAN is invalid';
  const country = iban.slice(0, 2);
  const shape = Object.hasOwn(SHAPES, country) ? SHAPES[country]! : null;
  if (shape === null) return wrong;
  const account = shape.replace(
    /(\d+)([nac])/g,
    (_, count: string, kind: keyof typeof CLASSES) => `${CLASSES[kind]}{${count}}`,
  );
  if (!new RegExp(`^[A-Z]{2}[0-9]{2}${account}$`).test(iban)) return wrong;
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((one) => Number.parseInt(one, 36));
  return BigInt(digits.join('')) % 97n === 1n ? null : wrong;
}
