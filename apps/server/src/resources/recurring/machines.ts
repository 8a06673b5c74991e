import type { RecurringPayment } from '@paydesk/contract/resources/recurring.ts';
import type { Machine } from '../../platform/auth/machines.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { listPage } from '../../platform/list/engine.ts';
import { answerOf } from '../../platform/record/answer.ts';
import { recordHandlers } from '../../platform/record/handlers.ts';
import type { Services } from '../../platform/services.ts';
import { recurringList, recurringRecord } from './record.ts';

type Keys =
  | 'GET /api/merchant-api/recurring'
  | 'GET /api/merchant-api/recurring/{id}'
  | `POST /api/merchant-api/recurring/{id}/${'pause' | 'resume' | 'cancel' | 'charge' | 'amount'}`;

/** A machine does what its merchant's administrators do; permissions are for people. */
const asPerson = (machine: Machine) =>
  ({
    ...machine,
    userRole: 'MERCHANT_ADMIN',
    permissions: ['READ_MERCHANT_PURCHASE'],
    machine: true,
  }) as unknown as Parameters<typeof answerOf>[3] & Act['actor'];

type Act = Parameters<ReturnType<typeof people>['POST /api/recurring/{id}/actions/cancel']>[0];

const people = (services: Services) => recordHandlers(services, recurringRecord);

/** The same actions as on the screen, under the same lock; what is done already answers as it stands. */
export function machineRecurringHandlers(services: Services): Handlers<Keys> {
  const { database } = services;
  const handlers = people(services);
  const read = (machine: Machine, id: string): Promise<RecurringPayment> =>
    database.transaction(machine.sight, (tx) =>
      answerOf(services, recurringRecord, tx, asPerson(machine), id),
    );
  const act =
    (
      what: 'pause' | 'resume' | 'cancel' | 'charge' | 'amount',
      isDone: (one: RecurringPayment, dueDay: string) => boolean | Promise<boolean>,
    ) =>
    async ({
      actor,
      params,
      body,
    }: {
      actor: Machine;
      params: { id: string };
      body?: object;
    }): Promise<RecurringPayment> => {
      const { dueDay = '' } = (body ?? {}) as { dueDay?: string };
      const before = await read(actor, params.id);
      if (await isDone(before, dueDay)) return before;
      const context = { actor: asPerson(actor), params, body: body ?? {} };
      try {
        const answer = await handlers[`POST /api/recurring/{id}/actions/${what}`](context as never);
        return answer as unknown as RecurringPayment;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        // of several at once the first has done it
        const now = await read(actor, params.id);
        if (await isDone(now, dueDay)) return now;
        throw error;
      }
    };
  const isOnItsWay = async (one: RecurringPayment, day: string): Promise<boolean> => {
    const due = await database.kysely
      .selectFrom('recurring_dues')
      .select(['status', 'decided_by'])
      .where('recurring_payment_id', '=', one.id)
      .where('due_day', '=', day)
      .executeTakeFirst();
    return (
      due !== undefined &&
      (due.status === 'PAID' ||
        due.status === 'CHARGING' ||
        (due.status === 'RETRYING' && due.decided_by !== null))
    );
  };
  return {
    'GET /api/merchant-api/recurring': async ({ actor, query }) =>
      JSON.parse(await listPage(database, recurringList, asPerson(actor), query)),
    'GET /api/merchant-api/recurring/{id}': ({ actor, params }) => read(actor, params.id),
    'POST /api/merchant-api/recurring/{id}/pause': act(
      'pause',
      ({ status }) => status.name === 'SUSPENDED',
    ),
    'POST /api/merchant-api/recurring/{id}/resume': act(
      'resume',
      ({ status }) => status.name === 'ACTIVE',
    ),
    'POST /api/merchant-api/recurring/{id}/cancel': act(
      'cancel',
      ({ status }) => status.name === 'CANCELLED',
    ),
    'POST /api/merchant-api/recurring/{id}/charge': act('charge', isOnItsWay),
    'POST /api/merchant-api/recurring/{id}/amount': act('amount', () => false),
  };
}
