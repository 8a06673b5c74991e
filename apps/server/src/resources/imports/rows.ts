import type { RowVerdict } from '@paydesk/contract/imports.ts';
import type { Encryption } from '../../platform/encryption.ts';
import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import type { Row } from './check.ts';
import type { Found } from './refer.ts';

/** On whose word rows come in: who is named beside money that went back, and in the audit log. */
export interface By {
  userId: string;
  userName: string;
  address: string | null;
  /** Of a core that calls by itself: its key, which stands in the audit log as who did it. */
  keyId?: string;
  /** What lies sealed here is sealed as it comes in. */
  encryption: Encryption;
}

export const inTheLog = ({ keyId, userId, userName, address }: By) => ({
  userName,
  address,
  userId: keyId ?? userId,
});

/** What came last of a row that is here. */
export interface Known {
  id: string;
  digest: Buffer;
}

export interface Verdict {
  verdict: RowVerdict;
  /** Of a row that is there. */
  id: string | null;
  errors: readonly FieldError[];
}

/** A row that may come in: its own new id, and what it refers to. */
export interface Coming {
  row: Row;
  id: string;
  found: Found;
}

export const refusedFor = (field: string, message: string): Verdict => ({
  verdict: 'REFUSED',
  id: null,
  errors: [{ field, message }],
});
