import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ImportKind } from '@paydesk/contract/imports.ts';
import type { Key } from '@paydesk/contract/index.ts';
import type { CheckoutLoan } from '@paydesk/contract/resources/checkouts/view.ts';
import { hash } from '@node-rs/argon2';
import { URI, type TOTP } from 'otpauth';
import { issueToken, type Purpose } from '../platform/auth/tokens.ts';
import { tasksOf } from '../resources.ts';
import { openSetup } from '../resources/session/setup.ts';
import {
  insertPurchase,
  insertCustomer,
  insertMerchant,
  insertShippingMethod,
  insertTransaction,
  insertUser,
} from '../seed/factories.ts';
import { insertWidget } from '../seed/factories/widgets.ts';
import { insertOrder } from '../seed/factories/orders.ts';
import {
  authenticate,
  begunLoan,
  choose,
  confirmedLoan,
  onlyTheseLend,
  type Lenders,
} from './loans.ts';
import {
  insertInstitution,
  insertLender,
  insertLoan,
  insertRefundRequest,
} from '../seed/factories/financing.ts';
import { DEMO_PASSWORD } from '../seed/seed.ts';
import type { CardRow, CustomerRow, MerchantRow, UserRow } from '../seed/tables.ts';
import { openMailbox } from './mailbox.ts';
import { insertFailedCallback, insertMessage } from './messages.ts';
import { insertAuthorised, insertHeld } from './payments.ts';
import { insertCase } from './screening.ts';
import { insertRule, newRule } from './rules.ts';
import { CHANGES_OF, insertAgreed, insertPoint, insertTold, type TOLD } from './told.ts';
import { insertView } from './views.ts';
import { insertCertificate } from '../seed/factories/machines.ts';
import { aDocument, anApplication, insertApplication } from './applications.ts';
import { newRequest } from './csr.ts';
import { insertLink, paymentLink } from './payment-links.ts';
import { insertNamedKey, core, insertProviderKey, machine, newOrder, newRows } from './machines.ts';
import { cardPageOf, openedCheckout, SHOPPER } from './checkouts.ts';
import { theLender, applicationOf, loanAt, press } from './borrowers.ts';
import { typeCard } from './shopper.ts';
import { merchantCheck, newMerchant } from './new-merchant.ts';
import { insertCard } from '../seed/factories/customers.ts';
import { insertRole } from './roles.ts';
import { insertApproval, insertThreshold, withFactor } from './approvals.ts';
import { passkeyChanges } from './passkeys.ts';
import { ssoChanges } from './sso.ts';
import { RECURRING_CHANGES } from './recurring.ts';
import type { CallOptions, Client, TestServer } from './server.ts';

export type Changing = Exclude<Key, `GET ${string}`>;

export interface Change extends CallOptions {
  /** What the row is called. */
  action: string;
  /** Whom it is made by; the merchant's owner unless it says. */
  by?: Client;
  /** Nobody is signed in for the call: the person stands in the row that it proves, or nobody. */
  whose?: string | null;
  /** Where they work; the merchant's console unless it says. */
  application?: 'BACKOFFICE' | null;
  /** The record; the id of the path unless it says; null of a new one below what the path names. */
  entityId?: string | null;
  /** Staff's own: their application, and a row that no merchant's history shows. */
  staffs?: true;
  /** The row is of the merchant that it makes, or one made for it. */
  made?: 'merchant';
  /** Says nothing of before and after: nothing of a record changes that could be shown. */
  plain?: true;
  /** Runs before the row is looked for. */
  finish?: () => Promise<void>;
}

type Case = (server: TestServer) => Promise<Change>;

const NEW_PASSWORD = 'violet kettle sails north';
const FACTOR = '/api/users/me/second-factor';

const money = { amount: 1, currency: 'EUR' };
export const reversal = { ...money, reasonCode: 'DUPLICATE' };
export const refunding = { ...money, refundReason: 'OTHER_REFUND', refundNote: 'came back' };
const manual = { ...money, refundReason: 'REFUNDED_MANUALLY' };
export const profile = {
  firstName: 'Anna',
  lastName: 'Kalna',
  phoneNumber: '1',
  email: 'a@b.test',
};
const employee = { ...profile, phoneNumber: '+371 2000 0000', position: 'Clerk' };
const password = { password: DEMO_PASSWORD };

const on =
  (action: string, body: unknown, status: 'SUCCESS' | 'FAILED' = 'SUCCESS'): Case =>
  async (server) => {
    const merchantId = await server.merchantId('Amber & Oak');
    const amountCents = 100n;
    const { id } = await insertTransaction(server.pool, { merchantId, status, amountCents });
    return { action, params: { id }, ...(body === undefined ? {} : { body }) };
  };

/** A payment that is not decided. */
const onHeld =
  (action: string, hold: 'REVIEW' | 'AUTHORISED'): Case =>
  async (server) => {
    const merchantId = await server.merchantId('Amber & Oak');
    const id =
      hold === 'REVIEW'
        ? await insertHeld(server, merchantId, hold)
        : await insertAuthorised(server, merchantId);
    return { action, params: { id } };
  };

/** The same, where staff alone decide. */
const onReview =
  (action: string, body?: unknown): Case =>
  async (server) => {
    const by = await server.as('admin@paydesk.test');
    const made = await onHeld(action, 'REVIEW')(server);
    return { ...made, by, application: 'BACKOFFICE', ...(body === undefined ? {} : { body }) };
  };

/** A loan that a rule holds; staff alone decide. */
const onHeldLoan =
  (action: string, { inHand = false, ...more }: Partial<Change> & { inHand?: boolean }): Case =>
  async (server) => {
    const merchantId = await server.merchantId('Amber & Oak');
    const { id } = await insertLoan(server.pool, { merchantId, status: 'DRAFT' });
    await server.pool.query('update consumer_credits set review = true where id = $1', [id]);
    if (inHand) await takeAs(server, 'consumer_credits', id);
    const by = await server.as('admin@paydesk.test');
    return { action, params: { id }, by, application: 'BACKOFFICE', ...more };
  };

/** Somebody else of staff who decides what waits. */
export const another = async (server: TestServer) =>
  (await insertUser(server.pool, { userRole: 'BACKOFFICE_ADMIN' })).id;

/** A case in the administrator's hand. */
export const takeAs = (
  server: TestServer,
  table: 'transactions' | 'consumer_credits' | 'screening_cases',
  id: string,
) =>
  server.pool.query(
    `update ${table} set taken_user_id = u.id, taken_by = u.first_name || ' ' || u.last_name, taken_date = now()
     from users u where u.email = 'admin@paydesk.test' and ${table}.id = $1`,
    [id],
  );

/** An employee of the owner's merchant; none of these can sign in. */
const colleague = async (server: TestServer, given: Partial<UserRow> = {}): Promise<string> => {
  const merchantId = await server.merchantId('Amber & Oak');
  const made = { merchantId, userRole: 'MERCHANT_OPERATOR' as const, ...given };
  return (await insertUser(server.pool, made)).id;
};

const onColleague =
  (action: string, given: Partial<UserRow> = {}, more: Partial<Change> = {}): Case =>
  async (server) => ({ action, params: { id: await colleague(server, given) }, ...more });

export const somebody = async (
  server: TestServer,
  given: Partial<UserRow> = {},
): Promise<Client> => {
  const passwordHash = await hash(DEMO_PASSWORD, { memoryCost: 8, timeCost: 1 });
  const merchantId = await server.merchantId('Amber & Oak');
  return server.person({ merchantId, passwordHash, ...given });
};

const bySomebody =
  (action: string, more: Partial<Change>, given: Partial<UserRow> = {}): Case =>
  async (server) => {
    const by = await somebody(server, given);
    return { action, by, entityId: by.userId!, ...more };
  };

const byLink =
  (purpose: Purpose, action: string, status: UserRow['status']): Case =>
  async (server) => {
    const whose = await colleague(server, { status });
    const token = await server.database.transaction('all', (tx) =>
      issueToken(tx, { userId: whose, purpose, minutes: 5 }),
    );
    const body = { token, newPassword: NEW_PASSWORD };
    return { action, body, whose, entityId: whose, plain: true };
  };

const ofMerchant =
  (action: string, body: unknown): Case =>
  async (server) => ({ action, body, entityId: await server.merchantId('Amber & Oak') });

const onView =
  (action: string, body?: unknown): Case =>
  async (server) => {
    const { user_id } = await server.one<{ user_id: string }>(
      `select id as user_id from users where email = 'owner@amber.test'`,
    );
    const id = await insertView(server.pool, user_id);
    return { action, params: { id }, ...(body === undefined ? {} : { body }) };
  };

const shippingMethod = () => ({
  name: 'Courier',
  extId: randomUUIDv7(),
  shippingMethodId: '0192f0a0-0000-7000-8000-000000000001',
});

const onMethod =
  (action: string, enabled: boolean, withBody = false): Case =>
  async (server) => {
    const merchantId = await server.merchantId('Amber & Oak');
    const { id } = await insertShippingMethod(server.pool, { merchantId, enabled });
    return { action, params: { id }, ...(withBody && { body: shippingMethod() }) };
  };

const widget = { name: 'Oak chair', type: 'INSTANT', totalAmount: 49.9 };

const onWidget =
  (action: string, status: 'ACTIVE' | 'DISABLED', body?: object): Case =>
  async (server) => {
    const merchantId = await server.merchantId('Amber & Oak');
    const { id } = await insertWidget(server.pool, { merchantId, status });
    return { action, params: { id }, ...(body && { body }) };
  };

const onOrder =
  (action: string): Case =>
  async (server) => {
    const merchantId = await server.merchantId('Amber & Oak');
    const { id } = await insertOrder(server.pool, { merchantId });
    return { action, params: { id } };
  };

/** The owner's merchant in this status; staff act on it, and it is active again afterwards. */
const onMerchant =
  (action: string, status: MerchantRow['status'], more: Partial<Change> = {}): Case =>
  async (server) => {
    const id = await server.merchantId('Amber & Oak');
    const become = (name: string) =>
      server.pool.query('update merchants set status = $2 where id = $1', [id, name]);
    await become(status);
    const by = await server.as('admin@paydesk.test');
    const finish = async () => void (await become('ACTIVE'));
    return { action, by, application: 'BACKOFFICE', params: { id }, entityId: id, finish, ...more };
  };

/** The owner's merchant, whose money is taken at once, and again afterwards. */
const onCapture =
  (ofStaff: boolean): Case =>
  async (server) => {
    const become = () =>
      server.pool.query(`update merchants set capture = 'AUTOMATIC' where name = 'Amber & Oak'`);
    await become();
    const finish = async () => void (await become());
    const more = { body: { capture: 'MANUAL' }, finish };
    return ofStaff
      ? onMerchant('UPDATE_CAPTURE', 'ACTIVE', more)(server)
      : { ...(await ofMerchant('UPDATE_CAPTURE', more.body)(server)), finish };
  };

/** The owner's merchant, which asks nobody for a second factor, nor afterwards. */
const onFactor =
  (ofStaff: boolean): Case =>
  async (server) => {
    const finish = async () =>
      void (await server.pool.query(
        `update merchants set second_factor = 'OPTIONAL' where name = 'Amber & Oak'`,
      ));
    const body = { secondFactor: 'REQUIRED' };
    return ofStaff
      ? onMerchant('UPDATE_SECOND_FACTOR', 'ACTIVE', { body, finish })(server)
      : { ...(await ofMerchant('UPDATE_SECOND_FACTOR', body)(server)), finish };
  };

/** The owner's merchant, whose declined charges are tried again by another plan. */
const onRetries =
  (ofStaff: boolean): Case =>
  async (server) => {
    const finish = async () =>
      void (await server.pool.query(
        `update merchants set retry_days = default, retry_hour = default where name = 'Amber & Oak'`,
      ));
    await finish();
    const body = { retryDays: '2, 5', retryHour: 6, retriesEnd: 'SUSPEND' };
    return ofStaff
      ? onMerchant('UPDATE_RETRIES', 'ACTIVE', { body, finish })(server)
      : { ...(await ofMerchant('UPDATE_RETRIES', body)(server)), finish };
  };

const GATEWAY = { url: 'https://gateway.firm.test/paydesk', secret: 's'.repeat(32) };

/** The owner's merchant with this acquirer of its own; it has none afterwards. */
const onAcquirer =
  (action: string, before: string | null, body?: object): Case =>
  async (server) => {
    const change = await onMerchant(action, 'ACTIVE')(server);
    const become = (url: string | null) =>
      server.pool.query('update merchants set acquirer_url = $2 where id = $1', [
        change.entityId,
        url,
      ]);
    await become(before);
    return { ...change, ...(body && { body }), finish: async () => void (await become(null)) };
  };

/** A purchase that is not settled yet; staff act on it. */
const onPurchase =
  (action: string, more: Partial<Change>): Case =>
  async (server) => {
    const merchantId = await server.merchantId('Amber & Oak');
    const { id } = await insertPurchase(server.pool, { merchantId, status: 'SIGNED' });
    const by = await server.as('admin@paydesk.test');
    return { action, by, application: 'BACKOFFICE', params: { id }, ...more };
  };

const cancelled = onPurchase('CANCEL', { body: { reasonNote: 'Twice' } });
const toldAgain = onPurchase('RESEND_CALLBACK', { plain: true });
const sentAgain: Case = async (server) => {
  const id = await insertMessage(server, await server.merchantId('Amber & Oak'));
  const by = await server.as('admin@paydesk.test');
  return { action: 'SEND_AGAIN', by, application: 'BACKOFFICE', params: { id }, plain: true };
};

/** It stands in the history of the purchase that it tells of. */
const callbackSentAgain: Case = async (server) => {
  const { id, purchaseId } = await insertFailedCallback(
    server,
    await server.merchantId('Amber & Oak'),
  );
  return { ...(await sentAgain(server)), params: { id }, entityId: purchaseId };
};

/** The same to one of many. */
const ofMany =
  (one: Case): Case =>
  async (server) => {
    const { params, body, ...rest } = await one(server);
    const { id } = params!;
    return { entityId: id!, ...rest, body: { ...(body as object), ids: [id] } };
  };

const onLoan =
  (action: string, body: unknown, more?: (server: TestServer) => Promise<Partial<Change>>): Case =>
  async (server) => {
    const merchantId = await server.merchantId('Amber & Oak');
    const { id } = await insertLoan(server.pool, { merchantId, status: 'CONFIRMED' });
    return { action, params: { id }, body, ...(await more?.(server)) };
  };

/** One that waits, and that could not be sent; what is done to it stands in the history of its loan. */
const onRefundRequest =
  (action: string, plain = false, sent = false): Case =>
  async (server) => {
    const merchantId = await server.merchantId('Amber & Oak');
    const { id } = await insertLoan(server.pool, { merchantId, status: 'CONFIRMED' });
    const requestId = await unsentRequest(server, id);
    if (sent)
      await server.pool.query(
        `update consumer_credits_refunds set delivery_error = null, sent_date = now() where id = $1`,
        [requestId],
      );
    return { action, params: { id, requestId }, entityId: id, ...(plain && { plain }) };
  };

/** A request on this loan that has not reached its institution; of one that there is not, none. */
export async function unsentRequest(server: TestServer, loanId: string): Promise<string> {
  const loan = await server.one<{ merchant_id: string }>(
    'select merchant_id from consumer_credits where id = $1',
    [loanId],
  );
  if (!loan) return randomUUIDv7();
  const { userId } = await server.as('owner@amber.test');
  const { id } = await insertRefundRequest(server.pool, {
    consumerCreditId: loanId,
    merchantId: loan.merchant_id,
    userId: userId!,
    amountCents: 1_00n,
  });
  await server.pool.query(
    `update consumer_credits_refunds set delivery_error = 'The line is cut' where id = $1`,
    [id],
  );
  return id;
}

/** A loan that lives, of two lenders beside whom nobody lends; what else lends does so again afterwards. */
const onLivingLoan =
  (
    action: string,
    make: (server: TestServer, merchantId: string, lenders: Lenders) => Promise<{ loanId: string }>,
    { staff = false, ...options }: Partial<Change> & { staff?: boolean } = {},
  ): Case =>
  async (server) => {
    const before = await server.all<{ table: string; id: string }>(
      `select 'rules' as table, id from rules where active
       union all select 'financing_institutions', id from financing_institutions where active`,
    );
    const merchantId = await server.merchantId('Amber & Oak');
    const { loanId } = await make(server, merchantId, await onlyTheseLend(server));
    return {
      action,
      plain: true,
      params: { id: loanId },
      ...(staff && {
        by: await server.as('admin@paydesk.test'),
        application: 'BACKOFFICE' as const,
      }),
      ...options,
      async finish() {
        await options.finish?.();
        for (const { table, id } of before)
          await server.pool.query(`update ${table} set active = true where id = $1`, [id]);
      },
    };
  };

/** One that a rule has refused, whatever else became of it. */
async function refusedLoan(server: TestServer, merchantId: string) {
  const loan = await begunLoan(server, merchantId, 'declined');
  for (const table of ['loan_operations', 'loan_applications'])
    await server.pool.query(`delete from ${table} where consumer_credit_id = $1`, [loan.loanId]);
  await server.pool.query(
    `update consumer_credits set failure_code = 'REFUSED_BY_RULE', decided_by = 'AUTOMATIC'
     where id = $1`,
    [loan.loanId],
  );
  return loan;
}

const LOAN_NOTE = { body: { note: 'The shop knows them' } };

const ofNobody = (action: string) => ({ action, whose: null, staffs: true }) as const;

/** An application with a document in it. */
export async function withDocument(server: TestServer) {
  const { token } = await insertApplication(server);
  const { body } = await server.anonymous.call('POST /api/merchant-applications/documents', {
    body: aDocument(token),
  });
  return { token, documentId: body!.documents[0]!.id };
}

export const financingProduct = {
  name: 'Instalments',
  code: 'NEW-1',
  minAmount: 100,
  maxAmount: 2000,
  minTermMonths: 6,
  maxTermMonths: 24,
  interestRate: 12.35,
  active: true,
};

/** Of no merchant: an administrator of the back office does it. */
const onLender =
  (action: string, whose: 'product' | 'institution', more: Partial<CallOptions> = {}): Case =>
  async (server) => {
    const { id } = (await insertLender(server.pool))[whose];
    const by = await server.as('admin@paydesk.test');
    const params = { id, ...(more.params as object) };
    return { action, by, staffs: true, application: 'BACKOFFICE', entityId: id, ...more, params };
  };

const onRule =
  (
    action: string,
    given: Parameters<typeof insertRule>[1] = {},
    more: () => Partial<Change> = () => ({}),
  ): Case =>
  async (server) => ({
    action,
    params: { id: await insertRule(server, given) },
    by: await server.as('admin@paydesk.test'),
    staffs: true,
    ...more(),
  });
/** An institution without a product; a new one has no id before. */
const onInstitution =
  (action: string, active: boolean, body?: object): Case =>
  async (server) => {
    const { id } = await insertInstitution(server.pool, { active });
    const by = await server.as('admin@paydesk.test');
    return { action, by, staffs: true, params: { id }, ...(body && { body }) };
  };
const INSTITUTION = '/api/financing/financing-institutions';

const onCustomer =
  (action: string, status: CustomerRow['status']): Case =>
  async (server) => {
    const { id } = await insertCustomer(server.pool, { status, personalId: '050577-10203' });
    return { action, params: { id }, by: await server.as('admin@paydesk.test'), staffs: true };
  };

/** In the history of the customer. */
const onCard =
  (action: string, status: CardRow['status']): Case =>
  async (server) => {
    const { id: customerId } = await insertCustomer(server.pool);
    const { id } = await insertCard(server.pool, { customerId, status });
    const by = await server.as('admin@paydesk.test');
    return { action, params: { id }, entityId: customerId, by, staffs: true };
  };

/** A core of the provider’s sends a row. */
const byCore =
  (kind: ImportKind): Case =>
  async (server) => {
    const by = await core(server);
    const key = 'POST /api/provider-api/customers';
    const customer = newRows('customers');
    await by.call(key, { body: customer });
    const [row] = newRows(kind).rows;
    const { externalId } = customer.rows[0] as { externalId: string };
    const body = { rows: [kind === 'loans' ? { ...row, customer: externalId } : row!] };
    return {
      action: 'IMPORT',
      by,
      body,
      entityId: by.userId!,
      plain: true,
      staffs: true,
      application: null,
    };
  };

/** A method that the merchant has agreed on; a new one has no id before. */
const onAgreed =
  (action: string, body?: (server: TestServer) => Promise<object>): Case =>
  async (server) => {
    const id = await server.merchantId('Amber & Oak');
    const agreementId = await insertAgreed(server.pool, id);
    return {
      action,
      by: await server.as('admin@paydesk.test'),
      application: 'BACKOFFICE',
      params: { id, agreementId },
      entityId: action.startsWith('AGREE') ? null : agreementId,
      ...(body && { body: await body(server) }),
    };
  };

const onProviderKey =
  (action: string, body?: object): Case =>
  async (server) => ({
    action,
    by: await server.as('admin@paydesk.test'),
    staffs: true,
    params: { id: await insertProviderKey(server) },
    ...(body && { body }),
  });

/** What staff fill in: made anew without a table, else one that nothing hangs on. */
const filled =
  (action: string, table: keyof typeof TOLD | null, body?: () => object): Case =>
  async (server) => ({
    action,
    by: await server.as('admin@paydesk.test'),
    staffs: true,
    ...(body && { body: body() }),
    ...(table && { params: { id: await insertTold(server.pool, table) } }),
  });

const onPoint =
  (action: string, body?: object): Case =>
  async (server) => {
    const { id, pointId } = await insertPoint(server.pool);
    return {
      action,
      by: await server.as('admin@paydesk.test'),
      staffs: true,
      params: { id, pointId },
      entityId: pointId,
      ...(body && { body }),
    };
  };

/** Somebody with an authenticator app, and the code that it shows in so many steps. */
async function enrolled(server: TestServer, confirm = true) {
  const by = await somebody(server);
  const { body } = await by.call(`POST ${FACTOR}`, { body: password });
  const app = URI.parse(body.uri) as TOTP;
  const code = (steps: number) =>
    app.generate({ timestamp: server.services.now().getTime() + steps * 30_000 });
  if (confirm) await by.call(`POST ${FACTOR}/confirm`, { body: { code: code(0) } });
  return { by, entityId: by.userId!, code };
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** The person's address waits for its confirmation; the tokens of the two links. */
export async function askedAddress(server: TestServer, whose: string) {
  const [confirm, stop] = [randomBytes(32), randomBytes(32)].map((bytes) =>
    bytes.toString('base64url'),
  ) as [string, string];
  const email = `${randomUUIDv7()}@new.test`;
  await server.pool.query(
    `insert into email_changes (id, user_id, old_email, new_email, asked_by, confirm_hash, stop_hash,
       status, created_date, expires_date)
     select $1, id, email, $2, 'Anna Ozola', $3, $4, 'PENDING', now(), now() + interval '1 hour'
     from users where id = $5`,
    [randomUUIDv7(), email, hashOf(confirm), hashOf(stop), whose],
  );
  return { email, confirm, stop };
}

const byMail =
  (action: string, link: 'confirm' | 'stop'): Case =>
  async (server) => {
    const whose = await colleague(server);
    const links = await askedAddress(server, whose);
    const body = { token: links[link] };
    return { action, body, whose, entityId: whose, application: null };
  };

/** By an administrator who has not asked for it, unless it says so. */
const onApproval =
  (action: string, body?: object, asker?: string): Case =>
  async (server) => {
    const about = await withFactor(server, { userRole: 'BACKOFFICE_TECHNICAL' });
    const id = await insertApproval(server, { about, ...(asker && { by: asker }) });
    return {
      action,
      by: await server.as('admin@paydesk.test'),
      params: { id },
      ...(body && { body }),
      entityId: about,
      staffs: true,
    };
  };

/** What a shopper does whom nobody knows; the row is of the order. */
const onCheckout =
  (
    action: string,
    options: Omit<Change, 'action'>,
    before?: (server: TestServer, id: string) => Promise<void>,
  ): Case =>
  async (server) => {
    const id = await openedCheckout(server, await server.merchantId('Amber & Oak'));
    await before?.(server, id);
    return { action, whose: null, entityId: null, ...options, params: { id } };
  };

/** What a shopper does about a loan that has come so far; the row is of the loan. */
const onLoanOfShopper =
  (
    action: string,
    to: Parameters<typeof loanAt>[2],
    options: (
      state: CheckoutLoan,
      server: TestServer,
    ) => Promise<Partial<Change>> | Partial<Change> = () => ({}),
  ): Case =>
  async (server) => {
    await theLender(server);
    const { id, state } = await loanAt(server, await server.merchantId('Amber & Oak'), to);
    const loan = state.loan!;
    const change = await options(state, server);
    return { action, whose: null, entityId: loan.id, params: { id }, ...change };
  };

/** Four dots. */
export const SMALL_PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGOQz38NRAwQCgAmGgXlnPpP5QAAAABJRU5ErkJggg==';

/** What staff say of their installation; its one row is there. */
const onInstallation =
  (options: CallOptions): Case =>
  async (server) => {
    await server.pool.query(
      `insert into provider (id, updated_date) values ($1, now()) on conflict do nothing`,
      [randomUUIDv7()],
    );
    const { id } = await server.one<{ id: string }>('select id from provider');
    const by = await server.as('admin@paydesk.test');
    return { action: 'UPDATE_SETTING', by, staffs: true, entityId: id, ...options };
  };

/** One line for each call that changes something: one without it does not compile, nor pass. */
export const CHANGES: { [K in Changing]: Case } = {
  'POST /api/login': async (server) => {
    const { userId } = await server.as('owner@amber.test');
    return {
      action: 'LOGIN',
      body: { username: 'owner@amber.test', password: DEMO_PASSWORD },
      whose: userId!,
      entityId: userId!,
      plain: true,
    };
  },
  'POST /api/setup': async (server) => {
    const staff = `user_role = 'BACKOFFICE_ADMIN' and status = `;
    await server.pool.query(`update users set status = 'DEACTIVATED' where ${staff}'ACTIVATED'`);
    const token = await openSetup(server.database);
    return {
      action: 'SET_UP',
      body: {
        token,
        firstName: 'Anna',
        lastName: 'Kalna',
        email: 'first@firm.test',
        newPassword: NEW_PASSWORD,
      },
      whose: null,
      staffs: true,
      finish: async () =>
        void (await server.pool.query(
          `update users set status = 'ACTIVATED' where ${staff}'DEACTIVATED'`,
        )),
    };
  },
  'POST /api/logout': bySomebody('LOGOUT', { plain: true }),
  'POST /api/passwords/recover': async (server) => {
    const email = 'forgetful@amber.test';
    const entityId = await colleague(server, { email });
    const deliver = tasksOf(server.services).find(({ name }) => name === 'deliver-outbox')!;
    const finish = async () => void (await deliver.run());
    const action = 'PASSWORD_RECOVERY';
    return { action, body: { email }, whose: null, entityId, plain: true, finish };
  },
  'POST /api/passwords/reset': byLink('RESET', 'PASSWORD_RESET', 'ACTIVATED'),
  'POST /api/passwords': async (server) => {
    const { plain: _, ...change } = await byLink(
      'INVITATION',
      'PASSWORD_CREATED',
      'NOT_ACTIVATED',
    )(server);
    return change;
  },
  'POST /api/passwords/renew': bySomebody(
    'PASSWORD_RENEWED',
    { body: { newPassword: NEW_PASSWORD }, plain: true },
    { passwordExpiresDate: new Date(0) },
  ),
  'PUT /api/users/me/password': async (server) => {
    const by = await somebody(server);
    const { password: currentPassword } = password;
    const body = { userId: by.userId, currentPassword, newPassword: NEW_PASSWORD };
    return { action: 'PASSWORD_CHANGED', by, entityId: by.userId!, body, plain: true };
  },
  'POST /api/email-changes/confirm': byMail('CONFIRM_EMAIL', 'confirm'),
  'POST /api/email-changes/stop': async (server) => {
    // one that counts already, so that something changes
    const whose = await colleague(server);
    const { confirm, stop } = await askedAddress(server, whose);
    const key = 'POST /api/email-changes/confirm';
    await server.anonymous.call(key, { body: { token: confirm } });
    const body = { token: stop };
    return { action: 'STOP_EMAIL_CHANGE', body, whose, entityId: whose, application: null };
  },
  'DELETE /api/users/me/pending-email': async (server) => {
    const whose = await colleague(server);
    await askedAddress(server, whose);
    const by = await server.session(whose);
    return { action: 'WITHDRAW_EMAIL_CHANGE', by, entityId: whose, plain: true };
  },
  'DELETE /api/users/{id}/pending-email': async (server) => {
    const id = await colleague(server);
    await askedAddress(server, id);
    return { action: 'WITHDRAW_EMAIL_CHANGE', params: { id } };
  },
  'POST /api/users/me/password/confirm': bySomebody('CONFIRM_PASSWORD', {
    body: password,
    plain: true,
  }),
  'PUT /api/users/me': bySomebody('UPDATE_PROFILE', { body: profile }),
  'DELETE /api/users/me/sessions/{id}': async (server) => {
    const by = await somebody(server);
    await by.call('POST /api/users/me/password/confirm', { body: password });
    await server.session(by.userId!);
    const { body } = await by.call('GET /api/users/me/sessions');
    const { id } = body.content.find(({ current }) => !current)!;
    return { action: 'END_SESSION', by, params: { id }, entityId: by.userId!, plain: true };
  },
  'POST /api/users/me/sessions/actions/end-others': async (server) => {
    const by = await somebody(server);
    await by.call('POST /api/users/me/password/confirm', { body: password });
    return { action: 'END_OTHER_SESSIONS', by, entityId: by.userId!, plain: true };
  },
  'POST /api/users/me/view-as': async (server) => {
    const by = await somebody(server, { userRole: 'MERCHANT_ADMIN' });
    const userId = await colleague(server, { status: 'ACTIVATED' });
    return { action: 'VIEW_AS', by, body: { userId }, entityId: userId, plain: true };
  },
  'DELETE /api/users/me/view-as': async (server) => {
    const by = await somebody(server, { userRole: 'MERCHANT_ADMIN' });
    const userId = await colleague(server, { status: 'ACTIVATED' });
    await by.call('POST /api/users/me/view-as', { body: { userId } });
    return { action: 'END_VIEW_AS', by, entityId: userId, plain: true };
  },
  'POST /api/users/me/second-factor': bySomebody('BEGIN_SECOND_FACTOR', {
    body: password,
    plain: true,
  }),
  'POST /api/users/me/second-factor/confirm': async (server) => {
    const { code, ...who } = await enrolled(server, false);
    return { ...who, action: 'TURN_ON_SECOND_FACTOR', body: { code: code(0) } };
  },
  'DELETE /api/users/me/second-factor': async (server) => {
    const { code, ...who } = await enrolled(server);
    const body = { ...password, code: code(1) };
    return { ...who, action: 'TURN_OFF_SECOND_FACTOR', body, plain: true };
  },
  'POST /api/users/me/second-factor/recovery-codes': async (server) => {
    const { code: _, ...who } = await enrolled(server);
    return { ...who, action: 'RENEW_RECOVERY_CODES', body: password, plain: true };
  },
  'POST /api/users/me/second-factor/renew': async (server) => {
    const { code, ...who } = await enrolled(server);
    return { ...who, action: 'RENEW_SECOND_FACTOR', body: { code: code(1) }, plain: true };
  },
  ...passkeyChanges(somebody),
  ...ssoChanges(somebody),
  'PUT /api/transactions/{id}/actions/reverse': on('REVERSAL', reversal),
  'POST /api/transactions/{id}/actions/reverse': on('REVERSAL', reversal),
  'PUT /api/transactions/{id}/actions/refund': on('REFUND', refunding),
  'POST /api/transactions/{id}/actions/refund': on('MANUAL_REFUND', manual),
  'PUT /api/transactions/{id}/actions/successful': on('MARK_SUCCESSFUL', undefined, 'FAILED'),
  'POST /api/transactions/{id}/actions/successful': on('MARK_SUCCESSFUL', undefined, 'FAILED'),
  'POST /api/transactions/{id}/actions/receipt': async (server) => ({
    ...(await on('READ_RECEIPT', undefined)(server)),
    plain: true,
  }),
  'POST /api/transactions/{id}/actions/capture': onHeld('CAPTURE', 'AUTHORISED'),
  'POST /api/transactions/{id}/actions/cancel': onHeld('CANCEL', 'AUTHORISED'),
  'POST /api/transactions/{id}/actions/pass': onReview('PASS_REVIEW'),
  'POST /api/transactions/{id}/actions/refuse': onReview('REFUSE_REVIEW', {
    reasonNote: 'Stolen, says the bank',
  }),
  'POST /api/transactions/{id}/actions/take': onReview('TAKE_REVIEW', {}),
  'POST /api/transactions/{id}/actions/give-back': async (server) => {
    const made = await onReview('GIVE_BACK_REVIEW')(server);
    await takeAs(server, 'transactions', made.params!['id']!);
    return made;
  },
  'POST /api/transactions/{id}/actions/assign': async (server) =>
    onReview('ASSIGN_REVIEW', { to: await another(server) })(server),
  'POST /api/users/{id}/actions/block': onColleague('BLOCK'),
  'POST /api/users/{id}/actions/activate': onColleague('ACTIVATE', { status: 'BLOCKED' }),
  'POST /api/users/{id}/actions/resendInvitation': onColleague(
    'RESEND_INVITATION',
    { status: 'NOT_ACTIVATED' },
    { plain: true },
  ),
  'POST /api/users/{id}/actions/end-sessions': onColleague('END_SESSIONS', {}, { plain: true }),
  'POST /api/users/{id}/actions/set-role': async (server) => {
    const by = await server.as('owner@amber.test');
    const merchantId = await server.merchantId('Amber & Oak');
    const { id } = await insertUser(server.pool, { merchantId, userRole: 'MERCHANT_OPERATOR' });
    const base = 'MERCHANT_ADMIN';
    const roleId = await insertRole(server, { merchantId, base, name: 'Till' });
    return {
      action: 'SET_ROLE',
      by,
      params: { id },
      body: { userRole: base, roleId },
    };
  },
  'POST /api/roles': async (server) => ({
    action: 'CREATE_ROLE',
    by: await server.as('admin@paydesk.test'),
    staffs: true,
    body: { name: 'Look only', base: 'BACKOFFICE_TECHNICAL', rights: ['PAYMENTS'] },
  }),
  'PUT /api/roles/{id}': async (server) => ({
    action: 'UPDATE_ROLE',
    by: await server.as('admin@paydesk.test'),
    staffs: true,
    params: { id: await insertRole(server, { name: 'Look', rights: ['PAYMENTS', 'ORDERS'] }) },
    body: { name: 'Look', description: null, rights: ['PAYMENTS'], readAs: undefined },
  }),
  'DELETE /api/roles/{id}': async (server) => ({
    action: 'DELETE_ROLE',
    by: await server.as('admin@paydesk.test'),
    staffs: true,
    params: { id: await insertRole(server, { name: 'Gone', rights: ['PAYMENTS'] }) },
  }),
  'POST /api/users/{id}/actions/grant-administrator': onColleague('GRANT_ROLE'),
  'POST /api/users/{id}/actions/revoke-administrator': onColleague('REVOKE_ROLE', {
    userRole: 'MERCHANT_ADMIN',
  }),
  'POST /api/users/{id}/actions/take-off-factor': async (server) => {
    // whose word it needs
    await insertUser(server.pool, { userRole: 'BACKOFFICE_ADMIN' });
    return {
      action: 'ASK_FACTOR_OFF',
      by: await server.as('admin@paydesk.test'),
      params: { id: await withFactor(server, { userRole: 'BACKOFFICE_TECHNICAL' }) },
      body: { reason: 'Lost the phone' },
      staffs: true,
      plain: true,
    };
  },
  'POST /api/approvals/{id}/actions/approve': onApproval('APPROVE', {}),
  'POST /api/approvals/{id}/actions/decline': onApproval('DECLINE', { note: 'Who are you?' }),
  'POST /api/approvals/{id}/actions/withdraw': async (server) => {
    const by = await server.as('admin@paydesk.test');
    return onApproval('WITHDRAW', undefined, by.userId!)(server);
  },
  'POST /api/approval-thresholds': async (server) => ({
    action: 'CREATE_THRESHOLD',
    by: await server.as('admin@paydesk.test'),
    staffs: true,
    // nobody of these tests is a reason to wait for
    body: { kind: 'REFUND', amount: 1_000_000, counts: 'EACH', userRole: 'BACKOFFICE_TECHNICAL' },
  }),
  'DELETE /api/approval-thresholds/{id}': async (server) => ({
    action: 'ASK_SECOND_PERSON',
    by: await server.as('admin@paydesk.test'),
    staffs: true,
    plain: true,
    params: { id: await insertThreshold(server, { userRole: 'BACKOFFICE_TECHNICAL' }) },
    headers: { 'second-person-reason': 'Too%20low' },
  }),
  'DELETE /api/users/{id}': onColleague('DELETE'),
  'POST /api/users': async (server) => ({
    action: 'CREATE',
    by: await server.as('admin@paydesk.test'),
    staffs: true,
    body: {
      firstName: 'Ieva',
      lastName: 'Kalna',
      email: 'desk@paydesk.test',
      userRole: 'BACKOFFICE_TECHNICAL',
    },
  }),
  'PUT /api/users/{id}': async (server) => {
    const email = `${randomUUIDv7()}@amber.test`;
    const params = { id: await colleague(server, { email }) };
    return { action: 'UPDATE', params, body: { ...employee, email } };
  },
  'DELETE /api/user-merchant/employees/{id}': onColleague('DELETE'),
  'POST /api/user-merchant/employees': async (server) => ({
    action: 'CREATE',
    body: {
      ...employee,
      email: 'created@amber.test',
      userRole: 'MERCHANT_OPERATOR',
      merchantId: await server.merchantId('Amber & Oak'),
    },
  }),
  'PUT /api/user-merchant/employees': async (server) => {
    const id = await colleague(server, { status: 'NOT_ACTIVATED' });
    const by = await somebody(server);
    await by.call('POST /api/users/me/password/confirm', { body: password });
    return {
      action: 'UPDATE',
      by,
      body: { ...employee, email: 'changed@amber.test', id },
      entityId: id,
    };
  },
  'PUT /api/user-merchant/employees/role': async (server) => {
    const id = await colleague(server);
    return { action: 'GRANT_ROLE', body: { id, userRole: 'MERCHANT_ADMIN' }, entityId: id };
  },
  'PUT /api/user-merchant': ofMerchant('UPDATE_MERCHANT', { zipCode: 'LV-1011' }),
  'PUT /api/user-merchant/order-verification-callback': ofMerchant(
    'UPDATE_ORDER_VERIFICATION_URL',
    { orderVerificationUrl: 'https://shop.test/verify' },
  ),
  'PUT /api/user-merchant/payment-notification-callback': ofMerchant(
    'UPDATE_PAYMENT_NOTIFICATION_URL',
    { purchaseNotificationUrl: 'https://shop.test/notify' },
  ),
  'PUT /api/user-merchant/delivery-cost-calculation-callback': ofMerchant(
    'UPDATE_DELIVERY_COST_URL',
    { deliveryCostCalculationUrl: 'https://shop.test/costs' },
  ),
  'PUT /api/user-merchant/logo': ofMerchant('UPDATE_MERCHANT_LOGO', { logoUrl: SMALL_PNG }),
  'PUT /api/user-merchant/capture': onCapture(false),
  'PUT /api/user-merchant/second-factor': onFactor(false),
  'PUT /api/user-merchant/retries': onRetries(false),
  'POST /api/user-merchant/payment-notification-callback': async (server) => {
    const shop = createServer((_request, response) =>
      response.writeHead(200, { 'access-control-allow-methods': 'PUT' }).end(),
    );
    await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;
    const change = await ofMerchant('PING', { purchaseNotificationUrl: url })(server);
    return { ...change, plain: true, finish: async () => void shop.close() };
  },
  'POST /api/merchant/shipping/method': async () => ({
    action: 'CREATE_SHIPPING_METHOD',
    body: shippingMethod(),
  }),
  'POST /api/payment-links': async () => ({
    action: 'CREATE_PAYMENT_LINK',
    body: paymentLink(),
  }),
  'PUT /api/payment-links/{id}/disable': async (server) => ({
    action: 'DISABLE_PAYMENT_LINK',
    params: { id: await insertLink(server, await server.merchantId('Amber & Oak')) },
  }),
  'PUT /api/merchant/shipping/method/{id}': onMethod('UPDATE_SHIPPING_METHOD', true, true),
  'POST /api/user-merchant/certificate': async () => ({ action: 'GENERATE_CERTIFICATE' }),
  'POST /api/user-merchant/certificate-requests': async () => ({
    action: 'CERTIFY_REQUEST',
    body: { request: (await newRequest()).pem },
  }),
  'POST /api/merchant-api/orders': async (server) => {
    const by = await machine(server, await server.merchantId('Amber & Oak'));
    return { action: 'CREATE_ORDER', by, body: newOrder(), application: null };
  },
  'PUT /api/user-merchant/certificate/disable': async (server) => {
    const merchantId = await server.merchantId('Amber & Oak');
    const { id } = await insertCertificate(server.pool, { merchantId });
    return { action: 'DISABLE_CERTIFICATE', body: { id }, entityId: id };
  },
  'PUT /api/merchants/{id}': onMerchant('UPDATE_MERCHANT', 'ACTIVE', {
    body: { name: 'Amber & Oak', responsiblePerson: 'Jānis Kalns' },
  }),
  'POST /api/merchants/{id}/actions/set-capture': onCapture(true),
  'POST /api/merchants/{id}/actions/set-second-factor': onFactor(true),
  'PUT /api/merchants/{id}/retries': onRetries(true),
  'POST /api/merchants/{id}/actions/approve': onMerchant('APPROVE_MERCHANT', 'PENDING_APPROVAL'),
  'POST /api/merchants/{id}/actions/decline': onMerchant('DECLINE_MERCHANT', 'PENDING_APPROVAL'),
  'POST /api/merchants/{id}/actions/activate': onMerchant('ACTIVATE_MERCHANT', 'APPROVED'),
  'POST /api/merchants/{id}/actions/disable': onMerchant('DISABLE_MERCHANT', 'ACTIVE'),
  'POST /api/merchants/{id}/actions/set-acquirer': onAcquirer('SET_ACQUIRER', null, GATEWAY),
  'POST /api/merchants/{id}/actions/remove-acquirer': onAcquirer(
    'REMOVE_ACQUIRER',
    'https://gateway.firm.test/old',
  ),
  'PUT /api/settings/installation': onInstallation({
    body: {
      name: 'Firm',
      country: 'LV',
      timeZone: 'Europe/Riga',
      publicAddress: 'https://desk.firm.test/',
    },
  }),
  'PUT /api/settings/installation/logo': onInstallation({ body: { image: SMALL_PNG } }),
  'PUT /api/settings/installation/mail': async (server) => {
    const mailbox = await openMailbox();
    const { hostname: host, port } = new URL(mailbox.url);
    return {
      ...(await onInstallation({
        body: { host, port: Number(port), security: 'NONE', from: 'desk@firm.test' },
      })(server)),
      // the mails of the other cases wait again, as before
      finish: async () => {
        await server.pool.query('update provider set mail_server = null');
        await server.services.installation.read();
        await mailbox.close();
      },
    };
  },
  'PUT /api/settings/to-do/{key}': onInstallation({
    params: { key: 'lending' },
    body: { setAside: true },
  }),
  'POST /api/system/tasks/{type}/actions/run': async (server) => {
    await server.pool.query('delete from task_asks');
    return {
      action: 'RUN_TASK',
      by: await server.as('admin@paydesk.test'),
      staffs: true,
      plain: true,
      params: { type: 'HOUSEKEEPING' },
      // of a run that is still to come
      entityId: null,
    };
  },
  'PUT /api/settings/meta-data/{name}': async (server) => ({
    action: 'UPDATE_SETTING',
    by: await server.as('admin@paydesk.test'),
    staffs: true,
    params: { name: 'orders.expire.days' },
    body: { value: 21 },
    entityId: (
      await server.one<{ id: string }>(`select id from meta_data where key = 'orders.expire.days'`)
    ).id,
  }),
  'PUT /api/merchants/{id}/features/{feature}': async (server) => {
    const change = await onMerchant('DISABLE_FEATURE', 'ACTIVE')(server);
    const params = { ...change.params!, feature: 'RECURRING' };
    // nothing could be charged for it else, in the cases that follow
    const finish = async () =>
      void (await server.pool.query(
        `update merchant_features set enabled = true where merchant_id = $1 and feature = 'RECURRING'`,
        [change.entityId],
      ));
    return { ...change, params, body: { enabled: false }, finish };
  },
  'PUT /api/merchants/{id}/certificate/disable': async (server) => {
    const change = await onMerchant('DISABLE_CERTIFICATE', 'ACTIVE')(server);
    const { id } = await insertCertificate(server.pool, { merchantId: change.entityId! });
    return { ...change, body: { id }, entityId: id };
  },
  'POST /api/user-merchant/api-key': async () => ({ action: 'GENERATE_API_KEY' }),
  'POST /api/user-merchant/api-keys': async () => ({
    action: 'CREATE_API_KEY',
    body: { name: 'Till', readsOrders: true },
  }),
  'PUT /api/user-merchant/api-keys/{id}': async (server) => ({
    action: 'UPDATE_API_KEY',
    params: { id: await insertNamedKey(server, await server.merchantId('Amber & Oak')) },
    body: { name: 'Books', makesOrders: false },
  }),
  'POST /api/user-merchant/api-keys/{id}/actions/revoke': async (server) => ({
    action: 'REVOKE_API_KEY',
    params: { id: await insertNamedKey(server, await server.merchantId('Amber & Oak')) },
  }),
  'PUT /api/merchant/shipping/method/{id}/disable': onMethod('DISABLE_SHIPPING_METHOD', true),
  'PUT /api/merchant/shipping/method/{id}/activate': onMethod('ACTIVATE_SHIPPING_METHOD', false),
  'POST /api/widgets': async () => ({ action: 'CREATE_WIDGET', body: widget }),
  'PUT /api/widgets/{id}': onWidget('UPDATE_WIDGET', 'ACTIVE', widget),
  'PUT /api/widgets/{id}/disable': onWidget('DISABLE_WIDGET', 'ACTIVE'),
  'PUT /api/widgets/{id}/activate': onWidget('ACTIVATE_WIDGET', 'DISABLED'),
  'POST /api/saved-views': async () => ({
    action: 'CREATE_SAVED_VIEW',
    body: { list: 'transactions', name: randomUUIDv7(), search: 'f_status=FAILED', shared: true },
  }),
  'PUT /api/saved-views/{id}': onView('UPDATE_SAVED_VIEW', { name: 'Renamed', shared: true }),
  'DELETE /api/saved-views/{id}': onView('DELETE_SAVED_VIEW'),
  'PUT /api/saved-views/{id}/default': onView('CHOOSE_SAVED_VIEW', { isDefault: true }),
  'PUT /api/orders/{id}/approve': onOrder('APPROVE_ORDER'),
  'PUT /api/orders/{id}/reject': onOrder('REJECT_ORDER'),
  'POST /api/orders/many/approve': ofMany(onOrder('APPROVE_ORDER')),
  'POST /api/orders/many/reject': ofMany(onOrder('REJECT_ORDER')),
  ...RECURRING_CHANGES,
  'POST /api/purchases/{id}/actions/cancel': cancelled,
  'POST /api/purchases/many/actions/cancel': ofMany(cancelled),
  'POST /api/purchases/{id}/actions/resend-callback': toldAgain,
  'POST /api/purchases/many/actions/resend-callback': ofMany(toldAgain),
  'POST /api/financing/consumer-credits/{id}/refund-requests': onLoan('CREDIT_REFUND', {
    amount: 1,
    reason: 'OTHER',
  }),
  'POST /api/financing/consumer-credits/{id}/actions/cancel': onLivingLoan(
    'CANCEL_LOAN',
    (server, merchantId) => begunLoan(server, merchantId),
    { body: {} },
  ),
  'POST /api/financing/consumer-credits/{id}/actions/ask-again': onLivingLoan(
    'ASK_LOAN_AGAIN',
    (server, merchantId) => begunLoan(server, merchantId, 'later'),
    { body: {} },
  ),
  'POST /api/financing/consumer-credits/{id}/actions/send-again': onLivingLoan(
    'SEND_LOAN_AGAIN',
    (server, merchantId) => begunLoan(server, merchantId, 'later'),
    { staff: true, body: {} },
  ),
  'POST /api/financing/consumer-credits/{id}/actions/sign-here': onLivingLoan(
    'SIGN_AT_MERCHANT',
    async (server, merchantId, { paper }) => {
      const loan = await begunLoan(server, merchantId);
      await choose(server, loan, paper);
      await authenticate(server, loan);
      return loan;
    },
    { body: {} },
  ),
  'POST /api/financing/consumer-credits/{id}/actions/pass': onLivingLoan(
    'REVIEW_LOAN',
    refusedLoan,
    { staff: true, ...LOAN_NOTE },
  ),
  'POST /api/financing/consumer-credits/{id}/actions/refuse': onLivingLoan(
    'REVIEW_LOAN',
    refusedLoan,
    { staff: true, ...LOAN_NOTE },
  ),
  'POST /api/financing/consumer-credits/{id}/actions/take': onHeldLoan('TAKE_LOAN_REVIEW', {
    body: {},
  }),
  'POST /api/financing/consumer-credits/{id}/actions/give-back': onHeldLoan(
    'GIVE_BACK_LOAN_REVIEW',
    { inHand: true },
  ),
  'POST /api/financing/consumer-credits/{id}/actions/assign': async (server) =>
    onHeldLoan('ASSIGN_LOAN_REVIEW', { body: { to: await another(server) } })(server),
  'POST /api/financing/consumer-credits/{id}/actions/withdraw': onLivingLoan(
    'WITHDRAW_LOAN',
    (server, merchantId, { online }) => confirmedLoan(server, merchantId, online),
    { staff: true, body: {} },
  ),
  'POST /api/financing/consumer-credits/{id}/actions/repay': onLivingLoan(
    'REPAY_LOAN',
    (server, merchantId, { online }) => confirmedLoan(server, merchantId, online),
    { staff: true, body: {} },
  ),
  'POST /api/financing/consumer-credits/{id}/documents/{documentId}/actions/download': async (
    server,
  ) => {
    const made = await onLivingLoan(
      'READ_DOCUMENT',
      (_server, merchantId) => begunLoan(server, merchantId),
      { staff: true },
    )(server);
    const { id: documentId } = await server.one<{ id: string }>(
      'select id from loan_documents where consumer_credit_id = $1 limit 1',
      [made.params!['id']],
    );
    return { ...made, params: { ...made.params, documentId } };
  },
  'POST /api/financing/consumer-credits/{id}/refund-requests/{requestId}/cancel':
    onRefundRequest('CANCEL_CREDIT_REFUND'),
  'POST /api/financing/consumer-credits/{id}/refund-requests/{requestId}/ask': onRefundRequest(
    'ASK_CREDIT_REFUND',
    true,
    true,
  ),
  'POST /api/financing/consumer-credits/{id}/refund-requests/{requestId}/send-again':
    onRefundRequest('SEND_CREDIT_REFUND', true),
  'PUT /api/financing/financing-institutions/{id}/features/{feature}': onLender(
    'UPDATE_FEATURE',
    'institution',
    { params: { feature: 'REMOTE_SIGNING' }, body: { enabled: true } },
  ),
  'POST /api/checkouts': async (server) => {
    const merchantId = await server.merchantId('Amber & Oak');
    const widget = { merchantId, type: 'INSTANT', totalAmount: 49.9 } as const;
    const { id } = await insertWidget(server.pool, widget);
    return { action: 'OPEN_CHECKOUT', whose: null, plain: true, body: { widget: id } };
  },
  'PUT /api/checkouts/{id}': onCheckout('GIVE_DETAILS', { plain: true, body: SHOPPER }),
  'POST /api/checkouts/{id}/pay': onCheckout('BEGIN_PAYMENT', {
    body: { frame: false, consent: true },
  }),
  'POST /api/checkouts/{id}/continue': onCheckout(
    'CONTINUE_PAYMENT',
    {},
    async (server, id) => void (await typeCard(await cardPageOf(server, id))),
  ),
  'POST /api/checkouts/{id}/cancel': onCheckout('CANCEL_CHECKOUT', {}),
  'POST /api/checkouts/{id}/loan': async (server) => {
    await theLender(server);
    const id = await openedCheckout(server, await server.merchantId('Amber & Oak'));
    const body = await applicationOf(server, id);
    return { action: 'BEGIN_LOAN', whose: null, entityId: null, params: { id }, body };
  },
  'POST /api/checkouts/{id}/loan/offer': onLoanOfShopper(
    'MOVE_LOAN',
    'OFFER_SELECTION',
    ({ loan }) => ({ body: { offerId: loan!.offers[0]!.id } }),
  ),
  'POST /api/checkouts/{id}/loan/authentication': onLoanOfShopper(
    'BEGIN_LOAN_AUTHENTICATION',
    'OFFER_CHOSEN',
    () => ({ plain: true, body: { method: 'SMART_ID', frame: false } }),
  ),
  'POST /api/checkouts/{id}/loan/signing': onLoanOfShopper(
    'BEGIN_LOAN_SIGNING',
    'SIGNING_DOCUMENTS_PREPARED',
    ({ loan }) => {
      const { sha256 } = loan!.documents.find(({ kind }) => kind === 'AGREEMENT')!;
      const asked = { method: 'SMART_ID', frame: false, agreed: true };
      return { plain: true, body: { ...asked, agreementSha256: sha256 } };
    },
  ),
  'POST /api/checkouts/{id}/loan/continue': onLoanOfShopper(
    'CONTINUE_LOAN',
    'OFFER_CHOSEN',
    async ({ loan }, server) => {
      const { checkout_id: id } = await server.one<{ checkout_id: string }>(
        'select checkout_id from consumer_credits where id = $1',
        [loan!.id],
      );
      const begun = await server.anonymous.call('POST /api/checkouts/{id}/loan/authentication', {
        params: { id },
        body: { method: 'ID_CARD', frame: false },
      });
      await press(begun.body.loan!.authentication!.url!);
      return {};
    },
  ),
  'POST /api/checkouts/{id}/loan/cancel': onLoanOfShopper('CANCEL_LOAN', 'OFFER_SELECTION', () => ({
    plain: true,
  })),
  'POST /api/checkouts/{id}/loan/review': onLoanOfShopper(
    'ASK_LOAN_REVIEW',
    'OFFER_SELECTION',
    async ({ loan }, server) => {
      // as a rule leaves one that it refuses
      await server.all(
        `update consumer_credits set status = 'FAILED', failure_code = 'REFUSED_BY_RULE', decided_by = 'AUTOMATIC'
         where id = $1`,
        [loan!.id],
      );
      return { plain: true };
    },
  ),
  'POST /api/loans/{id}/withdraw': onLoanOfShopper('WITHDRAW_LOAN', 'CONFIRMED', ({ loan }) => ({
    plain: true,
    params: { id: loan!.token! },
    body: { amount: loan!.withdrawing!.amount },
  })),
  'POST /api/loans/{id}/repay': onLoanOfShopper('REPAY_LOAN', 'CONFIRMED', ({ loan }) => ({
    plain: true,
    params: { id: loan!.token! },
    body: { amount: loan!.repaying!.amount },
  })),
  'POST /api/merchant-applications': async () => ({
    ...ofNobody('ASK_TO_APPLY'),
    plain: true,
    body: { email: 'new@coast.test' },
  }),
  'POST /api/merchant-applications/open': async (server) => ({
    ...ofNobody('OPEN_APPLICATION'),
    plain: true,
    body: { token: (await insertApplication(server)).token },
  }),
  'POST /api/merchant-applications/documents': async (server) => ({
    ...ofNobody('ADD_DOCUMENT'),
    body: aDocument((await insertApplication(server)).token),
  }),
  'POST /api/merchant-applications/documents/remove': async (server) => {
    const { token, documentId } = await withDocument(server);
    return { ...ofNobody('REMOVE_DOCUMENT'), body: { token, id: documentId } };
  },
  'POST /api/merchant-applications/submit': async (server) => {
    const { token } = await withDocument(server);
    return { ...ofNobody('SEND_APPLICATION'), plain: true, body: anApplication(token) };
  },
  'POST /api/merchants/{id}/documents/{documentId}/actions/download': async (server) => {
    const { token, documentId } = await withDocument(server);
    await server.anonymous.call('POST /api/merchant-applications/submit', {
      body: anApplication(token),
    });
    const { merchant_id: id } = await server.one<{ merchant_id: string }>(
      'select merchant_id from merchant_applications where merchant_id is not null order by submitted_date desc limit 1',
    );
    return {
      action: 'READ_DOCUMENT',
      by: await server.as('admin@paydesk.test'),
      application: 'BACKOFFICE',
      made: 'merchant',
      plain: true,
      params: { id, documentId },
    };
  },
  'POST /api/merchants': async (server) => ({
    action: 'CREATE_MERCHANT',
    by: await server.as('admin@paydesk.test'),
    application: 'BACKOFFICE',
    made: 'merchant',
    body: newMerchant(),
  }),
  'POST /api/merchants/{id}/actions/check': async (server) => ({
    action: 'CHECK_MERCHANT',
    by: await server.as('admin@paydesk.test'),
    application: 'BACKOFFICE',
    made: 'merchant',
    params: { id: (await insertMerchant(server.pool)).id },
    body: merchantCheck,
  }),
  [`POST ${INSTITUTION}`]: async (server) => ({
    action: 'CREATE_FINANCING_INSTITUTION',
    by: await server.as('admin@paydesk.test'),
    staffs: true,
    body: {
      name: 'Coast Credit',
      code: 'COASTCR',
      address: 'Coast 1',
      supervisor: 'Whoever',
      operationsEmail: 'desk@coast.test',
      operationsPhone: '+44 1632 960500',
    },
  }),
  [`PUT ${INSTITUTION}/{id}`]: onInstitution('UPDATE_FINANCING_INSTITUTION', true, {
    name: 'Hill Credit',
    code: 'HILLCR',
    address: 'Hill 2',
    supervisor: 'Whoever',
    operationsEmail: 'desk@hill.test',
  }),
  [`POST ${INSTITUTION}/{id}/actions/activate`]: onInstitution(
    'ACTIVATE_FINANCING_INSTITUTION',
    false,
  ),
  [`POST ${INSTITUTION}/{id}/actions/deactivate`]: onInstitution(
    'DEACTIVATE_FINANCING_INSTITUTION',
    true,
  ),
  [`POST ${INSTITUTION}/{id}/actions/set-gateway`]: onInstitution('SET_GATEWAY', true, GATEWAY),
  [`POST ${INSTITUTION}/{id}/actions/remove-gateway`]: async (server) => {
    const change = await onInstitution('REMOVE_GATEWAY', true)(server);
    await server.pool.query('update financing_institutions set gateway_url = $2 where id = $1', [
      change.params!['id'],
      'https://gateway.firm.test/old',
    ]);
    return change;
  },
  [`DELETE ${INSTITUTION}/{id}`]: onInstitution('DELETE_FINANCING_INSTITUTION', true),
  'POST /api/financing-products': async (server) => ({
    action: 'CREATE_FINANCING_PRODUCT',
    by: await server.as('admin@paydesk.test'),
    staffs: true,
    body: {
      ...financingProduct,
      code: 'NEW-2',
      financingInstitutionId: (await insertInstitution(server.pool)).id,
    },
  }),
  'PUT /api/financing-products/{id}': onLender('UPDATE_FINANCING_PRODUCT', 'product', {
    body: financingProduct,
  }),
  'DELETE /api/financing-products/{id}': onLender('DELETE_FINANCING_PRODUCT', 'product'),
  'POST /api/screening/names': async (server) => ({
    action: 'LOAD_SANCTIONED_NAMES',
    query: { source: 'OTHER' },
    body: 'id,name,born\n1,Zoltan Feherlofia,1950-01-02\n',
    by: await server.as('admin@paydesk.test'),
    staffs: true,
  }),
  'POST /api/screening/cases/{id}/actions/decide': async (server) => ({
    action: 'DECIDE_SCREENING_CASE',
    params: { id: await insertCase(server) },
    body: { decision: 'FALSE_HIT', reason: 'Another birthday' },
    by: await server.as('admin@paydesk.test'),
    staffs: true,
  }),
  'POST /api/screening/cases/{id}/actions/ask-provider': async (server) => {
    const id = await insertCase(server);
    await server.pool.query(
      `update screening_cases set source = 'PROVIDER', listed_name = null where id = $1`,
      [id],
    );
    return {
      action: 'ASK_SCREENING_AGAIN',
      params: { id },
      by: await server.as('admin@paydesk.test'),
      staffs: true,
    };
  },
  'POST /api/screening/cases/{id}/actions/take': async (server) => ({
    action: 'TAKE_SCREENING_CASE',
    params: { id: await insertCase(server) },
    body: {},
    by: await server.as('admin@paydesk.test'),
    staffs: true,
  }),
  'POST /api/screening/cases/{id}/actions/give-back': async (server) => {
    const id = await insertCase(server);
    await takeAs(server, 'screening_cases', id);
    return {
      action: 'GIVE_BACK_SCREENING_CASE',
      params: { id },
      by: await server.as('admin@paydesk.test'),
      staffs: true,
    };
  },
  'POST /api/screening/cases/{id}/actions/assign': async (server) => ({
    action: 'ASSIGN_SCREENING_CASE',
    params: { id: await insertCase(server) },
    body: { to: await another(server) },
    by: await server.as('admin@paydesk.test'),
    staffs: true,
  }),
  'POST /api/settings/bin-ranges': async (server) => ({
    action: 'LOAD_BIN_RANGES',
    body: 'from,to,scheme,issuer,country,product\n411111,411111,VISA,Birch Bank,LV,Gold\n',
    by: await server.as('admin@paydesk.test'),
    staffs: true,
  }),
  'POST /api/settings/rules': async (server) => ({
    action: 'CREATE_RULE',
    body: newRule(),
    by: await server.as('admin@paydesk.test'),
    staffs: true,
  }),
  'PUT /api/settings/rules/{id}': onRule('UPDATE_RULE', {}, () => ({
    body: newRule([{ field: 'countHour', comparison: 'AT_LEAST', value: 5 }]),
  })),
  'POST /api/settings/rules/{id}/actions/try': onRule('TRY_RULE', {}, () => ({ plain: true })),
  'POST /api/settings/rules/{id}/actions/activate': onRule('ACTIVATE_RULE'),
  'POST /api/settings/rules/{id}/actions/deactivate': onRule('DEACTIVATE_RULE', { active: true }),
  'DELETE /api/settings/rules/{id}': onRule('DELETE_RULE'),
  'POST /api/financing/consumer-credits/{id}/edit-comment': onLoan(
    'EDIT_COMMENT',
    { comment: 'Called' },
    async (server) => ({
      by: await server.as('admin@paydesk.test'),
      staffs: true,
    }),
  ),
  'POST /api/provider-api/merchants': byCore('merchants'),
  'POST /api/provider-api/customers': byCore('customers'),
  'POST /api/provider-api/purchases': byCore('purchases'),
  'POST /api/provider-api/transactions': byCore('transactions'),
  'POST /api/provider-api/loans': byCore('loans'),
  'POST /api/merchants/{id}/delivery-methods': onAgreed(
    'AGREE_DELIVERY_METHOD',
    async (server) => ({
      deliveryMethodId: await insertTold(server.pool, 'deliveryMethods'),
      externalId: 'X-1',
      enabled: true,
    }),
  ),
  'PUT /api/merchants/{id}/delivery-methods/{agreementId}': onAgreed(
    'CHANGE_DELIVERY_METHOD',
    async () => ({ externalId: 'X-2', enabled: false }),
  ),
  'DELETE /api/merchants/{id}/delivery-methods/{agreementId}': onAgreed('WITHDRAW_DELIVERY_METHOD'),
  'POST /api/provider-keys': filled('CREATE_PROVIDER_KEY', null, () => ({
    name: 'Ledger',
    writesLoans: true,
  })),
  'PUT /api/provider-keys/{id}': onProviderKey('UPDATE_PROVIDER_KEY', {
    name: 'Books',
    writesMerchants: false,
  }),
  'POST /api/provider-keys/{id}/actions/rotate': onProviderKey('ROTATE_PROVIDER_KEY'),
  'POST /api/provider-keys/{id}/actions/disable': onProviderKey('DISABLE_PROVIDER_KEY'),
  'POST /api/announcements': filled('CREATE_ANNOUNCEMENT', null, CHANGES_OF.announcements),
  'PUT /api/announcements/{id}': filled(
    'UPDATE_ANNOUNCEMENT',
    'announcements',
    CHANGES_OF.announcements,
  ),
  'DELETE /api/announcements/{id}': filled('DELETE_ANNOUNCEMENT', 'announcements'),
  'POST /api/customers-announcements': filled(
    'CREATE_CUSTOMERS_ANNOUNCEMENT',
    null,
    CHANGES_OF.customersAnnouncements,
  ),
  'PUT /api/customers-announcements/{id}': filled(
    'UPDATE_CUSTOMERS_ANNOUNCEMENT',
    'customersAnnouncements',
    CHANGES_OF.customersAnnouncements,
  ),
  'DELETE /api/customers-announcements/{id}': filled(
    'DELETE_CUSTOMERS_ANNOUNCEMENT',
    'customersAnnouncements',
  ),
  'POST /api/delivery/companies': filled(
    'CREATE_DELIVERY_COMPANY',
    null,
    CHANGES_OF.deliveryCompanies,
  ),
  'PUT /api/delivery/companies/{id}': filled(
    'UPDATE_DELIVERY_COMPANY',
    'deliveryCompanies',
    CHANGES_OF.deliveryCompanies,
  ),
  'DELETE /api/delivery/companies/{id}': filled('DELETE_DELIVERY_COMPANY', 'deliveryCompanies'),
  'POST /api/delivery/methods': filled('CREATE_DELIVERY_METHOD', null, CHANGES_OF.deliveryMethods),
  'PUT /api/delivery/methods/{id}': filled(
    'UPDATE_DELIVERY_METHOD',
    'deliveryMethods',
    CHANGES_OF.deliveryMethods,
  ),
  'DELETE /api/delivery/methods/{id}': filled('DELETE_DELIVERY_METHOD', 'deliveryMethods'),
  'POST /api/delivery/methods/{id}/pickup-points': async (server) => {
    const change = await onPoint('CREATE_PICKUP_POINT', CHANGES_OF.pickupPoints())(server);
    return { ...change, params: { id: change.params!['id']! }, entityId: null };
  },
  'PUT /api/delivery/methods/{id}/pickup-points/{pointId}': onPoint(
    'UPDATE_PICKUP_POINT',
    CHANGES_OF.pickupPoints(),
  ),
  'DELETE /api/delivery/methods/{id}/pickup-points/{pointId}': onPoint('DELETE_PICKUP_POINT'),
  'POST /api/customers/{id}/actions/block': onCustomer('BLOCK', 'ACTIVE'),
  'POST /api/customers/{id}/actions/activate': onCustomer('ACTIVATE', 'BLOCKED'),
  'POST /api/customers/{id}/actions/close': onCustomer('CLOSE', 'ACTIVE'),
  'POST /api/personal-data/{id}/export': async (server) => ({
    ...(await onCustomer('ASK_PERSONAL_DATA', 'ACTIVE')(server)),
    body: { reason: 'Their letter' },
    plain: true,
  }),
  'POST /api/personal-data/{id}/show': async (server) => ({
    ...(await onCustomer('SHOW_PERSONAL_ID', 'ACTIVE')(server)),
    body: { reason: 'They called' },
    plain: true,
  }),
  'POST /api/personal-data/{id}': async (server) => ({
    ...(await onCustomer('ERASE_PERSON', 'ACTIVE')(server)),
    body: { reason: 'Their letter' },
    // what was there before is what may not stand in the log
    plain: true,
  }),
  'POST /api/customers/{id}/notes': async (server) => ({
    ...(await onCustomer('WRITE_NOTE', 'ACTIVE')(server)),
    body: { note: 'Called, will pay' },
    entityId: null,
  }),
  'POST /api/cards/{id}/actions/block': onCard('BLOCK_CARD', 'ACTIVE'),
  'POST /api/cards/{id}/actions/activate': onCard('ACTIVATE_CARD', 'BLOCKED'),
  'POST /api/cards/{id}/actions/delete': onCard('DELETE_CARD', 'EXPIRED'),
  'POST /api/exchange-logs/{id}/actions/send-again': callbackSentAgain,
  'POST /api/exchange-logs/many/actions/send-again': ofMany(callbackSentAgain),
  'POST /api/undelivered-messages/{id}/actions/send-again': sentAgain,
  'POST /api/undelivered-messages/many/actions/send-again': ofMany(sentAgain),
  'POST /api/undelivered-messages/actions/send-again': async (server) => {
    const entityId = await server.merchantId('Amber & Oak');
    await insertMessage(server, entityId);
    const by = await server.as('admin@paydesk.test');
    const query = { f_merchantId: entityId };
    return { action: 'SEND_AGAIN', by, application: 'BACKOFFICE', query, entityId, plain: true };
  },
};
