import { randomUUIDv7 } from 'node:crypto';
import { ROLE_PERMISSIONS, type UserRole } from '@paydesk/contract/permissions.ts';
import { definitionOf, rightsOf, type GivenRight } from '@paydesk/contract/rights.ts';
import { insertUser } from '../seed/factories.ts';
import type { Client, TestServer } from './server.ts';

interface Given {
  base?: UserRole;
  rights?: readonly GivenRight[];
  merchantId?: string | null;
  name?: string;
  /** In cents. */
  refundUpTo?: bigint;
  reverseUpTo?: bigint;
  /** Of the house: the merchants that it reaches. */
  merchants?: readonly string[];
}

/** A role of a firm's own; where nothing is said, all that somebody of that role may do. */
export async function insertRole(
  { pool }: Pick<TestServer, 'pool'>,
  { merchantId = null, ...given }: Given = {},
): Promise<string> {
  const base = given.base ?? (merchantId ? 'MERCHANT_OPERATOR' : 'BACKOFFICE_TECHNICAL');
  const id = randomUUIDv7();
  await pool.query(
    `insert into roles (id, name, base, rights, merchant_id, refund_up_to_cents, reverse_up_to_cents, created_date, created_by, merchant_ids)
     values ($1, $2, $3, $4, $5, $6, $7, now(), 'Test Person', $8)`,
    [
      id,
      given.name ?? `Role ${id.slice(-8)}`,
      base,
      given.rights ?? rightsOf(base),
      merchantId,
      given.refundUpTo ?? null,
      given.reverseUpTo ?? null,
      given.merchants ?? null,
    ],
  );
  return id;
}

/** All of that role but this, and what is nothing without it. */
export function without(base: UserRole, ...out: readonly GivenRight[]): GivenRight[] {
  const left = rightsOf(base).filter((right) => !out.includes(right));
  const fits = left.filter((right) => {
    const { needs } = definitionOf(right);
    return !needs || left.includes(needs as GivenRight);
  });
  return fits.length === left.length
    ? left
    : without(base, ...rightsOf(base).filter((right) => !fits.includes(right)));
}

/** Somebody who has such a role, signed in. */
export async function withRole(
  server: TestServer,
  given: Required<Pick<Given, 'base' | 'rights'>> & Given,
): Promise<Client & { roleId: string }> {
  const roleId = await insertRole(server, given);
  const { base, merchantId = null } = given;
  const { id } = await insertUser(server.pool, {
    userRole: base,
    permissions: ROLE_PERMISSIONS[base],
    merchantId,
    roleId,
  });
  return { ...(await server.session(id)), roleId };
}
