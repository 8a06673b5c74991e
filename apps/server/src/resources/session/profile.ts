import { rolesOf, USER_STATUSES, type UserStatus } from '@paydesk/contract/permissions.ts';
import { closedBy } from '@paydesk/contract/rights.ts';
import type { Me } from '@paydesk/contract/resources/session/profile.ts';
import { sql } from 'kysely';
import { avatars } from '../../gateways/avatars.ts';
import { audit, changes } from '../../platform/audit.ts';
import { pendingEmail } from '../../platform/auth/email-changes.ts';
import { STEP_UP_MINUTES, type SignedIn } from '../../platform/auth/sessions.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/database.ts';
import { merged } from '../../platform/edits.ts';
import { notFound } from '../../platform/errors.ts';
import { isFactorRequired } from '../../platform/http/access.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { refuseWhileDisabled } from '../../platform/own-merchant.ts';
import type { Services } from '../../platform/services.ts';

/** The own user (API-07..09). */
export function profileHandlers({
  database,
  config,
}: Services): Handlers<
  | 'GET /api/users/me'
  | 'PUT /api/users/me'
  | 'GET /api/users/me/company'
  | 'GET /api/users/me/avatar'
> {
  const pictures = avatars(config.AVATAR_URL);
  return {
    'GET /api/users/me': ({ actor }) => meOf(database.kysely, actor, config),
    'PUT /api/users/me': async ({ actor, body }) => {
      return database.transaction('all', async (tx) => {
        await refuseWhileDisabled(tx, actor);
        const before = await tx
          .selectFrom('users')
          .select(['first_name', 'last_name', 'phone_number'])
          .where('id', '=', actor.userId)
          .forUpdate()
          .executeTakeFirstOrThrow();
        const taken = await merged(tx, actor, { id: actor.userId }, body, {
          firstName: before.first_name,
          lastName: before.last_name,
          phoneNumber: before.phone_number,
        });
        const given = {
          first_name: taken.firstName.trim(),
          last_name: taken.lastName.trim(),
          phone_number: taken.phoneNumber.trim(),
        };
        await tx
          .updateTable('users')
          .set({ ...given, updated_date: sql`pg_catalog.now()`, updated_by: actor.userName })
          .where('id', '=', actor.userId)
          .execute();
        await audit(tx, actor, {
          action: 'UPDATE_PROFILE',
          entityType: 'USER',
          entityId: actor.userId,
          merchantId: actor.merchantId,
          result: 'SUCCESS',
          details: { changes: changes(before, given) },
        });
        return meOf(tx, actor, config);
      });
    },
    'GET /api/users/me/company': async ({ actor }) => {
      const { merchantName, position, userRole } = await meOf(database.kysely, actor, config);
      // staff work for no merchant
      if (merchantName === null) throw notFound();
      return { companyName: merchantName, position, role: userRole };
    },
    'GET /api/users/me/avatar': async ({ actor }) => {
      const { email } = await meOf(database.kysely, actor, config);
      return { image: await pictures.find(email) };
    },
  };
}

async function meOf(db: Db, actor: SignedIn, config: Config): Promise<Me> {
  const user = await db
    .selectFrom('users as u')
    .leftJoin('merchants as m', 'm.id', 'u.merchant_id')
    .selectAll('u')
    .select('m.name as merchant_name')
    .select(pendingEmail.as('pending_email'))
    .select(
      sql<
        string | null
      >`(select second_factor_date + make_interval(mins => ${STEP_UP_MINUTES}) from sessions
            where id = ${actor.sessionId})`.as('step_up_until'),
    )
    .select(
      sql<bigint>`(select count(*) from recovery_codes r where r.user_id = u.id and used_date is null)`.as(
        'recovery_codes_left',
      ),
    )
    .select(
      sql<boolean>`exists (select from second_factors f
        where f.user_id = u.id and f.confirmed_date is not null)`.as('app'),
    )
    .select(sql<bigint>`(select count(*) from passkeys p where p.user_id = u.id)`.as('passkeys'))
    .where('u.id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  return {
    id: user.id,
    email: user.email,
    pendingEmail: user.pending_email,
    firstName: user.first_name,
    lastName: user.last_name,
    phoneNumber: user.phone_number,
    position: user.position,
    description: user.description,
    userRole: actor.userRole,
    roles: rolesOf(actor.userRole),
    userPermissions: [...actor.permissions],
    role: actor.role ? { ...actor.role, closes: closedBy(actor.role.lacks) } : null,
    viewing: actor.viewing ?? null,
    status: { name: user.status, description: USER_STATUSES[user.status as UserStatus] },
    merchantId: actor.merchantId,
    merchantName: user.merchant_name,
    passwordExpired: actor.passwordExpired,
    secondFactor: {
      on: actor.secondFactor.on,
      required: isFactorRequired(actor, config),
      stepUpUntil: actor.secondFactor.fresh ? user.step_up_until : null,
      recoveryCodesLeft: Number(user.recovery_codes_left),
      app: user.app,
      passkeys: Number(user.passkeys),
    },
    createdDate: user.created_date,
  };
}
