import type { Enumeration } from './kernel/enumeration.ts';

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

/**
 * Messages of both versions, in words and by their names in the protocol; RReq and RRes are how the bank tells the
 * acquirer of a challenge.
 */
export const MPI_MESSAGE_TYPES = {
  VEReq: 'Enrolment request (VEReq)',
  VERes: 'Enrolment answer (VERes)',
  PAReq: 'Payer check request (PAReq)',
  PARes: 'Payer check answer (PARes)',
  AReq: 'Authentication request (AReq)',
  ARes: 'Authentication answer (ARes)',
  CReq: 'Challenge request (CReq)',
  CRes: 'Challenge answer (CRes)',
  RReq: 'Result notice (RReq)',
  RRes: 'Result answer (RRes)',
} as const satisfies Enumeration;

/** Without that name: it stands where one is open. */
export const mpiWords = (type: keyof typeof MPI_MESSAGE_TYPES): string =>
  MPI_MESSAGE_TYPES[type].replace(/ \(.*$/, '');
