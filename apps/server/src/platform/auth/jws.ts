import { constants, verify } from 'node:crypto';
import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { noteUsed } from './machines.ts';

/**
 * Compact JSON Web Signatures (RFC 7515) by a merchant's certificate: what a page carries that it did not
 * write itself. RSA keys alone, as certificates have them, and by an algorithm that is named here; nothing
 * of the header but `alg`, `kid` and `typ` is followed (ADR 116).
 */

const ALGORITHMS = {
  RS256: { padding: constants.RSA_PKCS1_PADDING },
  PS256: {
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
  },
} as const;

/** A basket of two hundred items fits, and so does an address with it in it. */
const MOST_CHARACTERS = 64 * 1024;
const PART = '[A-Za-z0-9_-]+';
const FORM = new RegExp(`^(${PART})\\.(${PART})\\.(${PART})$`);

/** True for what is meant to be one. */
export const isJws = (text: string): boolean => FORM.test(text);

/** What is in it; where there is a problem, that is nobody's word. */
export interface Proved {
  payload: unknown;
  problem: string | null;
}

/** What is in it, where a certificate of this merchant that is good now signed it; or what is wrong. */
export async function provedBy(
  database: Database,
  merchantId: string,
  text: string,
): Promise<Proved> {
  const [, head, body, signature] = (text.length <= MOST_CHARACTERS && FORM.exec(text)) || [];
  const header = head && objectIn(head);
  const payload = body ? objectIn(body) : null;
  const wrong = (problem: string): Proved => ({ payload, problem });
  if (!header || !body || !signature) return wrong('The signed basket is no compact JWS');
  const { alg, kid } = header;
  if (typeof alg !== 'string' || !Object.hasOwn(ALGORITHMS, alg))
    return wrong(`The signed basket’s alg must be one of ${Object.keys(ALGORITHMS).join(', ')}`);
  if ('crit' in header || 'b64' in header)
    return wrong('The signed basket asks for an extension that is not known');
  if (typeof kid !== 'string' || !isUuid(kid))
    return wrong('The signed basket’s kid must be the id of a certificate');
  const [found] = await database.run(
    sql<{ id: string; public_key: string; used_lately: boolean }>`
      select id, public_key,
        coalesce(last_used_date > pg_catalog.now() - interval '1 minute', false) as used_lately
      from certificates
      where id = ${kid}::uuid and merchant_id = ${merchantId} and disabled_date is null
        and expiration_date > pg_catalog.now()`,
    'all',
  );
  const key = found && {
    key: found.public_key,
    ...ALGORITHMS[alg as keyof typeof ALGORITHMS],
  };
  // the same for a certificate that is unknown, disabled or expired, and for a wrong signature
  if (
    !key ||
    !verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))
  )
    return wrong('The signed basket’s signature is not accepted');
  if (!found.used_lately)
    await noteUsed(database, 'certificates', { ...found, merchant_id: merchantId });
  return { payload, problem: null };
}

function objectIn(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return value && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
