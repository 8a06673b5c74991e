import { rolesOf, USER_STATUSES, type UserStatus } from '@paydesk/contract/permissions.ts';
import type { Me } from '@paydesk/contract/resources/session/profile.ts';
import { sql } from 'kysely';
import { STEP_UP_MINUTES } from '../../platform/auth/sessions.ts';
import { isFactorRequired } from '../../platform/http/access.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Services } from '../../platform/services.ts';

/** The own user (API-07). */
export function profileHandlers({ database, config }: Services): Handlers<'GET /api/users/me'> {
  return {
    'GET /api/users/me': async ({ actor }): Promise<Me> => {
      const user = await database.kysely
        .selectFrom('users as u')
        .leftJoin('merchants as m', 'm.id', 'u.merchant_id')
        .selectAll('u')
        .select('m.name as merchant_name')
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
        .where('u.id', '=', actor.userId)
        .executeTakeFirstOrThrow();
      return {
        id: user.id,
        email: user.email,
        firstName: user.first_name,
        lastName: user.last_name,
        phoneNumber: user.phone_number,
        position: user.position,
        description: user.description,
        userRole: user.user_role,
        roles: rolesOf(user.user_role),
        userPermissions: user.permissions,
        status: { name: user.status, description: USER_STATUSES[user.status as UserStatus] },
        merchantId: user.merchant_id,
        merchantName: user.merchant_name,
        passwordExpired: actor.passwordExpired,
        secondFactor: {
          on: actor.secondFactor.on,
          required: isFactorRequired(actor, config),
          stepUpUntil: actor.secondFactor.fresh ? user.step_up_until : null,
          recoveryCodesLeft: Number(user.recovery_codes_left),
        },
        createdDate: user.created_date,
      };
    },
  };
}
