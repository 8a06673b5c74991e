import type { Resource } from '@paydesk/contract/kernel/resource.ts';
import { holdsAny, type Actor, type Permission } from '@paydesk/contract/permissions.ts';
import { leaves } from '@paydesk/contract/rights.ts';
import { sql, type RawBuilder } from 'kysely';

/** How a value gets into the text: as a parameter, or as a literal where COPY takes none. */
export type Value = (value: string | number | boolean | bigint) => RawBuilder<unknown>;
export const asParameter: Value = (value) => sql`${value}`;

/**
 * Which rows of a resource are this person's: those of the own merchant, all of them for a holder
 * of a READ_ANY_ permission, none for anybody else (SB-03). Lists and single records ask it alike.
 */
export function scopeOf(
  resource: Pick<Resource, 'scope' | 'read'>,
  tenant: string | undefined,
  actor: Actor,
  value: Value = asParameter,
): RawBuilder<boolean> {
  if (resource.scope === 'all') return sql`true`;
  if (actor.merchantId) return sql`${sql.raw(tenant!)} = ${value(actor.merchantId)}::uuid`;
  // said of the row: where rows are spread a condition of none goes with no outer join before PostgreSQL 17
  if (resource.scope !== 'merchant' || !seesAll(resource, actor))
    return tenant ? sql`${sql.raw(tenant)} = any('{}'::uuid[])` : sql`false`;
  const some = merchantsOf(actor);
  // a role of the house may be of some of them
  return some ? sql`${sql.raw(tenant!)} = any(${value(`{${some.join(',')}}`)}::uuid[])` : sql`true`;
}

/** The merchants whose rows are this person's; null: all of them. */
export const merchantsOf = ({ merchantId, role }: Actor): readonly string[] | null =>
  merchantId ? [merchantId] : (role?.merchants ?? null);

export function seesAll(resource: Pick<Resource, 'read'>, actor: Actor): boolean {
  return resource.read.some(
    (permission) => permission.startsWith('READ_ANY_') && actor.permissions.includes(permission),
  );
}

/** True if any row of a kind that belongs to merchants can be this person's to read, by that call. */
export function mayRead(read: readonly Permission[], actor: Actor, key: string): boolean {
  return (
    leaves(actor, key) &&
    holdsAny(actor, read) &&
    (actor.merchantId !== null || seesAll({ read }, actor))
  );
}
