import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { table, type Key } from '@paydesk/contract/index.ts';
import { IMPORT_KINDS, type ImportKind } from '@paydesk/contract/imports.ts';
import { visibleColumns } from '@paydesk/contract/kernel/columns.ts';
import { isMachines } from '@paydesk/contract/kernel/access.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import {
  holdsAny,
  ROLE_PERMISSIONS,
  type Actor,
  type UserRole,
} from '@paydesk/contract/permissions.ts';
import { Share, spread } from '@paydesk/contract/testing/proof.ts';
import { sha256 } from './testing/hashes.ts';
import { buildApp } from './platform/http/app.ts';
import { handlersOf, lists } from './resources.ts';
import {
  insertMerchant,
  insertPurchase,
  insertCustomer,
  insertShippingMethod,
  insertTransaction,
  insertUser,
} from './seed/factories.ts';
import { insertRecurringPayment } from './seed/factories/payments.ts';
import { insertWidget } from './seed/factories/widgets.ts';
import { insertOrder } from './seed/factories/orders.ts';
import { insertInstitution, insertLender, insertLoan } from './seed/factories/financing.ts';
import { insertCard } from './seed/factories/customers.ts';
import { DEMO_PASSWORD } from './seed/seed.ts';
import { refusalOf } from './testing/answers.ts';
import { aDocument, anApplication, insertSubmitted } from './testing/applications.ts';
import { merchantCheck, newMerchant } from './testing/new-merchant.ts';
import { another, askedAddress, financingProduct, unsentRequest } from './testing/changes.ts';
import { insertThreshold, insertWaiting, withFactor } from './testing/approvals.ts';
import { insertRole } from './testing/roles.ts';
import { insertAuthorised, insertHeld } from './testing/payments.ts';
import { insertFailedCallback, insertMessage } from './testing/messages.ts';
import { SPECIFIED, specifiedStatus } from './testing/specified-access.ts';
import { insertCase } from './testing/screening.ts';
import { insertRule, newRule } from './testing/rules.ts';
import { CHANGES_OF, insertAgreed, insertTold, TOLD } from './testing/told.ts';
import { insertPausedPage, nextDayOf } from './testing/recurring.ts';
import { aConnection, insertNowhere } from './testing/identities.ts';
import { insertFreshPasskey } from './testing/passkeys.ts';
import { insertView } from './testing/views.ts';
import { insertCertificate } from './seed/factories/machines.ts';
import { newRequest } from './testing/csr.ts';
import { insertLink, paymentLink } from './testing/payment-links.ts';
import {
  insertNamedKey,
  core,
  insertProviderKey,
  machine,
  newOrder,
  newRows,
} from './testing/machines.ts';
import { openedCheckout, SHOPPER } from './testing/checkouts.ts';
import { applicationOf, confirmedLoan, loanAt, theLender } from './testing/borrowers.ts';
import {
  TRYING_OUT,
  testServer,
  type Client,
  type TestServer,
  type CallOptions,
} from './testing/server.ts';

const rows = Object.entries(table) as unknown as [Key, Endpoint][];

/** A matrix out of the table: who calls, on whose record, and what the row says must come of it. */
const WHOSE = ['own', 'other', 'absent'] as const;
type Whose = (typeof WHOSE)[number];

interface Caller extends Actor {
  name: string;
  passwordExpired: boolean;
  client: Client;
}

const shippingMethod = () => ({
  name: 'Courier',
  extId: randomUUIDv7(),
  shippingMethodId: '0192f0a0-0000-7000-8000-000000000001',
});

/** A shop that passes a ping. */
const shop = { url: '' };

const { pem: request } = await newRequest();
const money = { amount: 1, currency: 'EUR' };

interface Example {
  /** Whoever works for no merchant gets a 404 (AM-41). */
  ofMerchant?: boolean;
  /** Whose id it is that the path or the body names; a transaction's. */
  record?:
    | 'user'
    | 'connection'
    | 'merchant'
    | 'new merchant'
    | 'payment link'
    | 'shipping method'
    | 'widget'
    | 'checkout'
    | 'order'
    | 'purchase'
    | 'recurring payment'
    | 'certificate'
    | 'loan'
    | 'institution'
    | 'inactive institution'
    | 'financing product'
    | 'customer'
    | 'card'
    | 'message'
    | 'callback'
    | 'authorised payment'
    | 'payment in review'
    | 'provider key'
    | 'approval'
    | 'role'
    | 'threshold'
    | 'named key'
    | 'running loan'
    | 'checkout with a lender'
    | 'loan with offers'
    | 'loan of one call'
    | 'loan with an offer chosen'
    | 'loan to sign'
    | keyof typeof TOLD;
  status?:
    | 'ADMINISTRATOR'
    | 'FAILED'
    | 'BLOCKED'
    | 'NOT_ACTIVATED'
    | 'DISABLED'
    | 'PENDING_APPROVAL'
    | 'APPROVED';
  /** What the path names besides the record. */
  also?: Record<string, string>;
  /** One that names the record is a function of its id. */
  body?: unknown;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Where whoever gets past the guard is still refused, so that the matrix leaves people as they are. */
  answers?: number | ((caller: Caller) => number);
  /** Ids of the demo data by the names of the path’s parameters, of :merchant or of nobody. */
  ofDemo?: string;
  /** What stands in the path or the body beside the record’s id. */
  more?: (
    server: TestServer,
    recordId: string,
    /** That id, or one that nobody has. */
    named: string,
  ) => Promise<{ params?: Record<string, string>; body?: unknown }>;
  /** A record of this person’s own. */
  idOf?: (server: TestServer, userId: string) => Promise<string>;
  /** Where who may do what is no matter of scope alone. */
  expect?: (caller: Caller, whose: Whose) => number;
}

const person = (email: string) => ({
  firstName: 'Any',
  lastName: 'Body',
  email,
  phoneNumber: '+371 2000 0000',
});
const newEmail = () => `${randomUUIDv7()}@x.test`;

const COMPANY_METHOD =
  'select company_id as id, method_id as "methodId" from delivery_company_methods';
const PICKUP_POINT =
  'select method_id as id, id as "pointId" from pickup_points order by pickup_points.id';
const AGREED_TO = `select id from recurring_payments where merchant_id = ':merchant'
  and status = 'ACTIVE' and card_id is not null
  and (expiration_date is null or expiration_date > now() + interval '1 hour')`;
const PAID_DAY = `select id from recurring_dues where merchant_id = ':merchant' and status = 'PAID'`;
const PAGE = `select access_token as id from recurring_payments where status = 'ACTIVE'`;
const PAGE_OF_ONE = `${PAGE} and customer_id is not null
  and merchant_id in (select id from merchants where status = 'ACTIVE' and acquirer_url is null)`;
const AGREED = `select delivery_method_id as id, id as "merchantMethodId"
  from merchant_delivery_methods where merchant_id = ':merchant'`;

const agreed = async ({ pool }: TestServer, merchantId: string) => ({
  params: { agreementId: await insertAgreed(pool, merchantId) },
});

/** How far a shopper's loan has come. */
const STEPS = {
  'loan with offers': 'OFFER_SELECTION',
  'loan with an offer chosen': 'OFFER_CHOSEN',
  'loan to sign': 'SIGNING_DOCUMENTS_PREPARED',
} as const;

const NOBODYS = randomUUIDv7();

const GATEWAY = { url: 'https://gateway.firm.test/paydesk', secret: 's'.repeat(32) };

const requestOn = async (server: TestServer, loanId: string) => ({
  params: { requestId: await unsentRequest(server, loanId) },
});

const examples: { [K in Key]?: Example } = {
  'PUT /api/users/me': {
    body: { firstName: 'A', lastName: 'B', phoneNumber: '1', email: 'a@b.test' },
  },
  'GET /api/users/me/company': { ofMerchant: true },
  'GET /api/merchants/{id}': { record: 'merchant' },
  'PUT /api/merchants/{id}': {
    record: 'new merchant',
    body: () => ({ name: randomUUIDv7() }),
  },
  'POST /api/merchants/{id}/actions/approve': {
    record: 'new merchant',
    status: 'PENDING_APPROVAL',
  },
  'POST /api/merchants/{id}/actions/decline': {
    record: 'new merchant',
    status: 'PENDING_APPROVAL',
  },
  'POST /api/merchants/{id}/actions/activate': { record: 'new merchant', status: 'APPROVED' },
  'POST /api/merchants/{id}/actions/disable': { record: 'new merchant' },
  'POST /api/merchants/{id}/actions/set-second-factor': {
    record: 'merchant',
    body: { secondFactor: 'OPTIONAL' },
  },
  'POST /api/merchants/{id}/actions/set-capture': {
    record: 'new merchant',
    body: { capture: 'MANUAL' },
  },
  'PUT /api/merchants/{id}/retries': {
    record: 'new merchant',
    body: { retryHour: 8, retriesEnd: 'KEEP' },
  },
  'POST /api/merchants/{id}/actions/set-acquirer': { record: 'new merchant', body: GATEWAY },
  // it has none of its own
  'POST /api/merchants/{id}/actions/remove-acquirer': {
    record: 'new merchant',
    answers: 400,
  },
  'GET /api/merchants/{id}/background': { record: 'merchant' },
  'GET /api/merchants/{id}/callback-delivery': { record: 'merchant' },
  'GET /api/merchants/{id}/history': { record: 'merchant' },
  'GET /api/merchants/{id}/features/{feature}': {
    record: 'merchant',
    more: async () => ({ params: { feature: 'WIDGETS' } }),
  },
  'PUT /api/merchants/{id}/features/{feature}': {
    record: 'new merchant',
    more: async () => ({ params: { feature: 'WIDGETS' }, body: { enabled: false } }),
  },
  'GET /api/merchants/{id}/certificates': { record: 'merchant' },
  'GET /api/merchants/{id}/certificateInfo': { record: 'merchant' },
  'GET /api/merchants/{id}/certificate/{certId}': {
    record: 'merchant',
    more: async ({ pool }, merchantId) => ({
      params: { certId: (await insertCertificate(pool, { merchantId })).id },
    }),
    // whatever right somebody of a merchant were given: another's stays closed
    expect: ({ merchantId }, whose) =>
      whose === 'absent' || (merchantId && whose === 'other') ? 404 : 200,
  },
  'PUT /api/merchants/{id}/certificate/disable': {
    record: 'merchant',
    more: async ({ pool }, merchantId) => ({
      body: { id: (await insertCertificate(pool, { merchantId })).id },
    }),
  },
  'GET /api/merchants/{id}/api-key-info': { record: 'merchant' },
  'GET /api/merchants/{id}/delivery-methods': { record: 'merchant' },
  'POST /api/merchants/{id}/delivery-methods': {
    record: 'new merchant',
    more: async ({ pool }) => ({
      body: {
        deliveryMethodId: await insertTold(pool, 'deliveryMethods'),
        externalId: 'X-1',
        enabled: true,
      },
    }),
  },
  'GET /api/merchants/{id}/delivery-methods/{agreementId}': { record: 'merchant', more: agreed },
  'PUT /api/merchants/{id}/delivery-methods/{agreementId}': {
    record: 'new merchant',
    more: async (server, id) => ({
      ...(await agreed(server, id)),
      body: { externalId: 'X-2', enabled: false },
    }),
  },
  'DELETE /api/merchants/{id}/delivery-methods/{agreementId}': {
    record: 'new merchant',
    more: agreed,
  },
  'GET /api/merchants/{id}/employees': { record: 'merchant' },
  'GET /api/users/{id}': {
    record: 'user',
    expect: ({ permissions, merchantId }, whose) => {
      if (whose === 'absent') return 404;
      if (permissions.includes('READ_ANY_USER')) return 200;
      const reads = merchantId && permissions.includes('READ_MERCHANT_EMPLOYEE');
      return reads && whose === 'own' ? 200 : 404;
    },
  },
  'POST /api/users': { body: () => ({ ...person(newEmail()), userRole: 'BACKOFFICE_TECHNICAL' }) },
  'PUT /api/users/{id}': {
    record: 'user',
    more: async (server, id) => {
      const { email } = await server.one<{ email: string }>(
        'select email from users where id = $1',
        [id],
      );
      return { body: person(email) };
    },
  },
  'POST /api/users/{id}/actions/take-off-factor': {
    idOf: (server) => withFactor(server, { userRole: 'BACKOFFICE_TECHNICAL' }),
    body: { reason: 'Lost' },
  },
  'GET /api/approvals/{id}': { record: 'approval' },
  'POST /api/approvals/{id}/actions/approve': { record: 'approval', body: {} },
  'POST /api/approvals/{id}/actions/decline': { record: 'approval', body: {} },
  // none of the callers has asked for it
  'POST /api/approvals/{id}/actions/withdraw': { record: 'approval', answers: 400 },
  'GET /api/approval-thresholds/{id}': { record: 'threshold' },
  'GET /api/approval-thresholds/{id}/history': { record: 'threshold' },
  // of something that none of these callers does again
  'POST /api/approval-thresholds': {
    body: { kind: 'REVERSAL', amount: 1_000_000, counts: 'EACH', userRole: 'MERCHANT_ADMIN' },
  },
  'DELETE /api/approval-thresholds/{id}': {
    record: 'threshold',
    headers: { 'second-person-reason': 'Too%20low' },
    answers: 202,
  },
  'DELETE /api/users/{id}': { record: 'user' },
  'POST /api/users/{id}/actions/end-sessions': { record: 'user' },
  'POST /api/users/{id}/actions/set-role': {
    record: 'user',
    body: { userRole: 'MERCHANT_OPERATOR' },
  },
  'GET /api/roles/{id}': { record: 'role' },
  'POST /api/roles': {
    more: async () => ({
      body: { name: `Till ${randomUUIDv7()}`, base: 'MERCHANT_OPERATOR', rights: ['PAYMENTS'] },
    }),
    // who works for the provider makes roles of the provider's
    answers: ({ merchantId }) => (merchantId ? 200 : 400),
  },
  'PUT /api/roles/{id}': {
    record: 'role',
    more: async () => ({ body: { name: `Till ${randomUUIDv7()}`, rights: ['PAYMENTS'] } }),
  },
  'DELETE /api/roles/{id}': { record: 'role' },
  'GET /api/roles/{id}/history': { record: 'role' },
  'POST /api/users/{id}/actions/grant-administrator': { record: 'user' },
  'POST /api/users/{id}/actions/revoke-administrator': { record: 'user', status: 'ADMINISTRATOR' },
  'POST /api/users/{id}/actions/block': { record: 'user' },
  'POST /api/users/{id}/actions/activate': { record: 'user', status: 'BLOCKED' },
  'POST /api/users/{id}/actions/resendInvitation': { record: 'user', status: 'NOT_ACTIVATED' },
  'POST /api/user-merchant/employees': {
    record: 'merchant',
    body: (merchantId: string) => ({
      ...person(newEmail()),
      userRole: 'MERCHANT_OPERATOR',
      merchantId,
    }),
    // an id of a body that is not the own merchant's is forbidden, not absent (SB-03)
    expect: ({ userRole }, whose) => {
      if (whose === 'own') return 200;
      if (userRole !== 'BACKOFFICE_ADMIN') return 403;
      return whose === 'absent' ? 400 : 200;
    },
  },
  'PUT /api/user-merchant/employees': {
    record: 'user',
    // the address that they have: another one asks for the password again
    more: async (server, recordId, id) => {
      const { email } = await server.one<{ email: string }>(
        'select email from users where id = $1',
        [recordId],
      );
      return { body: { ...person(email), id } };
    },
  },
  'DELETE /api/users/{id}/pending-email': {
    record: 'user',
    more: async (server, id) => {
      await askedAddress(server, id);
      return {};
    },
  },
  // none of the callers has a password, or a change that waits
  'DELETE /api/users/me/pending-email': { answers: 400 },
  'POST /api/users/me/password/confirm': { body: { password: 'x' }, answers: 400 },
  'POST /api/email-changes/confirm': { body: { token: 'x' } },
  'POST /api/email-changes/stop': { body: { token: 'x' } },
  'PUT /api/user-merchant/employees/role': {
    record: 'user',
    body: (id: string) => ({ id, userRole: 'MERCHANT_ADMIN' }),
  },
  'DELETE /api/user-merchant/employees/{id}': { record: 'user' },
  'PUT /api/user-merchant': { body: { zipCode: 'LV-1010' } },
  'PUT /api/user-merchant/order-verification-callback': { body: {} },
  'PUT /api/user-merchant/payment-notification-callback': {
    body: { purchaseNotificationUrl: 'https://shop.test/' },
  },
  'PUT /api/user-merchant/delivery-cost-calculation-callback': { body: {} },
  'PUT /api/user-merchant/logo': { body: {} },
  'PUT /api/user-merchant/capture': { body: { capture: 'AUTOMATIC' } },
  'PUT /api/user-merchant/second-factor': { body: { secondFactor: 'OPTIONAL' } },
  'PUT /api/user-merchant/retries': { body: { retryHour: 10, retriesEnd: 'SUSPEND' } },
  'POST /api/user-merchant/payment-notification-callback': {
    body: () => ({ purchaseNotificationUrl: shop.url }),
  },
  'POST /api/merchant/shipping/method': { body: () => shippingMethod() },
  'GET /api/merchant/shipping/method/{id}': { record: 'shipping method' },
  'PUT /api/merchant/shipping/method/{id}': {
    record: 'shipping method',
    body: () => shippingMethod(),
  },
  'PUT /api/merchant/shipping/method/{id}/disable': { record: 'shipping method' },
  'PUT /api/merchant/shipping/method/{id}/activate': {
    record: 'shipping method',
    status: 'DISABLED',
  },
  'GET /api/widgets/{id}': { record: 'widget' },
  'GET /api/widgets/{id}/history': { record: 'widget' },
  'GET /api/widgets/{id}/button': { record: 'widget' },
  'POST /api/widgets': { body: { name: 'Checkout', type: 'CHECKOUT' } },
  'PUT /api/widgets/{id}': { record: 'widget', body: { name: 'Checkout', type: 'CHECKOUT' } },
  'PUT /api/widgets/{id}/disable': { record: 'widget' },
  'PUT /api/widgets/{id}/activate': { record: 'widget', status: 'DISABLED' },
  'GET /api/user-merchant/certificate/{id}': { record: 'certificate' },
  'POST /api/user-merchant/certificate-requests': { body: () => ({ request }) },
  'PUT /api/user-merchant/certificate/disable': {
    record: 'certificate',
    body: (id: string) => ({ id }),
  },
  'GET /api/orders/{id}': { record: 'order' },
  'GET /api/merchant-api/orders/{id}': { record: 'order' },
  'POST /api/merchant-api/orders': { body: () => newOrder() },
  'GET /api/orders/{id}/items': { record: 'order' },
  'GET /api/orders/{id}/history': { record: 'order' },
  'POST /api/payment-links': { body: () => paymentLink() },
  'GET /api/payment-links/{id}': { record: 'payment link' },
  'GET /api/payment-links/{id}/history': { record: 'payment link' },
  'PUT /api/payment-links/{id}/disable': { record: 'payment link' },
  'PUT /api/orders/{id}/approve': { record: 'order' },
  'PUT /api/orders/{id}/reject': { record: 'order' },
  // whose they are is a verdict each: many.test.ts
  'GET /api/orders/many/approve': { query: { ids: NOBODYS } },
  'POST /api/orders/many/approve': { body: { ids: [NOBODYS] } },
  'GET /api/orders/many/reject': { query: { ids: NOBODYS } },
  'POST /api/orders/many/reject': { body: { ids: [NOBODYS] } },
  'GET /api/purchases/many/actions/cancel': { query: { ids: NOBODYS } },
  'POST /api/purchases/many/actions/cancel': { body: { ids: [NOBODYS] } },
  'GET /api/purchases/many/actions/resend-callback': { query: { ids: NOBODYS } },
  'POST /api/purchases/many/actions/resend-callback': { body: { ids: [NOBODYS] } },
  'GET /api/recurring-dues/many/actions/charge': { query: { ids: NOBODYS } },
  'POST /api/recurring-dues/many/actions/charge': { body: { ids: [NOBODYS] } },
  'GET /api/recurring-dues/many/actions/skip': { query: { ids: NOBODYS } },
  'POST /api/recurring-dues/many/actions/skip': { body: { ids: [NOBODYS] } },
  'GET /api/exchange-logs/many/actions/send-again': { query: { ids: NOBODYS } },
  'POST /api/exchange-logs/many/actions/send-again': { body: { ids: [NOBODYS] } },
  'GET /api/undelivered-messages/many/actions/send-again': { query: { ids: NOBODYS } },
  'POST /api/undelivered-messages/many/actions/send-again': { body: { ids: [NOBODYS] } },
  'POST /api/login': { body: { username: 'owner@amber.test', password: DEMO_PASSWORD } },
  'POST /api/setup': {
    body: {
      token: 'x',
      firstName: 'Ana',
      lastName: 'Birch',
      email: 'ana@firm.test',
      newPassword: 'y',
    },
  },
  'POST /api/passwords/recover': { body: { email: 'nobody@amber.test' } },
  'POST /api/passwords/reset': { body: { token: 'x', newPassword: 'y' } },
  'POST /api/passwords': { body: { token: 'x', newPassword: 'y' } },
  // too weak, where the password has expired at all
  'POST /api/passwords/renew': {
    body: { newPassword: 'y' },
    answers: ({ passwordExpired }) => (passwordExpired ? 400 : 403),
  },
  // another person's id
  'PUT /api/users/me/password': {
    body: { userId: 'x', currentPassword: 'y', newPassword: 'z' },
    answers: 403,
  },
  // as nobody: whoever may is told what is missing
  'POST /api/users/me/view-as': { body: {}, answers: 400 },
  'DELETE /api/users/me/sessions/{id}': {
    idOf: async (server, userId) => {
      const { token } = await server.session(userId);
      const made = await server.one<{ id: string }>(
        'select id from sessions where token_hash = $1',
        [sha256(token!)],
      );
      return made.id;
    },
    // with a session alone: the password of the last minutes is asked for first
    answers: 403,
  },
  'POST /api/users/me/sessions/actions/end-others': { answers: 403 },
  // nobody of these has a password or a second factor: who is let in is told so by the field
  'POST /api/users/me/second-factor': { body: { password: 'x' }, answers: 400 },
  'POST /api/users/me/second-factor/confirm': { body: { code: '123456' }, answers: 400 },
  'DELETE /api/users/me/second-factor': { body: { password: 'x', code: '123456' }, answers: 400 },
  'POST /api/users/me/second-factor/recovery-codes': { body: { password: 'x' }, answers: 400 },
  'POST /api/users/me/second-factor/renew': { body: { code: '123456' }, answers: 400 },
  'POST /api/sso/connections': { body: () => aConnection('https://id.test', 'firm.test') },
  'PUT /api/sso/connections/{id}': {
    record: 'connection',
    body: () => aConnection('https://id.test', `${randomUUIDv7()}.test`),
  },
  'DELETE /api/sso/connections/{id}': { record: 'connection' },
  'POST /api/sso/connections/{id}/actions/verify': { record: 'connection' },
  // its provider is nowhere, it was never tried, and is not on
  'POST /api/sso/connections/{id}/actions/try': {
    record: 'connection',
    body: { binding: 'x' },
    answers: 400,
  },
  'POST /api/sso/connections/{id}/actions/turn-on': { record: 'connection', answers: 400 },
  'POST /api/sso/connections/{id}/actions/turn-off': { record: 'connection' },
  'POST /api/sso/connections/{id}/actions/enforce': {
    record: 'connection',
    body: { breakGlass: [NOBODYS] },
    answers: 400,
  },
  'POST /api/sso/connections/{id}/actions/leave-free': { record: 'connection' },
  'POST /api/sso/connections/{id}/actions/provision': { record: 'connection' },
  'POST /api/sso/connections/{id}/actions/stop-provisioning': { record: 'connection' },
  'POST /api/sso/begin': { body: { email: 'nobody@nowhere.test', binding: 'x' } },
  'POST /api/sso/finish': { body: { state: 'x', code: 'x', binding: 'x' }, answers: 401 },
  // nobody has shown a password, nor is asked anything
  'GET /api/passkeys/registration': { answers: 403 },
  'POST /api/passkeys': { body: { name: 'Key', credential: '{}' }, answers: 400 },
  'PUT /api/passkeys/{id}': {
    idOf: insertFreshPasskey,
    body: { name: 'Key' },
  },
  'DELETE /api/passkeys/{id}': { idOf: insertFreshPasskey },
  'POST /api/passkeys/confirmation': { body: { credential: '{}' }, answers: 400 },
  // who is let in is told that it is no passkey
  'POST /api/passkeys/sign-in': { body: { credential: '{}' }, answers: 401 },
  'POST /api/saved-views': {
    body: () => ({ list: 'transactions', name: randomUUIDv7(), shared: false }),
  },
  'PUT /api/saved-views/{id}': {
    idOf: (server, userId) => insertView(server.pool, userId),
    body: () => ({ name: randomUUIDv7(), shared: false }),
  },
  'PUT /api/saved-views/{id}/default': {
    idOf: (server, userId) => insertView(server.pool, userId),
    body: { isDefault: true },
  },
  'DELETE /api/saved-views/{id}': { idOf: (server, userId) => insertView(server.pool, userId) },
  'GET /api/settings/rules/{id}': { ofDemo: 'select id from rules' },
  'GET /api/settings/rules/{id}/history': { ofDemo: 'select id from rules' },
  'GET /api/settings/rules/{id}/versions': { ofDemo: 'select id from rules' },
  'GET /api/settings/rules/{id}/hits': { ofDemo: 'select id from rules' },
  'GET /api/screening/cases/{id}': { ofDemo: 'select id from screening_cases' },
  'GET /api/screening/cases/{id}/history': { ofDemo: 'select id from screening_cases' },
  'POST /api/screening/cases/{id}/actions/decide': {
    idOf: (server) => insertCase(server),
    body: { decision: 'FALSE_HIT', reason: 'Another birthday' },
  },
  'POST /api/screening/cases/{id}/actions/ask-provider': {
    // found on a list that was loaded
    idOf: (server) => insertCase(server),
    answers: 400,
  },
  'POST /api/screening/cases/{id}/actions/take': {
    idOf: (server) => insertCase(server),
    body: {},
  },
  'POST /api/screening/cases/{id}/actions/give-back': {
    idOf: (server) => insertCase(server),
    answers: 400,
  },
  'POST /api/screening/cases/{id}/actions/assign': {
    idOf: (server) => insertCase(server),
    more: async (server) => ({ body: { to: await another(server) } }),
  },
  'GET /api/screening/cases/{id}/colleagues': { ofDemo: 'select id from screening_cases' },
  'POST /api/screening/names': {
    body: () => 'id,name\n1,Zoltan Feherlofia\n',
    query: { source: 'OTHER' },
  },
  'POST /api/settings/bin-ranges': {
    body: () => 'from,to,scheme,issuer,country\n411111,411111,VISA,Birch Bank,LV\n',
  },
  'POST /api/settings/rules': { body: () => newRule() },
  'PUT /api/settings/rules/{id}': {
    idOf: (server) => insertRule(server),
    body: () => newRule(),
  },
  'POST /api/settings/rules/{id}/actions/try': { idOf: (server) => insertRule(server) },
  'POST /api/settings/rules/{id}/actions/activate': { idOf: (server) => insertRule(server) },
  'POST /api/settings/rules/{id}/actions/deactivate': {
    idOf: (server) => insertRule(server, { active: true }),
  },
  'DELETE /api/settings/rules/{id}': { idOf: (server) => insertRule(server) },
  'GET /api/user-merchant/api-keys/{id}': { record: 'named key' },
  'POST /api/user-merchant/api-keys': { body: () => ({ name: randomUUIDv7(), readsOrders: true }) },
  'PUT /api/user-merchant/api-keys/{id}': {
    record: 'named key',
    body: () => ({ name: randomUUIDv7(), readsOrders: true }),
  },
  'POST /api/user-merchant/api-keys/{id}/actions/revoke': { record: 'named key' },
  'GET /api/provider-keys/{id}': { record: 'provider key' },
  'GET /api/provider-keys/{id}/history': { record: 'provider key' },
  'POST /api/provider-keys': { body: () => ({ name: randomUUIDv7(), writesLoans: true }) },
  'PUT /api/provider-keys/{id}': {
    record: 'provider key',
    body: () => ({ name: randomUUIDv7(), writesLoans: true }),
  },
  'POST /api/provider-keys/{id}/actions/rotate': { record: 'provider key' },
  'POST /api/provider-keys/{id}/actions/disable': { record: 'provider key' },
  ...(Object.fromEntries(
    IMPORT_KINDS.map((kind) => [`POST /api/provider-api/${kind}`, { body: () => newRows(kind) }]),
  ) as { [K in `POST /api/provider-api/${ImportKind}`]: Example }),
  'GET /api/announcements/{id}': { record: 'announcements' },
  'GET /api/announcements/{id}/history': { record: 'announcements' },
  'POST /api/announcements': { body: CHANGES_OF.announcements },
  'PUT /api/announcements/{id}': { record: 'announcements', body: CHANGES_OF.announcements },
  'DELETE /api/announcements/{id}': { record: 'announcements' },
  'GET /api/customers-announcements/{id}/history': { record: 'customersAnnouncements' },
  'POST /api/customers-announcements': { body: CHANGES_OF.customersAnnouncements },
  'PUT /api/customers-announcements/{id}': {
    record: 'customersAnnouncements',
    body: CHANGES_OF.customersAnnouncements,
  },
  'DELETE /api/customers-announcements/{id}': { record: 'customersAnnouncements' },
  'GET /api/delivery/companies/{id}/history': { record: 'deliveryCompanies' },
  'POST /api/delivery/companies': { body: CHANGES_OF.deliveryCompanies },
  'PUT /api/delivery/companies/{id}': {
    record: 'deliveryCompanies',
    body: CHANGES_OF.deliveryCompanies,
  },
  'DELETE /api/delivery/companies/{id}': { record: 'deliveryCompanies' },
  'GET /api/delivery/methods/{id}/history': { record: 'deliveryMethods' },
  'POST /api/delivery/methods': { body: CHANGES_OF.deliveryMethods },
  'PUT /api/delivery/methods/{id}': {
    record: 'deliveryMethods',
    body: CHANGES_OF.deliveryMethods,
  },
  'DELETE /api/delivery/methods/{id}': { record: 'deliveryMethods' },
  'POST /api/delivery/methods/{id}/pickup-points': {
    record: 'deliveryMethods',
    body: CHANGES_OF.pickupPoints,
  },
  'PUT /api/delivery/methods/{id}/pickup-points/{pointId}': {
    ofDemo: PICKUP_POINT,
    body: CHANGES_OF.pickupPoints(),
  },
  'DELETE /api/delivery/methods/{id}/pickup-points/{pointId}': { ofDemo: PICKUP_POINT },
  'GET /api/customers-announcements/{id}': { ofDemo: 'select id from customers_announcements' },
  'GET /api/delivery/companies/{id}': { ofDemo: 'select id from delivery_companies' },
  'GET /api/delivery/companies/{id}/methods': { ofDemo: COMPANY_METHOD },
  'GET /api/delivery/companies/{id}/methods/{methodId}': { ofDemo: COMPANY_METHOD },
  'GET /api/delivery/methods/{id}': { ofDemo: 'select id from delivery_methods' },
  'GET /api/delivery/methods/{id}/companies': {
    ofDemo: 'select method_id as id from delivery_company_methods',
  },
  'GET /api/delivery/methods/{id}/pickup-points': { ofDemo: PICKUP_POINT },
  'GET /api/delivery/methods/{id}/pickup-points/{pointId}': { ofDemo: PICKUP_POINT },
  'GET /api/delivery/methods/{id}/merchant-method/{merchantMethodId}': { ofDemo: AGREED },
  'GET /api/transactions/{id}': {},
  'GET /api/transactions/{id}/logs': {},
  'GET /api/transactions/{id}/history': {},
  'POST /api/transactions/{id}/actions/receipt': {},
  'GET /api/users/{id}/history': { record: 'user' },
  'GET /api/timelines/transaction/{id}': {},
  'GET /api/timelines/purchase/{id}': { record: 'purchase' },
  'GET /api/timelines/order/{id}': { record: 'order' },
  'GET /api/timelines/loan/{id}': { record: 'loan' },
  'PUT /api/transactions/{id}/actions/reverse': { body: { ...money, reasonCode: 'DUPLICATE' } },
  'POST /api/transactions/{id}/actions/reverse': { body: { ...money, reasonCode: 'DUPLICATE' } },
  'PUT /api/transactions/{id}/actions/refund': { body: { ...money, refundReason: 'OTHER_REFUND' } },
  'POST /api/transactions/{id}/actions/refund': {
    body: { ...money, refundReason: 'REFUNDED_MANUALLY' },
  },
  'GET /api/financing/financing-institutions/{id}': { record: 'institution' },
  'GET /api/financing/financing-institutions/{id}/history': { record: 'institution' },
  'GET /api/financing/financing-institutions/{id}/features/{feature}': {
    record: 'institution',
    also: { feature: 'PARTIAL_REFUND' },
  },
  'PUT /api/financing/financing-institutions/{id}/features/{feature}': {
    record: 'institution',
    also: { feature: 'PARTIAL_REFUND' },
    body: { enabled: true },
  },
  'PUT /api/settings/installation': {
    body: {
      name: 'Firm',
      country: 'LV',
      timeZone: 'UTC',
      publicAddress: 'http://127.0.0.1:3000',
    },
  },
  'PUT /api/settings/installation/logo': { body: { image: null } },
  // nobody listens there
  'PUT /api/settings/installation/mail': {
    body: { host: '127.0.0.1', port: 1, security: 'NONE', from: 'desk@firm.test' },
    answers: 400,
  },
  'PUT /api/settings/to-do/{key}': {
    ofDemo: `select 'lending' as key`,
    body: { setAside: false },
  },
  'POST /api/merchants': { body: newMerchant },
  'POST /api/checkouts': {
    more: async ({ pool }) => ({
      body: {
        widget: (
          await insertWidget(pool, {
            merchantId: (
              await pool.query<{ id: string }>(
                "select id from merchants where name = 'Amber & Oak'",
              )
            ).rows[0]!.id,
            type: 'INSTANT',
            totalAmount: 49.9,
          })
        ).id,
      },
    }),
  },
  'GET /api/settings/retention/customers': { query: { days: '1826' } },
  'GET /api/system/trends': { query: { span: 'DAY' } },
  'POST /api/system/tasks/{type}/actions/run': {
    // nothing runs here, and what was asked for would be asked for still
    more: async ({ pool }, made, named) => {
      await pool.query('delete from task_asks');
      return { params: { type: made === named ? 'HOUSEKEEPING' : named } };
    },
  },
  'GET /api/reports/recurring': { query: { from: '2026-11-01', to: '2026-11-20' } },
  'GET /api/reports/loans': { query: { from: '2026-11-01', to: '2026-11-20' } },
  'GET /api/reports/figures': { query: { from: '2026-11-01', to: '2026-11-20' } },
  'GET /api/checkouts/{id}': { record: 'checkout' },
  'GET /api/link-pages/{id}': { record: 'payment link' },
  'GET /api/link-pages/{id}/loan': { record: 'payment link' },
  'GET /api/widgets/preview': { query: { amount: '49.90', ships: 'true', repeats: 'false' } },
  'GET /api/payment-links/preview': { query: { amount: '49.90', repeats: 'false' } },
  'PUT /api/checkouts/{id}': { record: 'checkout', body: SHOPPER },
  'POST /api/checkouts/{id}/pay': { record: 'checkout', body: { frame: true, consent: true } },
  'POST /api/checkouts/{id}/continue': { record: 'checkout' },
  'POST /api/checkouts/{id}/cancel': { record: 'checkout' },
  'GET /api/checkouts/{id}/loan': { record: 'checkout' },
  'GET /api/checkouts/{id}/loan/information': {
    record: 'checkout with a lender',
    query: { months: '12' },
  },
  'POST /api/checkouts/{id}/loan': {
    record: 'checkout with a lender',
    more: async (server, id) => ({ body: await applicationOf(server, id) }),
  },
  'POST /api/checkouts/{id}/loan/offer': {
    record: 'loan with offers',
    more: async (server, id) => ({
      body: await server.one<{ offerId: string }>(
        `select o.id as "offerId" from offers o join consumer_credits l on l.id = o.consumer_credit_id and l.merchant_id = o.merchant_id
         where l.checkout_id = $1 limit 1`,
        [id],
      ),
    }),
  },
  'POST /api/checkouts/{id}/loan/authentication': {
    record: 'loan with an offer chosen',
    body: { method: 'SMART_ID', frame: false },
  },
  'POST /api/checkouts/{id}/loan/signing': {
    record: 'loan to sign',
    more: async (server, id) => {
      const { body } = await server.anonymous.call('GET /api/checkouts/{id}/loan', {
        params: { id },
      });
      const { sha256 } = body.loan!.documents.find(({ kind }) => kind === 'AGREEMENT')!;
      return {
        body: { method: 'SMART_ID', frame: false, agreementSha256: sha256, agreed: true },
      };
    },
  },
  'POST /api/checkouts/{id}/loan/continue': { record: 'loan with an offer chosen' },
  'POST /api/checkouts/{id}/loan/cancel': { record: 'loan of one call' },
  'POST /api/checkouts/{id}/loan/review': {
    record: 'loan of one call',
    more: async (server, id) => {
      // as a rule leaves one that it refuses
      await server.all(
        `update consumer_credits set status = 'FAILED', failure_code = 'REFUSED_BY_RULE', decided_by = 'AUTOMATIC'
         where checkout_id = $1`,
        [id],
      );
      return {};
    },
  },
  'GET /api/loans/{id}': { record: 'running loan' },
  // by another amount than it is: else the first one's call would end the loan of all; who is let in is told so by the field
  'POST /api/loans/{id}/withdraw': { record: 'running loan', body: { amount: 0.01 }, answers: 400 },
  'POST /api/loans/{id}/repay': { record: 'running loan', body: { amount: 0.01 }, answers: 400 },
  'POST /api/merchant-applications': { body: { email: 'new@coast.test' } },
  'POST /api/merchant-applications/open': { body: { token: 'x' } },
  'POST /api/merchant-applications/documents': { body: aDocument('x') },
  'POST /api/merchant-applications/documents/remove': {
    body: { token: 'x', id: randomUUIDv7() },
  },
  'POST /api/merchant-applications/submit': { body: anApplication('x') },
  'GET /api/merchants/{id}/application': { record: 'merchant' },
  'POST /api/merchants/{id}/documents/{documentId}/actions/download': {
    record: 'new merchant',
    more: async (server, made) => ({
      params: { documentId: await insertSubmitted(server, made) },
    }),
  },
  'POST /api/merchants/{id}/actions/check': { record: 'new merchant', body: merchantCheck },
  'POST /api/financing/financing-institutions': {
    body: () => ({ name: randomUUIDv7(), code: randomUUIDv7(), address: 'A 1', supervisor: 'B' }),
  },
  'PUT /api/financing/financing-institutions/{id}': {
    record: 'institution',
    body: () => ({ name: randomUUIDv7(), code: randomUUIDv7(), address: 'A 1', supervisor: 'B' }),
  },
  'POST /api/financing/financing-institutions/{id}/actions/activate': {
    record: 'inactive institution',
  },
  'POST /api/financing/financing-institutions/{id}/actions/deactivate': { record: 'institution' },
  'POST /api/financing/financing-institutions/{id}/actions/set-gateway': {
    record: 'institution',
    body: GATEWAY,
  },
  // it has none of its own
  'POST /api/financing/financing-institutions/{id}/actions/remove-gateway': {
    record: 'institution',
    answers: 400,
  },
  'DELETE /api/financing/financing-institutions/{id}': { record: 'inactive institution' },
  'POST /api/financing-products': {
    more: async (server) => {
      const { id } = await insertInstitution(server.pool);
      return { body: { ...financingProduct, code: id, financingInstitutionId: id } };
    },
  },
  'PUT /api/settings/meta-data/{name}': {
    ofDemo: `select key as name from meta_data where key = 'orders.expire.days'`,
    body: { value: 14 },
  },
  'GET /api/financing-products/{id}': { record: 'financing product' },
  'GET /api/financing-products/{id}/history': { record: 'financing product' },
  'PUT /api/financing-products/{id}': {
    record: 'financing product',
    body: () => ({ ...financingProduct, code: randomUUIDv7() }),
  },
  'DELETE /api/financing-products/{id}': { record: 'financing product' },
  'GET /api/financing/consumer-credits/{id}': { record: 'loan' },
  'GET /api/financing/consumer-credits/{id}/refund-requests': { record: 'loan' },
  'POST /api/financing/consumer-credits/{id}/refund-requests': {
    record: 'loan',
    body: { amount: 1, reason: 'OTHER' },
  },
  'POST /api/financing/consumer-credits/{id}/refund-requests/{requestId}/cancel': {
    record: 'loan',
    more: requestOn,
  },
  'POST /api/financing/consumer-credits/{id}/refund-requests/{requestId}/ask': {
    record: 'loan',
    // the institution has not got this one
    more: requestOn,
    answers: 400,
  },
  'POST /api/financing/consumer-credits/{id}/refund-requests/{requestId}/send-again': {
    record: 'loan',
    more: requestOn,
  },
  'GET /api/financing/consumer-credits/{id}/instalments': { record: 'loan' },
  'GET /api/financing/consumer-credits/{id}/applications': { record: 'loan' },
  'GET /api/financing/consumer-credits/{id}/documents': { record: 'loan' },
  'POST /api/financing/consumer-credits/{id}/documents/{documentId}/actions/download': {
    record: 'loan',
    more: async () => ({ params: { documentId: randomUUIDv7() } }),
    answers: 404,
  },
  // it came from elsewhere, and is moved by nobody
  'POST /api/financing/consumer-credits/{id}/actions/cancel': {
    record: 'loan',
    body: {},
    answers: 400,
  },
  'POST /api/financing/consumer-credits/{id}/actions/sign-here': {
    record: 'loan',
    body: {},
    answers: 400,
  },
  'POST /api/financing/consumer-credits/{id}/actions/ask-again': {
    record: 'loan',
    body: {},
    answers: 400,
  },
  'POST /api/financing/consumer-credits/{id}/actions/send-again': {
    record: 'loan',
    body: {},
    answers: 400,
  },
  'POST /api/financing/consumer-credits/{id}/actions/pass': {
    record: 'loan',
    body: { note: 'Known' },
    answers: 400,
  },
  'POST /api/financing/consumer-credits/{id}/actions/refuse': {
    record: 'loan',
    body: { note: 'Known' },
    answers: 400,
  },
  'POST /api/financing/consumer-credits/{id}/actions/take': {
    record: 'loan',
    body: {},
    answers: 400,
  },
  'POST /api/financing/consumer-credits/{id}/actions/give-back': {
    record: 'loan',
    answers: 400,
  },
  'POST /api/financing/consumer-credits/{id}/actions/assign': {
    record: 'loan',
    more: async (server) => ({ body: { to: await another(server) } }),
    answers: 400,
  },
  'GET /api/financing/consumer-credits/{id}/colleagues': { record: 'loan' },
  'POST /api/financing/consumer-credits/{id}/actions/withdraw': {
    record: 'loan',
    body: {},
    answers: 400,
  },
  'POST /api/financing/consumer-credits/{id}/actions/repay': {
    record: 'loan',
    body: {},
    answers: 400,
  },
  'GET /api/financing/consumer-credits/{id}/edit-comment': { record: 'loan' },
  'POST /api/financing/consumer-credits/{id}/edit-comment': {
    record: 'loan',
    body: { comment: 'Called' },
  },
  'GET /api/financing/consumer-credits/{id}/history': { record: 'loan' },
  'GET /api/customers/{id}': { record: 'customer' },
  'GET /api/customers/{id}/cards': { record: 'customer' },
  'GET /api/customers/{id}/notes': { record: 'customer' },
  'GET /api/customers/{id}/notes/{noteId}': {
    record: 'customer',
    more: async () => ({ params: { noteId: randomUUIDv7() } }),
    answers: 404,
  },
  'POST /api/customers/{id}/notes': { record: 'customer', body: { note: 'Called, will pay' } },
  'GET /api/customers/{id}/actions': { record: 'customer' },
  'GET /api/customers/{id}/history': { record: 'customer' },
  'POST /api/customers/{id}/actions/block': { record: 'customer' },
  'POST /api/customers/{id}/actions/activate': { record: 'customer', status: 'BLOCKED' },
  'POST /api/customers/{id}/actions/close': { record: 'customer' },
  'GET /api/personal-data/{id}': { record: 'customer' },
  'GET /api/personal-data/{id}/preview': { record: 'customer' },
  'POST /api/personal-data/{id}': { record: 'customer', body: { reason: 'Their letter' } },
  'POST /api/personal-data/{id}/export': { record: 'customer', body: { reason: 'Their letter' } },
  'POST /api/personal-data/{id}/show': { record: 'customer', body: { reason: 'They called' } },
  'POST /api/cards/{id}/actions/block': { record: 'card' },
  'POST /api/cards/{id}/actions/activate': { record: 'card', status: 'BLOCKED' },
  'POST /api/cards/{id}/actions/delete': { record: 'card' },
  'POST /api/exchange-logs/{id}/actions/send-again': { record: 'callback' },
  'GET /api/undelivered-messages/{id}/content': { record: 'message' },
  'POST /api/undelivered-messages/{id}/actions/send-again': { record: 'message' },
  'POST /api/undelivered-messages/actions/send-again': {},
  'PUT /api/transactions/{id}/actions/successful': { status: 'FAILED' },
  'POST /api/transactions/{id}/actions/successful': { status: 'FAILED' },
  'POST /api/transactions/{id}/actions/capture': { record: 'authorised payment' },
  'POST /api/transactions/{id}/actions/cancel': { record: 'authorised payment' },
  'POST /api/transactions/{id}/actions/pass': { record: 'payment in review' },
  'POST /api/transactions/{id}/actions/refuse': {
    record: 'payment in review',
    body: { reasonNote: 'Stolen' },
  },
  'POST /api/transactions/{id}/actions/take': { record: 'payment in review', body: {} },
  // nobody's
  'POST /api/transactions/{id}/actions/give-back': { record: 'payment in review', answers: 400 },
  'POST /api/transactions/{id}/actions/assign': {
    record: 'payment in review',
    more: async (server) => ({ body: { to: await another(server) } }),
  },
  'GET /api/transactions/{id}/colleagues': { record: 'payment in review' },
  'GET /api/purchases/{id}': { record: 'purchase' },
  'GET /api/purchases/{id}/history': { record: 'purchase' },
  'POST /api/purchases/{id}/actions/cancel': { record: 'purchase', body: {} },
  'POST /api/purchases/{id}/actions/resend-callback': { record: 'purchase' },
  'GET /api/recurring/{id}': { record: 'recurring payment' },
  'GET /api/recurring/{id}/history': { record: 'recurring payment' },
  'POST /api/recurring/{id}/actions/charge': {
    record: 'recurring payment',
    body: {},
    answers: 400,
  },
  'GET /api/merchant-api/recurring/{id}': { record: 'recurring payment' },
  'POST /api/merchant-api/recurring/{id}/pause': { ofDemo: AGREED_TO, body: {} },
  'POST /api/merchant-api/recurring/{id}/resume': { ofDemo: AGREED_TO },
  'POST /api/merchant-api/recurring/{id}/amount': { ofDemo: AGREED_TO, body: { amount: 1 } },
  'POST /api/merchant-api/recurring/{id}/cancel': { ofDemo: AGREED_TO, body: {} },
  'POST /api/merchant-api/recurring/{id}/charge': {
    ofDemo: AGREED_TO,
    more: async (server, made) => ({ body: { dueDay: await nextDayOf(server, made) } }),
  },
  'POST /api/recurring/{id}/actions/pause': { ofDemo: AGREED_TO, body: {}, answers: 200 },
  'POST /api/recurring/{id}/actions/resume': { record: 'recurring payment', answers: 400 },
  'POST /api/recurring/{id}/actions/amount': { record: 'recurring payment', body: { amount: 1 } },
  'POST /api/recurring/{id}/actions/cancel': { ofDemo: AGREED_TO, body: {} },
  'POST /api/recurring-dues/{id}/actions/charge': { ofDemo: PAID_DAY, answers: 400 },
  'POST /api/recurring-dues/{id}/actions/skip': { ofDemo: PAID_DAY, answers: 400 },
  'GET /api/recurring-pages/{id}': { ofDemo: PAGE },
  'POST /api/recurring-pages/{id}/pause': { ofDemo: PAGE },
  'POST /api/recurring-pages/{id}/resume': {
    more: async (server, made, named) => ({
      params: { id: made === named ? await insertPausedPage(server) : named },
    }),
  },
  'POST /api/recurring-pages/{id}/cancel': { ofDemo: PAGE },
  'POST /api/recurring-pages/{id}/card': { ofDemo: PAGE_OF_ONE, body: { frame: true } },
  'POST /api/recurring-pages/{id}/card/continue': { ofDemo: PAGE },
};

/** The path names a record, or the body does. */
const namesOne = (key: Key) =>
  Boolean((table[key] as Endpoint).params) || examples[key]?.record !== undefined;

const seesAll = (row: Endpoint, caller: Caller) =>
  row.scope === 'all' ||
  (caller.merchantId === null &&
    Array.isArray(row.access) &&
    row.access.some((one) => one.startsWith('READ_ANY_') && caller.permissions.includes(one)));

function expectedStatus(key: Key, caller: Caller | null, whose: Whose | null): number {
  const row = table[key] as Endpoint;
  const expect = examples[key]?.expect;
  if (row.access === 'public') return whose === 'absent' ? 404 : 200;
  // for no person, whoever they are
  if (isMachines(row.access)) return 401;
  if (!caller) return 401;
  if (caller.passwordExpired && !row.whileExpired) return 403;
  if (Array.isArray(row.access) && !holdsAny(caller, row.access)) return 403;
  if (row.roles && !row.roles.includes(caller.userRole)) return 403;
  if (examples[key]?.ofMerchant && !caller.merchantId) return 404;
  if (row.scope === 'own' && !caller.merchantId) return 404;
  if (expect && whose) return expect(caller, whose);
  if (whose === 'absent') return 404;
  if (whose === 'other' && !seesAll(row, caller)) return 404;
  if (row.scope === 'self') return 200;
  if (whose === 'own' && !seesAll(row, caller) && !caller.merchantId) return 404;
  return 200;
}

/** What a session alone does not do. */
const WITH_A_PROOF: ReadonlySet<string> = new Set([
  'DELETE /api/users/me/sessions/{id}',
  'POST /api/users/me/sessions/actions/end-others',
]);

/** A row that changes something may end the session it is called by, or the caller's others. */
const endsSessions = (key: Key) => !key.startsWith('GET ');

describe('every endpoint by everybody on everything', () => {
  let server: TestServer;
  let own: string;
  let other: string;
  const people = { own: '', other: '' };
  const callers: Caller[] = [];
  const share = new Share('Endpoints by callers on records');

  before(async () => {
    server = await testServer({
      ...TRYING_OUT,
      settings: { ...TRYING_OUT.settings, CALLBACK_ALLOW: '127.0.0.1' },
    });
    await new Promise<void>((done) => shops.listen(0, '127.0.0.1', done));
    shop.url = `http://127.0.0.1:${(shops.address() as AddressInfo).port}/`;
    own = await server.merchantId('Amber & Oak');
    other = await server.merchantId('Baltic Books');
    people.own = (await server.as('owner@amber.test')).userId!;
    people.other = (await server.as('owner@baltic.test')).userId!;
    async function add(name: string, given: Partial<Caller> & { userRole: UserRole }) {
      const actor = {
        permissions: ROLE_PERMISSIONS[given.userRole],
        merchantId: given.userRole.startsWith('MERCHANT_') ? own : null,
        passwordExpired: false,
        ...given,
      };
      const { passwordExpired, ...user } = actor;
      const client = await server.person({
        ...user,
        passwordExpiresDate: passwordExpired ? new Date(Date.now() - 60_000) : null,
      });
      callers.push({ name, userId: client.userId!, client, ...actor });
    }
    for (const userRole of Object.keys(ROLE_PERMISSIONS) as UserRole[]) {
      await add(userRole, { userRole });
      await add(`${userRole}, password expired`, { userRole, passwordExpired: true });
      await add(`${userRole}, no permission left`, { userRole, permissions: [] });
    }
    // the list is held per user and may differ from the role's (RO-07)
    await add('staff holding a permission of merchants, with no merchant', {
      userRole: 'BACKOFFICE_ADMIN',
      permissions: ['READ_MERCHANT_TRANSACTION'],
    });
    await add('staff holding one of two permissions', {
      userRole: 'BACKOFFICE_TECHNICAL',
      permissions: ['READ_ANY_TRANSACTION'],
    });
    await add('merchant user holding every READ_ANY_', {
      userRole: 'MERCHANT_ADMIN',
      permissions: [...ROLE_PERMISSIONS.MERCHANT_ADMIN, ...ROLE_PERMISSIONS.BACKOFFICE_ADMIN],
    });
  });
  after(async () => {
    shops.close();
    await server.close();
    share.tell();
  });

  const shops = createServer((_request, response) =>
    response.writeHead(200, { 'access-control-allow-methods': 'PUT' }).end(),
  );

  /**
   * At every row nobody and each role; in short, of those who have less or something else, one of each kind on one
   * of three records, and on what is not there one role of three: what is another's, answered alike, is asked by all.
   */
  function callersOf(key: string, whose: Whose | null = null): (Caller | null)[] {
    const kinds = Object.values(
      Object.groupBy(callers, ({ name, userRole }) =>
        name === userRole
          ? 'role'
          : name.startsWith(userRole)
            ? name.slice(userRole.length)
            : 'own',
      ),
    ) as [Caller[], ...Caller[][]];
    const [roles, ...others] = kinds;
    const turn = spread(key, WHOSE.length);
    return [
      ...share.of([null, ...roles], `${key} ${whose}`, whose === 'absent' ? 3 : 1),
      ...others.flatMap((those, nth) =>
        whose === null || whose === WHOSE[(turn + nth) % WHOSE.length]
          ? share.of(those, `${key} ${whose}`, those.length)
          : share.inFull(those),
      ),
    ];
  }

  const sessionFor = async (caller: Caller, key: Key) => {
    if (!endsSessions(key)) return caller.client;
    const client = await server.session(caller.userId);
    // another row's call may have given them a passkey, which every sign-in here has proved
    if (WITH_A_PROOF.has(key))
      await server.pool.query('delete from passkeys where user_id = $1', [caller.userId]);
    return client;
  };

  let calls = 0;
  const newAddress = () => `2001:db8:0:${(++calls).toString(16)}::1`;
  let recorded: string | undefined;
  /** The last record as it stands, and how much there is of all that an action leaves behind. */
  const fingerprint = async () => {
    // planned once: that takes longer than counting
    const text = `select (select t::text from transactions t where id = $1) as record,
        (select u::text from users u where id = $1) as person,
        (select count(*) from users) as people,
        (select s::text from shipping_methods s where id = $1) as method,
        (select m::text from merchants m where id = $1) as merchant,
        (select count(*) from merchant_features where not enabled) as closed,
        (select w::text from widgets w where id = $1) as widget,
        (select count(*) from widgets) as widgets,
        (select c::text from certificates c where id = $1) as certificate,
        (select o::text from orders o where id = $1) as "order",
        (select p::text from purchases p where id = $1) as purchase,
        (select l::text from consumer_credits l where id = $1) as loan,
        (select p::text from financing_products p where id = $1) as product,
        (select i::text from financing_institutions i where id = $1) as institution,
        (select count(*) from financing_institutions) as institutions,
        (select count(*) from financing_products) as products,
        (select count(*) from financing_institution_features) as features,
        (select r::text from rules r where id = $1) as rule,
        (select s::text from screening_cases s where id = $1) as case,
        (select count(*) from sanctioned_names) as names,
        (select count(*) from rule_versions) as versions,
        (select c::text from customers c where id = $1) as customer,
        (select k::text from cards k where id = $1) as card,
        (select count(*) from consumer_credits_refunds) as refunds,
        (select count(*) from outbox) as outgoing,
        (select count(*) from transactions) as transactions,
        (select count(*) from money_operations) as operations,
        (select count(*) from money_journal) as journal,
        (select count(*) from transaction_logs) as logs,
        (select count(*) from idempotency_keys) as keys,
        (select count(*) from acquirer_sandbox.requests) as asked`;
    const { rows } = await server.pool.query({ name: 'fingerprint', text, values: [recorded] });
    return rows;
  };

  async function optionsFor(
    key: Key,
    whose: Whose | null,
    caller?: Caller | null,
  ): Promise<CallOptions> {
    const row = table[key] as Endpoint;
    const example = examples[key];
    assert.ok(example || (!row.params && !row.body), `${key} needs an example`);
    const somebody = whose === 'other' ? callers.find((one) => one !== caller)! : caller;
    // from a new address each: failures of machines and calls with links are counted by it
    const from = (isMachines(row.access) || row.callsAMinute) && { from: newAddress() };
    if (example?.ofDemo) {
      const merchantId = whose === 'other' ? other : own;
      const params = await server.one<Record<string, string>>(
        `${example.ofDemo.replace(':merchant', merchantId)} limit 1`,
      );
      recorded = params['id'];
      const body =
        recorded && example.more
          ? (await example.more(server, recorded, recorded)).body
          : example.body;
      if (whose === 'absent') for (const name of Object.keys(params)) params[name] = randomUUIDv7();
      return { ...from, params, ...(typeof body === 'object' && { body }) };
    }
    const made =
      example?.idOf && somebody
        ? await example.idOf(server, somebody.userId)
        : await insertRecord(example, whose === 'other' ? other : own);
    recorded = made;
    const query = row.list?.as === 'first' ? { query: { f_id: made } } : {};
    const id = whose === 'absent' ? randomUUIDv7() : made;
    const body = typeof example?.body === 'function' ? example.body(id) : example?.body;
    const more = await example?.more?.(server, made, id);
    return {
      ...from,
      ...query,
      ...(example?.query && { query: example.query }),
      ...(example?.headers && { headers: example.headers }),
      ...(row.params ? { params: { id, ...example?.also, ...more?.params } } : {}),
      ...(body === undefined ? {} : { body }),
      ...(more?.body === undefined ? {} : { body: more.body }),
    };
  }

  const running: Record<string, Promise<string>> = {};
  const checkouts = new Map<Example, Record<string, Promise<string>>>();
  async function insertRecord(example: Example | undefined, merchantId: string): Promise<string> {
    const { record, status } = example ?? {};
    if (record === 'merchant') return merchantId;
    if (record === 'authorised payment') return insertAuthorised(server, merchantId);
    if (record === 'payment in review') return insertHeld(server, merchantId, 'REVIEW');
    if (record === 'connection') return insertNowhere(server, merchantId);
    if (record === 'provider key') return insertProviderKey(server);
    if (record === 'role')
      return insertRole(server, { merchantId, base: 'MERCHANT_OPERATOR', rights: ['PAYMENTS'] });
    if (record === 'approval') return insertWaiting(server, merchantId);
    if (record === 'threshold') return insertThreshold(server, { merchantId });
    if (record === 'named key') return insertNamedKey(server, merchantId);
    if (record === 'callback') return (await insertFailedCallback(server, merchantId)).id;
    if (record === 'message') return insertMessage(server, merchantId);
    if (record === 'new merchant')
      return (await insertMerchant(server.pool, { status: (status ?? 'ACTIVE') as 'ACTIVE' })).id;
    if (record === 'certificate') return (await insertCertificate(server.pool, { merchantId })).id;
    if (record === 'institution') return (await insertLender(server.pool)).institution.id;
    if (record === 'inactive institution')
      return (await insertInstitution(server.pool, { active: false })).id;
    if (record === 'financing product') return (await insertLender(server.pool)).product.id;
    const state = status === 'BLOCKED' ? status : 'ACTIVE';
    if (record === 'customer')
      return (await insertCustomer(server.pool, { status: state, personalId: '050577-10203' })).id;
    if (record === 'card') {
      const { id: customerId } = await insertCustomer(server.pool);
      return (await insertCard(server.pool, { customerId, status: state })).id;
    }
    if (record && record in TOLD) return insertTold(server.pool, record as keyof typeof TOLD);
    if (record === 'loan')
      return (await insertLoan(server.pool, { merchantId, status: 'CONFIRMED' })).id;
    if (record === 'payment link') return insertLink(server, merchantId);
    if (record === 'shipping method')
      return (
        await insertShippingMethod(server.pool, { merchantId, enabled: status !== 'DISABLED' })
      ).id;
    if (record === 'widget')
      return (
        await insertWidget(server.pool, {
          merchantId,
          status: status === 'DISABLED' ? status : 'ACTIVE',
        })
      ).id;
    if (record === 'loan of one call') {
      await theLender(server);
      return (await loanAt(server, merchantId, 'OFFER_SELECTION')).id;
    }
    // asked for again, each answers as it stands: one of a merchant does for all who call
    if (example && record && (record === 'checkout with a lender' || record in STEPS)) {
      const made = async () => {
        await theLender(server);
        if (record === 'checkout with a lender') return openedCheckout(server, merchantId);
        return (await loanAt(server, merchantId, STEPS[record as keyof typeof STEPS])).id;
      };
      const known = checkouts.get(example)?.[merchantId] ?? made();
      checkouts.set(example, { ...checkouts.get(example), [merchantId]: known });
      return known;
    }
    // whoever calls is nobody to it: one of a merchant does for all
    if (record === 'checkout') {
      const known = checkouts.get(example!)?.[merchantId] ?? openedCheckout(server, merchantId);
      checkouts.set(example!, { ...checkouts.get(example!), [merchantId]: known });
      return known;
    }
    if (record === 'running loan') {
      running[merchantId] ??= confirmedLoan(server, merchantId);
      return running[merchantId];
    }
    if (record === 'order') return (await insertOrder(server.pool, { merchantId })).id;
    const purchase = { merchantId, status: 'SIGNED' } as const;
    if (record === 'purchase') return (await insertPurchase(server.pool, purchase)).id;
    if (record === 'recurring payment') {
      const { id: paymentRequestId } = await insertPurchase(server.pool, purchase);
      return (await insertRecurringPayment(server.pool, { merchantId, paymentRequestId })).id;
    }
    const administrator = status === 'ADMINISTRATOR';
    const { id } =
      record === 'user'
        ? await insertUser(server.pool, {
            merchantId,
            userRole: administrator ? 'MERCHANT_ADMIN' : 'MERCHANT_OPERATOR',
            ...(status && !administrator && { status: status as 'BLOCKED' }),
          })
        : await insertTransaction(server.pool, {
            merchantId,
            status: (status ?? 'SUCCESS') as 'SUCCESS',
          });
    return id;
  }

  for (const [key, row] of rows)
    test(`SB-01, SB-02, SB-03, RO-07 ${key}`, async () => {
      const whoses: readonly (Whose | null)[] = namesOne(key) ? WHOSE : [null];
      const first = row.list?.as === 'first';
      const { answers = 200, idOf } = examples[key] ?? {};
      const used = new Set<Caller>();
      for (const whose of whoses) {
        const all = callersOf(key, whose).map((caller) => {
          const opened = expectedStatus(key, caller, first ? 'own' : whose);
          // of a row for everybody nobody is let in too
          const refused = typeof answers === 'number' ? answers : caller && answers(caller);
          return { caller, opened, expected: opened === 200 && refused ? refused : opened };
        });
        const called = async (
          { caller, opened, expected }: (typeof all)[number],
          options: CallOptions,
        ) => {
          const what = `${key} by ${caller?.name ?? 'anonymous'} on ${whose ?? 'the list'}`;
          const client = caller ? await sessionFor(caller, key) : server.anonymous;
          if (caller) used.add(caller);
          const reply = await client.call(key, options);
          if (caller && caller.name === caller.userRole)
            assert.equal(
              opened,
              specifiedStatus(key, caller.userRole, first ? 'own' : whose),
              `${what}: the table says otherwise than the specification`,
            );
          assert.equal(reply.status, expected, `${what}: ${reply.text.slice(0, 300)}`);
        };
        for (const one of all)
          if (one.expected < 400) await called(one, await optionsFor(key, whose, one.caller));
        // whoever is refused finds one record as the one before left it: untouched
        const refused = all.filter(({ expected }) => expected >= 400);
        const groups = idOf ? refused.map((one) => [one]) : [refused];
        for (const group of groups) {
          if (group.length === 0) continue;
          const options = await optionsFor(key, whose, group[0]!.caller);
          const earlier = whose ? await fingerprint() : null;
          for (const one of group)
            await called(one, { ...options, ...(options.from && { from: newAddress() }) });
          if (earlier)
            assert.deepEqual(
              await fingerprint(),
              earlier,
              `${key} on ${whose} changed something, refused to ${group.map(({ caller }) => caller?.name ?? 'anonymous').join('; ')}`,
            );
        }
      }
      if (endsSessions(key))
        for (const caller of used) caller.client = await server.session(caller.userId);
    });

  test('SB-03, SB-32, SB-33 a machine opens every row of machines on its merchant’s records, and no other row', async () => {
    const ours = await machine(server, own);
    for (const [key, row] of rows) {
      if (row.access === 'public') continue;
      const all = namesOne(key) ? WHOSE : [null];
      // at a row of people it is told to sign in, whosever record it names
      for (const whose of row.access === 'machine' ? all : share.of(all, key, all.length)) {
        // that of a machine belongs to whoever its merchant's people are
        const options = await optionsFor(key, whose, callers[0]);
        const earlier = whose ? await fingerprint() : null;
        const { status, text } = await ours.call(key, options);
        const opened = whose === null || whose === 'own' ? 200 : 404;
        assert.equal(
          status,
          row.access === 'machine' ? opened : 401,
          `${key} on ${whose}: ${text}`,
        );
        if (status >= 400 && earlier) assert.deepEqual(await fingerprint(), earlier, key);
      }
    }
  });

  test('SB-03 a core of the provider’s opens every row of the Provider API that its key may write, and no other row', async () => {
    const ours = await core(server);
    const loans = await core(server, ['loans']);
    for (const [key, row] of rows) {
      if (row.access === 'public') continue;
      const options = await optionsFor(key, namesOne(key) ? 'own' : null, callers[0]);
      const { status, text } = await ours.call(key, options);
      assert.equal(status, row.access === 'provider' ? 200 : 401, `${key}: ${text}`);
      if (row.access !== 'provider') continue;
      const narrow = await loans.call(key, options);
      assert.equal(narrow.status, key.endsWith('/loans') ? 200 : 403, narrow.text);
    }
  });

  test('SB-03, API-32 another tenant’s id is answered like an absent one, to the letter', async () => {
    for (const [key] of rows) {
      if (!namesOne(key)) continue;
      for (const caller of callersOf(key)) {
        if (!caller || expectedStatus(key, caller, 'other') !== 404) continue;
        const foreign = await caller.client.call(key, await optionsFor(key, 'other', caller));
        const absent = await caller.client.call(key, await optionsFor(key, 'absent', caller));
        assert.equal(foreign.status, 404, key);
        assert.deepEqual(refusalOf(foreign), refusalOf(absent), `${key} by ${caller.name}`);
        assert.deepEqual(stable(foreign.headers), stable(absent.headers), key);
      }
    }
  });

  test('SB-03, API-30, API-33 a list holds the rows of the own merchant alone, to the last page', async () => {
    for (const [key, row] of rows) {
      if (row.list?.as !== 'page' || !['merchant', 'own'].includes(row.scope) || row.params)
        continue;
      const list = lists.find(({ resource }) => resource.slug === row.list?.resource.slug)!;
      for (const caller of callersOf(key)) {
        if (!caller || expectedStatus(key, caller, null) !== 200) continue;
        const seen = await everyId(caller.client, key);
        const expected: { id: string }[] = await server.all(
          `select ${list.id} as id from ${list.from}
           where ($1 or ${list.tenant} = $2) and ${list.where ?? true}`,
          [row.scope !== 'own' && seesAll(row, caller), caller.merchantId],
        );
        assert.deepEqual(
          seen.sort(),
          expected.map(({ id }) => id).sort(),
          `${key} by ${caller.name}`,
        );
      }
    }
  });

  test('SB-04, GT-17 a list sends exactly the columns of the caller’s audience', async () => {
    const { userId } = await server.as('owner@amber.test');
    const owner = userId!;
    for (const [key, row] of rows) {
      if (row.list?.as !== 'page') continue;
      for (const caller of callersOf(key)) {
        const whose = row.params ? ('own' as const) : null;
        if (!caller || expectedStatus(key, caller, whose) !== 200) continue;
        const options = await optionsFor(key, whose);
        if (key === 'GET /api/users/{id}/history') options.params = { id: owner };
        else if (row.params && !examples[key]?.record && !examples[key]?.ofDemo) {
          const [log] = await server.all<{ id: string }>(
            `select l.transaction_id as id from transaction_logs l
             where merchant_id = $1 and l.transaction_id in (select entity_id from audit_logs) limit 1`,
            [own],
          );
          options.params = { id: log!.id };
        }
        const reply = await caller.client.call(key, options);
        const { content, enumerations } = reply.body as {
          content: object[];
          enumerations: object;
        };
        const visible = visibleColumns(row.list.resource.columns, caller);
        const keys = visible
          .flatMap(([name, { fileOnly, filterOnly }]) => (fileOnly || filterOnly ? [] : name))
          .sort();
        const listed = visible.filter(([, column]) => column.enumeration).map(([name]) => name);
        assert.deepEqual(Object.keys(enumerations).sort(), listed.sort(), `${key}, enumerations`);
        for (const each of content)
          assert.deepEqual(Object.keys(each).sort(), keys, `${key} by ${caller.name}`);
      }
    }
  });
});

async function everyId(client: Client, key: Key): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 0; ; page++) {
    const reply = await client.call(key, { query: { page: String(page), size: '200' } });
    const { content } = reply.body as { content: { id: string }[] };
    ids.push(...content.map(({ id }) => id));
    if (content.length < 200) return ids;
  }
}

/** What is another one at every answer. */
const CHANGING = new Set(['x-request-id', 'date', 'content-security-policy']);
const stable = (headers: Record<string, string>) =>
  Object.entries(headers).filter(([name]) => !CHANGING.has(name));

describe('the table of endpoints', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  test('API-01 every row says who may call it and over what; the public ones are these', () => {
    for (const [key, row] of rows) {
      assert.ok(
        row.access === 'public' || row.access === 'authenticated' || row.access.length,
        key,
      );
      assert.ok(['merchant', 'own', 'self', 'all'].includes(row.scope), key);
    }
    assert.deepEqual(
      [...SPECIFIED.keys()].sort(),
      rows.map(([key]) => key).sort(),
      'every row stands once more in testing/specified-access.ts, from the specification',
    );
    const open = rows.filter(([, row]) => row.access === 'public').map(([key]) => key);
    assert.deepEqual(open.sort(), [
      'GET /api/checkouts/{id}',
      'GET /api/checkouts/{id}/loan',
      'GET /api/checkouts/{id}/loan/information',
      'GET /api/link-pages/{id}',
      'GET /api/link-pages/{id}/loan',
      'GET /api/loans/{id}',
      'GET /api/merchant-applications',
      'GET /api/passkeys/sign-in',
      'GET /api/recurring-pages/{id}',
      'GET /api/settings/console',
      'GET /api/setup',
      'GET /api/sso',
      'GET /api/widgets/{id}/button',
      'POST /api/checkouts',
      'POST /api/checkouts/{id}/cancel',
      'POST /api/checkouts/{id}/continue',
      'POST /api/checkouts/{id}/loan',
      'POST /api/checkouts/{id}/loan/authentication',
      'POST /api/checkouts/{id}/loan/cancel',
      'POST /api/checkouts/{id}/loan/continue',
      'POST /api/checkouts/{id}/loan/offer',
      'POST /api/checkouts/{id}/loan/review',
      'POST /api/checkouts/{id}/loan/signing',
      'POST /api/checkouts/{id}/pay',
      'POST /api/email-changes/confirm',
      'POST /api/email-changes/stop',
      'POST /api/loans/{id}/repay',
      'POST /api/loans/{id}/withdraw',
      'POST /api/login',
      'POST /api/merchant-applications',
      'POST /api/merchant-applications/documents',
      'POST /api/merchant-applications/documents/remove',
      'POST /api/merchant-applications/open',
      'POST /api/merchant-applications/submit',
      'POST /api/passkeys/sign-in',
      'POST /api/passwords',
      'POST /api/passwords/recover',
      'POST /api/passwords/reset',
      'POST /api/recurring-pages/{id}/cancel',
      'POST /api/recurring-pages/{id}/card',
      'POST /api/recurring-pages/{id}/card/continue',
      'POST /api/recurring-pages/{id}/pause',
      'POST /api/recurring-pages/{id}/resume',
      'POST /api/setup',
      'POST /api/sso/begin',
      'POST /api/sso/finish',
      'PUT /api/checkouts/{id}',
    ]);
    const whileExpired = rows.filter(([, row]) => row.whileExpired).map(([key]) => key);
    assert.deepEqual(whileExpired.sort(), [
      'DELETE /api/users/me/view-as',
      'GET /api/users/me',
      'GET /api/users/me/session',
      'POST /api/logout',
      'POST /api/passwords/renew',
    ]);
  });

  test('API-01 nothing under /api answers that is no row of the table', () => {
    const reference = ['/api/openapi.json', '/api/docs', '/api/docs.css'];
    const declared = new Set([
      ...rows.map(([key]) => key.replace(/\{(\w+)\}/g, ':$1')),
      ...reference.map((path) => `GET ${path}`),
    ]);
    const routes = routesOf(server.app.printRoutes({ commonPrefix: false }));
    const served = routes.flatMap(({ path, methods }) => methods.map((one) => `${one} ${path}`));
    for (const [key] of rows)
      assert.ok(served.includes(key.replace(/\{(\w+)\}/g, ':$1')), `${key} is served`);
    const undeclared = routes.filter(
      ({ path, methods }) =>
        path.startsWith('/api') &&
        // a path of the table refuses every other method with 405
        !methods.includes('PATCH') &&
        !methods.every((method) => declared.has(`${method} ${path}`)),
    );
    assert.deepEqual(undeclared, []);
  });

  const start = (parts: Partial<Parameters<typeof buildApp>[0]>) =>
    buildApp({
      services: server.services,
      table,
      handlers: handlersOf(server.services),
      lists,
      pages: [],
      draining: () => false,
      webFolder: null,
      ...parts,
    });

  test('API-01 the server does not start over a row that nobody serves or that says not whom', async () => {
    const { 'GET /api/users/me': me, ...others } = handlersOf(server.services);
    await assert.rejects(start({ handlers: others }), /GET \/api\/users\/me: nothing serves it/);
    await assert.rejects(
      start({ lists: lists.filter(({ resource }) => resource.slug !== 'soap-logs') }),
      /GET \/api\/soap-logs: no list/,
    );
    await assert.rejects(
      start({ handlers: { ...others, 'GET /api/users/me': me, 'GET /api/secret': me } }),
      /GET \/api\/secret: served, but no row/,
    );
    for (const missing of ['access', 'scope']) {
      const row = { ...table['GET /api/users/me'], [missing]: undefined };
      await assert.rejects(
        start({ table: { ...table, 'GET /api/users/me': row as never } }),
        /GET \/api\/users\/me: who may call it, and over what/,
      );
    }
  });
});

/** Fastify prints its routes as a tree; this reads them back as paths. */
function routesOf(tree: string): { path: string; methods: string[] }[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const match = /^((?:│ {3}| {4})*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line);
    if (!match) return [];
    const depth = match[1]!.length / 4;
    above[depth] = (above[depth - 1] ?? '') + match[2]!;
    return match[3] ? [{ path: above[depth], methods: match[3].split(', ') }] : [];
  });
}
