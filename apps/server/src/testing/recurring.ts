import { randomUUIDv7 } from 'node:crypto';
import { insertCustomer, insertPurchase } from '../seed/factories.ts';
import { insertCard } from '../seed/factories/customers.ts';
import { insertRecurringPayment } from '../seed/factories/payments.ts';
import type { RecurringPaymentRow } from '../seed/tables.ts';
import type { RecurringPage } from '@paydesk/contract/resources/recurring/page.ts';
import type { Change } from './changes.ts';
import { newShopper } from './checkouts.ts';
import type { TestServer } from './server.ts';
import { machine } from './machines.ts';
import { leaveCard } from './shopper.ts';

/** One that somebody has agreed to, whose card is known to the acquirer; due in ten days where nothing else is said. */
export async function insertAgreed(
  server: TestServer,
  merchantId: string,
  given: Partial<RecurringPaymentRow> = {},
): Promise<{ id: string; customerId: string; cardId: string; purchaseId: string }> {
  const { id: customerId } = await insertCustomer(server.pool, { status: 'ACTIVE' });
  const { id: cardId } = await insertCard(server.pool, { customerId });
  const amountCents = given.amountCents ?? 14_99n;
  const purchase = await insertPurchase(server.pool, { merchantId, customerId, amountCents });
  const { id } = await insertRecurringPayment(server.pool, {
    merchantId,
    customerId,
    cardId,
    paymentRequestId: purchase.id,
    amountCents,
    mostCents: 20_00n,
    paymentInfo: 'Subscription, tea',
    nextChargeAt: new Date(Date.now() + 10 * 86_400_000),
    ...given,
  });
  return { id, customerId, cardId, purchaseId: purchase.id };
}

/** A day of it that waits for a person. */
export async function insertDue(
  server: TestServer,
  merchantId: string,
  recurringId: string,
  status: 'MISSED' | 'UNPAID' | 'PAID' = 'MISSED',
  day = '2026-01-31',
): Promise<string> {
  const id = randomUUIDv7();
  await server.pool.query(
    `insert into recurring_dues (id, recurring_payment_id, merchant_id, due_day, amount_cents, currency,
       status, created_date) values ($1, $2, $3, $4, 1499, 'EUR', $5, now())`,
    [id, recurringId, merchantId, day, status],
  );
  return id;
}

const on =
  (action: string, change: Partial<Change> = {}, given: Partial<RecurringPaymentRow> = {}) =>
  async (server: TestServer): Promise<Change> => {
    const { id } = await insertAgreed(server, await server.merchantId('Amber & Oak'), given);
    return { action, params: { id }, ...change };
  };

/** The same by a system of the merchant's. */
const byMachine =
  (action: string, change: Partial<Change> = {}, given: Partial<RecurringPaymentRow> = {}) =>
  async (server: TestServer): Promise<Change> => {
    const by = await machine(server, await server.merchantId('Amber & Oak'));
    return { ...(await on(action, change, given)(server)), by, application: null };
  };

/** The day that it is charged for next. */
export const nextDayOf = async (server: TestServer, id: string): Promise<string> =>
  (
    await server.one<{ day: string }>(
      'select next_due_day as day from recurring_payments where id = $1',
      [id],
    )
  ).day;

const tokenOf = async (server: TestServer, id: string): Promise<string> =>
  (
    await server.one<{ token: string }>(
      'select access_token as token from recurring_payments where id = $1',
      [id],
    )
  ).token;

/** The token of one that its payer has paused. */
export async function insertPausedPage(server: TestServer): Promise<string> {
  const merchantId = await server.merchantId('Amber & Oak');
  const paused = { status: 'SUSPENDED', suspendReason: 'PAUSED_BY_CUSTOMER' } as const;
  return tokenOf(server, (await insertAgreed(server, merchantId, paused)).id);
}

/** By the payer, who has the token alone. */
const onPage =
  (action: string, { body, ...given }: Partial<RecurringPaymentRow> & { body?: object } = {}) =>
  async (server: TestServer): Promise<Change> => {
    const { id } = await insertAgreed(server, await server.merchantId('Amber & Oak'), given);
    const params = { id: await tokenOf(server, id) };
    return { action, whose: null, params, entityId: id, ...(body && { body }) };
  };
const onDue =
  (action: string, many: boolean, change: Partial<Change> = {}) =>
  async (server: TestServer): Promise<Change> => {
    const merchantId = await server.merchantId('Amber & Oak');
    const { id: of } = await insertAgreed(server, merchantId);
    const id = await insertDue(server, merchantId, of);
    return many
      ? { action, body: { ids: [id] }, entityId: id, ...change }
      : { action, params: { id }, ...change };
  };

/** How each of their calls leaves its audit row. */
export const RECURRING_CHANGES = {
  'POST /api/recurring/{id}/actions/charge': on('CHARGE_NOW', { plain: true, body: {} }),
  'POST /api/recurring/{id}/actions/pause': on('PAUSE', { body: { note: 'On holiday' } }),
  'POST /api/recurring/{id}/actions/resume': on('RESUME', {}, { status: 'SUSPENDED' }),
  'POST /api/recurring/{id}/actions/amount': on('CHANGE_AMOUNT', { body: { amount: 16.5 } }),
  'POST /api/recurring/{id}/actions/cancel': on('CANCEL', { body: {} }),
  'POST /api/merchant-api/recurring/{id}/pause': byMachine('PAUSE', { body: {} }),
  'POST /api/merchant-api/recurring/{id}/resume': byMachine('RESUME', {}, { status: 'SUSPENDED' }),
  'POST /api/merchant-api/recurring/{id}/amount': byMachine('CHANGE_AMOUNT', {
    body: { amount: 16.5 },
  }),
  'POST /api/merchant-api/recurring/{id}/cancel': byMachine('CANCEL', { body: {} }),
  'POST /api/merchant-api/recurring/{id}/charge': async (server: TestServer): Promise<Change> => {
    const change = await byMachine('CHARGE_NOW', { plain: true })(server);
    return { ...change, body: { dueDay: await nextDayOf(server, change.params!['id']!) } };
  },
  'POST /api/recurring-pages/{id}/pause': onPage('PAUSE'),
  'POST /api/recurring-pages/{id}/resume': onPage('RESUME', {
    status: 'SUSPENDED',
    suspendReason: 'PAUSED_BY_CUSTOMER',
  }),
  'POST /api/recurring-pages/{id}/cancel': onPage('CANCEL'),
  'POST /api/recurring-pages/{id}/card': onPage('NEW_CARD', { body: { frame: true } }),
  'POST /api/recurring-pages/{id}/card/continue': async (server: TestServer): Promise<Change> => {
    const change = await onPage('NEW_CARD')(server);
    const from = { params: change.params!, from: newShopper() };
    const opened = await server.anonymous.call('POST /api/recurring-pages/{id}/card', {
      ...from,
      body: { frame: true },
    } as never);
    await leaveCard((opened.body as RecurringPage).newCard!.page!.url);
    return change;
  },
  'POST /api/recurring-dues/{id}/actions/charge': onDue('CHARGE_DUE', false, {
    plain: true,
    body: {},
  }),
  'POST /api/recurring-dues/many/actions/charge': onDue('CHARGE_DUE', true, { plain: true }),
  'POST /api/recurring-dues/{id}/actions/skip': onDue('SKIP_DUE', false),
  'POST /api/recurring-dues/many/actions/skip': onDue('SKIP_DUE', true),
} as const;
