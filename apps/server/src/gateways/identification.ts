/** Who proves for a person who they are, and takes their signature: on a page of its own, or by a code on a phone. */

export type IdentificationMethod = 'SMART_ID' | 'MOBILE_ID' | 'BANK_LINK' | 'ID_CARD';

export interface IdentificationRequest {
  /** The authentication's or signature's id, the service's idempotency key. */
  id: string;
  purpose: 'AUTHENTICATION' | 'SIGNING';
  method: IdentificationMethod;
  /** Whose personal id it is, two letters. */
  country: string;
  personalId: string;
  phone: string | null;
  /** For whom, as the person reads it. */
  merchantName: string;
  /** Where its page sends the person back to. */
  returnTo: string;
  /** Whether the page is to stand inside the checkout. */
  frame: boolean;
  /** What is signed. */
  document: { name: string; sha256: string } | null;
}

/**
 * A page to go to, or a code to compare with what the phone shows, or both; `framed`: the page can stand inside the
 * checkout. Refused: it never begins.
 */
export type IdentificationBegun =
  | {
      outcome: 'begun';
      url: string | null;
      framed: boolean;
      code: string | null;
      provider: string;
    }
  | { outcome: 'refused'; reason: string };

export type IdentificationAnswer =
  | {
      outcome: 'done';
      firstName: string;
      lastName: string;
      personalId: string;
      /** Of a signature. */
      signedObjectId: string | null;
    }
  /** EXPIRED: nobody answered in time; REFUSED: the person did not want to; FAULT: anything else. */
  | { outcome: 'failed'; reason: string; code: 'EXPIRED' | 'REFUSED' | 'FAULT' }
  | { outcome: 'open' };

export interface Identification {
  /** The same id is the same asking; throws where it can't tell, and is tried again under it. */
  begin(request: IdentificationRequest): Promise<IdentificationBegun>;
  /** What became of it; one that never began has failed, and stays so. Throws where there is no answer. */
  inquire(id: string): Promise<IdentificationAnswer>;
  close(): Promise<void>;
}
