import { customer, customerCard } from '@paydesk/contract/resources/customers/endpoints.ts';
import {
  cardActions,
  customerActions,
  type CustomerAction,
} from '@paydesk/contract/resources/customers/actions.ts';
import { customerNote } from '@paydesk/contract/resources/customers/notes.ts';
import { EXPORT_MINUTES, personalActions } from '@paydesk/contract/resources/customers/personal.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { CAME_TO_NOTHING_SQL } from '../../domain/failures.ts';
import {
  claimedOfCustomer,
  disputesOfCustomer,
  heldOfCustomer,
  lastPaidOfCustomer,
  openDisputeOfCustomer,
  PAID_BY_CUSTOMER,
  TAKEN,
} from '../../domain/payments/sums.ts';
import { unfinishedHeld, unfinishedOf } from '../../domain/personal-data/alive.ts';
import { erasePerson } from '../../domain/personal-data/erase.ts';
import { permit } from '../../domain/personal-data/permits.ts';
import { letSee, seenBy } from '../../domain/personal-data/show.ts';
import { CHARGE_HOLD } from '../../domain/recurring/hold.ts';
import { hasOwnList } from '../../domain/screening/own-list.ts';
import { stood, toldWhy } from '../../domain/standing.ts';
import { invalid } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { defineRecord, readRecord } from '../../platform/record.ts';
import type { Services } from '../../platform/services.ts';
import { cardsList, customersList, notesList } from './lists.ts';

/** What a customer tried to pay, to any merchant: staff alone read it. */
const TRIED = `merchant_id is not null and refunded_transaction_id is null`;

/** A customer, read by all staff and changed by administrators (AM-15). */
export const customerRecord = defineRecord({
  record: customer,
  list: customersList,
  table: 'customers',
  joins: {
    // their payments are read once for all that they come to: one who pays by machine has a hundred thousand
    t: `cross join lateral (select count(*) filter (where ${PAID_BY_CUSTOMER}) as paid,
        coalesce(sum(amount_cents) filter (where ${PAID_BY_CUSTOMER}), 0)::bigint as paid_cents,
        coalesce(sum(refunded_cents) filter (where ${PAID_BY_CUSTOMER}), 0)::bigint as refunded_cents,
        coalesce(sum(reversed_cents) filter (where ${PAID_BY_CUSTOMER}), 0)::bigint as reversed_cents,
        round(avg(amount_cents) filter (where ${PAID_BY_CUSTOMER}))::bigint as average_cents,
        max(${TAKEN}) filter (where ${PAID_BY_CUSTOMER}) as last_taken,
        count(*) filter (where ${CAME_TO_NOTHING_SQL}) as failed,
        coalesce(sum(amount_cents) filter (where ${CAME_TO_NOTHING_SQL}), 0)::bigint as failed_cents
      from transactions where customer_id = c.id and ${TRIED}) t`,
    // as their list says it: what is on hold is charged as little as what is suspended, and no active one
    g: `cross join lateral (select count(*) filter (where hold is null) as active, count(hold) as held
      from (select ${CHARGE_HOLD} as hold from recurring_payments r join merchants m on m.id = r.merchant_id
        where r.customer_id = c.id and r.status = 'ACTIVE') going) g`,
  },
  columns: {
    updatedDate: 'c.updated_date',
    updatedBy: 'c.updated_by',
    payments: 't.paid',
    paidAmount: 't.paid_cents',
    refundedAmount: 't.refunded_cents',
    reversedAmount: 't.reversed_cents',
    averageAmount: 't.average_cents',
    failedPayments: 't.failed',
    failedAmount: 't.failed_cents',
    claimedAmount: ({ id }, _services, tx) => claimedOfCustomer(tx, id),
    lostAmount: ({ id }, _services, tx) => claimedOfCustomer(tx, id, ['LOST']),
    disputes: ({ id }, _services, tx) => disputesOfCustomer(tx, id),
    statusDate: 'c.status_date',
    statusBy: 'c.status_by',
    statusReason: 'c.status_reason',
    refusedSince: `(select count(*) from transactions where customer_id = c.id
      and merchant_id is not null and ${CAME_TO_NOTHING_SQL}
      and date > (select max(created_date) from audit_logs
        where entity_id = c.id and action = 'BLOCK' and result = 'SUCCESS'))`,
    blockedAs: `(select o.id from customers o where lower(o.email) = lower(c.email)
      and o.status = 'BLOCKED' and o.id <> c.id order by o.id limit 1)`,
    held: ({ id }, _services, tx) => heldOfCustomer(tx, id),
    dispute: ({ id }, _services, tx) => openDisputeOfCustomer(tx, id),
    lastPaid: ({ id }, _services, tx) => lastPaidOfCustomer(tx, id),
    failedSince: `(select count(*) from transactions where customer_id = c.id and ${TRIED}
      and ${CAME_TO_NOTHING_SQL} and date > coalesce(t.last_taken, '-infinity'))`,
    screenings: `(select count(*) from screening_results where customer_id = c.id)`,
    screeningHits: `(select count(*) from screening_results
      where customer_id = c.id and result <> 'CLEAR')`,
    screeningCase: `(select (array_agg(id))[1] from screening_cases
      where customer_id = c.id having count(*) = 1)`,
    screeningAsked: async (_row, { gateways }, tx) =>
      gateways.SCREENING !== 'none' || (await hasOwnList(tx)),
    activeRecurring: 'g.active',
    heldRecurring: 'g.held',
    unfinished: ({ id }, _services, tx) => unfinishedOf(tx, id),
    erasedDate: 'c.erased_date',
    shownPersonalId: async ({ id }, services, tx, actor) =>
      (await seenBy(tx, services, actor, id))?.personalId ?? null,
    shownUntil: async ({ id }, services, tx, actor) =>
      (await seenBy(tx, services, actor, id))?.until ?? null,
  },
  actions: {
    'POST /api/customers/{id}/actions/block': (work) => turned(work, 'block'),
    'POST /api/customers/{id}/actions/activate': (work) => turned(work, 'activate'),
    'POST /api/customers/{id}/actions/close': (work) => turned(work, 'close'),
    'POST /api/personal-data/{id}/export': async ({ id, tx, actor, values: { reason } }) => {
      await permit(tx, actor, {
        customerId: id,
        kind: 'EXPORT',
        reason,
        seconds: 60 * EXPORT_MINUTES,
      });
      return { details: { reason } };
    },
    'POST /api/personal-data/{id}/show': async ({ id, tx, actor, values: { reason } }) => {
      await letSee(tx, actor, { customerId: id, reason });
      return { details: { reason } };
    },
    'POST /api/personal-data/{id}': async ({ id, tx, services, actor, before, values }) => {
      const { reason } = values;
      // what was begun at the same moment is seen once nobody can begin anything more
      const unfinished = await unfinishedHeld(tx, id);
      const why = personalActions.erase.whyNot({ ...before, unfinished }, services.now(), actor);
      if (why) throw invalid('status', why);
      const standing = stood(actor, null);
      return {
        details: await erasePerson(tx, services, { customerId: id, reason, by: actor.userName }),
        set: { status: 'CLOSED', ...standing, erased_date: standing.status_date },
      };
    },
  },
});

/** A card; what is done to it stands in the history of its customer, whose screen is the only one it has. */
export const cardRecord = defineRecord({
  record: customerCard,
  list: cardsList,
  table: 'cards',
  columns: {},
  about: ({ customer_id }) => ({
    entityType: 'CUSTOMER',
    entityId: customer_id,
    merchantId: null,
  }),
  actions: {
    'POST /api/cards/{id}/actions/block': (work) => moved(work, 'block'),
    'POST /api/cards/{id}/actions/activate': (work) => moved(work, 'activate'),
    'POST /api/cards/{id}/actions/delete': (work) => moved(work, 'delete'),
  },
});

/** What staff write down of a customer, for good. */
export const noteRecord = defineRecord({
  record: customerNote,
  list: notesList,
  table: 'customer_notes',
  into: (tx) => tx.insertInto('customer_notes'),
  columns: {},
  actions: { 'POST /api/customers/{id}/notes': ({ stored }) => ({ set: stored }) },
});

interface Said {
  values: { reason?: string | null };
}

interface Turning extends Said {
  row: { status: string };
  actor: { userName: string };
}

function turned({ row, actor, values: { reason = null } }: Turning, action: CustomerAction) {
  const status = customerActions[action].to;
  return {
    set: { status, ...stood(actor, reason) },
    details: toldWhy({ status: row.status }, { status }, reason),
  };
}

interface Moving extends Said {
  row: { id: string; status: string; is_default: boolean };
  before: { card: string };
}

/** A card that is deleted is nobody's default any more. */
function moved(
  { row, before: { card }, values: { reason = null } }: Moving,
  action: keyof typeof cardActions,
) {
  const set = { status: cardActions[action].to, is_default: row.is_default && action !== 'delete' };
  return {
    set: { ...set, status_reason: reason },
    details: {
      card,
      cardId: row.id,
      ...toldWhy(
        { status: row.status, isDefault: row.is_default },
        { status: set.status, isDefault: set.is_default },
        reason,
      ),
    },
  };
}

/** What the button bar asks: the names of what is possible for this person, as the customer is now (CU-05). */
export function customerHandlers({
  database,
  now,
}: Services): Handlers<'GET /api/customers/{id}/actions'> {
  return {
    'GET /api/customers/{id}/actions': async ({ actor, params }) => {
      const one = await readRecord(database.kysely, customerRecord, actor, params.id);
      return (Object.keys(customerActions) as CustomerAction[]).filter((name) => {
        const { asks, whyNot } = customerActions[name];
        return isAllowed(actor, asks) && whyNot(one, now()) === null;
      });
    },
  };
}
