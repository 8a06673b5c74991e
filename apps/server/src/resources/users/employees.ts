import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { whyNoEmployee } from '@paydesk/contract/resources/users/actions.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { readRecord } from '../../platform/record.ts';
import { recordHandlers } from '../../platform/record/handlers.ts';
import type { Services } from '../../platform/services.ts';
import { userRecord } from './record.ts';

type Key =
  | 'PUT /api/user-merchant/employees'
  | 'PUT /api/user-merchant/employees/role'
  | 'DELETE /api/user-merchant/employees/{id}';

/** The specification's calls for a merchant's people: other doors to the same actions. */
export function employeeHandlers(services: Services): Handlers<Key> {
  const on = recordHandlers(services, userRecord);

  /** The person whom it is about; staff have their own doors. */
  async function paramsOf(actor: SignedIn, id: string): Promise<{ id: string }> {
    // an id in a body that can't be anybody's is as absent as an unknown one, as it is in a path
    if (!isUuid(id)) throw notFound();
    const person = await services.database.transaction(actor.sight, (tx) =>
      readRecord(tx, userRecord, actor, id),
    );
    const reason = whyNoEmployee(person);
    if (reason) throw invalid('status', reason);
    return { id };
  }

  return {
    'PUT /api/user-merchant/employees': async (context) =>
      on['PUT /api/users/{id}']({
        ...context,
        params: await paramsOf(context.actor, context.body.id),
      }),
    'PUT /api/user-merchant/employees/role': async ({ body, ...context }) => {
      const key =
        body.userRole === 'MERCHANT_ADMIN'
          ? 'POST /api/users/{id}/actions/grant-administrator'
          : 'POST /api/users/{id}/actions/revoke-administrator';
      const params = await paramsOf(context.actor, body.id);
      return on[key]({ ...context, params, body: undefined });
    },
    'DELETE /api/user-merchant/employees/{id}': async (context) => {
      const params = await paramsOf(context.actor, context.params.id);
      await on['DELETE /api/users/{id}']({ ...context, params });
      return {};
    },
  };
}
