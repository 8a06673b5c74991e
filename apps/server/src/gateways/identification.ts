import type { AUTHENTICATION_METHODS } from '@paydesk/contract/resources/authentications.ts';

/** Who makes sure of people, and has them sign from afar (LN, FI-07, FI-08). */

export type IdentificationMethod = keyof typeof AUTHENTICATION_METHODS;

export interface IdentificationRequest {
  /** The authentication's or signature's id, and the idempotency key: the same id is the same session. */
  sessionId: string;
  purpose: 'AUTHENTICATION' | 'SIGNING';
  method: IdentificationMethod;
  /** Who it is to be. */
  country: string;
  personalId: string;
  phone: string | null;
  /** For whom, as the person reads it. */
  merchantName: string;
  /** What is signed; of an authentication nothing. */
  document: { title: string; sha256: string } | null;
  /** Where a page sends the person back to. */
  returnTo: string;
  /** Whether it stands inside the checkout. */
  frame: boolean;
}

export type IdentificationBegun =
  /**
   * `url`: a page to be at, `framed` where it can stand inside the checkout; null where the person needs none.
   * `code`: what the person's own device shows too, and what is to be compared; null where there is none.
   */
  | { outcome: 'begun'; url: string | null; framed: boolean; code: string | null }
  | { outcome: 'refused'; reason: string };

export type IdentificationAnswer =
  | {
      outcome: 'done';
      /** Who it was; whether that is who it was to be is ours to say. */
      person: { country: string; personalId: string; firstName: string; lastName: string };
      /** What was signed, by the service's own name of the signature; of an authentication nothing. */
      signature: { id: string; sha256: string } | null;
    }
  | { outcome: 'open' }
  /** `code` EXPIRED where nobody answered in time, REFUSED where the person did not want to. */
  | { outcome: 'failed'; reason: string; code: 'EXPIRED' | 'REFUSED' | 'FAULT' };

/** Each throws where it can't tell, and is asked again under the same id. */
export interface Identification {
  /** Begins a session, or gives the one that was begun. */
  begin(request: IdentificationRequest): Promise<IdentificationBegun>;
  /** What came of it; a session that never began has failed, and stays so. */
  inquire(sessionId: string): Promise<IdentificationAnswer>;
}
