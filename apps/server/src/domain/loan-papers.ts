import type { AgreementFacts, SecciFacts } from './lending/facts.ts';
import { agreement } from './loan-papers/agreement.ts';
import { pdfOf } from '../platform/pdf.ts';
import { secci } from './loan-papers/secci.ts';

/** The papers of a loan as PDF; the same facts give the same bytes. */

/** What is to be read before consent. */
export const secciPdf = (facts: SecciFacts): Promise<Uint8Array> => pdfOf(secci(facts));

/** What is signed. */
export const agreementPdf = (facts: AgreementFacts): Promise<Uint8Array> => pdfOf(agreement(facts));
