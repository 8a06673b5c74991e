import type { COUNTRIES } from '../merchant-record.ts';

type Country = keyof typeof COUNTRIES;

/** What a company's number in its country's register looks like, without blanks and points. */
const REGISTERS: Readonly<Record<Country, readonly [shape: RegExp, example: string]>> = {
  AT: [/^(FN)?\d{1,6}[A-Z]$/, 'FN123456A'],
  BE: [/^(BE)?[01]\d{9}$/, '0123456789'],
  BG: [/^\d{9}(\d{4})?$/, '123456789'],
  CH: [/^CHE\d{9}$/, 'CHE123456789'],
  CY: [/^(HE|C)?\d{1,6}$/, 'HE123456'],
  CZ: [/^\d{8}$/, '12345678'],
  DE: [/^(HR[AB]|GNR|PR|VR)\d{1,6}[A-Z]{0,3}$/, 'HRB 12345'],
  DK: [/^\d{8}$/, '12345678'],
  EE: [/^\d{8}$/, '12345678'],
  ES: [/^[A-HJNP-SUVW]\d{7}[0-9A-J]$/, 'B12345678'],
  FI: [/^\d{7}-?\d$/, '1234567-8'],
  FR: [/^\d{9}(\d{5})?$/, '123456789'],
  GB: [/^([A-Z]{2}\d{6}|\d{6,8}|[A-Z]{2}\d{5}[A-Z])$/, '01234567'],
  GR: [/^\d{9,12}$/, '123456789000'],
  HR: [/^\d{8,9}$|^\d{11}$/, '12345678901'],
  HU: [/^\d{2}-?\d{2}-?\d{6}$/, '01-09-123456'],
  IE: [/^\d{5,6}$/, '123456'],
  IS: [/^\d{6}-?\d{4}$/, '123456-7890'],
  IT: [/^\d{11}$|^[A-Z]{2}-?\d{6,7}$/, '12345678901'],
  LI: [/^FL-?\d{4}-?\d{3}-?\d{3}-?\d$/, 'FL-0001-234-567-8'],
  LT: [/^\d{7}$|^\d{9}$/, '123456789'],
  LU: [/^[A-Z]\d{1,6}$/, 'B123456'],
  LV: [/^[459]\d{10}$/, '40003012345'],
  MT: [/^C\d{1,6}$/, 'C12345'],
  NL: [/^\d{8}$/, '12345678'],
  NO: [/^\d{9}$/, '123456789'],
  PL: [/^\d{9,10}$|^\d{14}$/, '0000123456'],
  PT: [/^\d{9}$/, '123456789'],
  RO: [/^J?\d{2}\/?\d{1,7}\/?\d{4}$|^\d{2,10}$/, 'J40/1234/2020'],
  SE: [/^\d{6}-?\d{4}$/, '556123-4567'],
  SI: [/^\d{7}(\d{3})?$/, '1234567000'],
  SK: [/^\d{8}$/, '12345678'],
};

/** Null, or why no register of that country has it. */
export function registrationProblem(text: string, country: string): string | null {
  if (!Object.hasOwn(REGISTERS, country)) return null;
  const [shape, example] = REGISTERS[country as Country];
  const plain = text.replace(/[\s.]/g, '').toUpperCase();
  return shape.test(plain) ? null : `Legal ID must be a number of that country, such as ${example}`;
}
