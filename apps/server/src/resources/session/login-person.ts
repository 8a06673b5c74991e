import { sql } from 'kysely';
import { audit, type AuditEntry } from '../../platform/audit.ts';
import { isExpired } from '../../platform/auth/expiry.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';

export type LoginPerson = NonNullable<Awaited<ReturnType<typeof personBy>>>;

/** Who wants to sign in, whatever they prove it by. */
export const personBy = (
  { config }: Pick<Services, 'config'>,
  tx: Tx,
  by: 'email' | 'id',
  value: string,
) =>
  tx
    .selectFrom('users')
    .select(['id', 'password_hash', 'status', 'first_name', 'last_name', 'merchant_id'])
    .select(['permissions', 'user_role'])
    .select(isExpired(config).as('expired'))
    .where(by === 'email' ? sql`lower(email)` : 'id', '=', value)
    .where('status', '<>', 'DEACTIVATED')
    .executeTakeFirst();

/** Nobody is audited too: by the address, and so that it takes the same time. */
export async function auditLogin(
  tx: Tx,
  user: LoginPerson | undefined,
  address: string,
  entry: Pick<AuditEntry, 'result' | 'details'>,
): Promise<void> {
  const by = user
    ? {
        userId: user.id,
        userName: `${user.first_name} ${user.last_name}`,
        userRole: user.user_role,
        permissions: user.permissions,
        address,
      }
    : { userId: null, userName: null, address };
  await audit(tx, by, {
    action: 'LOGIN',
    entityType: 'USER',
    entityId: user?.id ?? null,
    merchantId: user?.merchant_id ?? null,
    ...entry,
  });
}
