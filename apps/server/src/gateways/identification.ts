/** Who proves for a person who they are, and takes their signature: on a page of its own, or by a code on a phone. */

export type IdentificationMethod = 'SMART_ID' | 'MOBILE_ID' | 'BANK_LINK' | 'ID_CARD';

export interface IdentificationRequest {
  /** The authentication's or signature's id, the service's idempotency key. */
  id: string;
  purpose: 'AUTHENTICATION' | 'SIGNING';
  method: IdentificationMethod;
  personalId: string;
  phone: string | null;
  /** Where its page sends the person back to. */
  returnTo: string;
  /** What is signed. */
  document: { name: string; sha256: string } | null;
}

/** A page to go to, or a code to compare with what the phone shows, or both; refused: it never begins. */
export type IdentificationBegun =
  | { outcome: 'begun'; url: string | null; code: string | null; provider: string }
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
  | { outcome: 'failed'; reason: string }
  | { outcome: 'open' };

export interface Identification {
  /** The same id is the same asking; throws where it can't tell, and is tried again under it. */
  begin(request: IdentificationRequest): Promise<IdentificationBegun>;
  /** What became of it; one that never began has failed, and stays so. Throws where there is no answer. */
  inquire(id: string): Promise<IdentificationAnswer>;
  close(): Promise<void>;
}
