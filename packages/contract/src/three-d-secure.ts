import type { Enumeration } from './kernel/enumeration.ts';

/** The messages of 3-D Secure 1, and of 2: RReq and RRes are how the bank tells the acquirer of a challenge. */
export const MPI_MESSAGE_TYPES = {
  VEReq: 'VEReq',
  VERes: 'VERes',
  PAReq: 'PAReq',
  PARes: 'PARes',
  AReq: 'AReq',
  ARes: 'ARes',
  CReq: 'CReq',
  CRes: 'CRes',
  RReq: 'RReq',
  RRes: 'RRes',
} as const satisfies Enumeration;

/** What 3-D Secure came to, by the two digits that each scheme writes: Visa and others from 05 on, Mastercard below. */
const ECI_WORDS: Readonly<Record<string, string>> = {
  '05': 'authenticated',
  '02': 'authenticated',
  '06': 'attempted',
  '01': 'attempted',
  '07': 'not authenticated',
  '00': 'not authenticated',
};

/** '05 – authenticated'; digits that nobody knows stand alone. */
export const eciWords = (eci: string): string =>
  ECI_WORDS[eci] ? `${eci} – ${ECI_WORDS[eci]}` : eci;
