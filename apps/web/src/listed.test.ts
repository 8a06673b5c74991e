import assert from 'node:assert/strict';
import { test } from 'node:test';
import { table } from '@paydesk/contract/index.ts';
import type { Action } from '@paydesk/contract/kernel/action.ts';
import { isFilterable } from '@paydesk/contract/kernel/columns.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { SEARCH_DEEDS, type SearchKind } from '@paydesk/contract/kernel/search.ts';
import { ROLE_PERMISSIONS, type UserRole } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { customerActions } from '@paydesk/contract/resources/customers/actions.ts';
import { merchantActions } from '@paydesk/contract/resources/merchants/moves.ts';
import { refundLoan } from '@paydesk/contract/resources/consumer-credits/actions.ts';
import { approveOrder, rejectOrder } from '@paydesk/contract/resources/orders/decide.ts';
import { cancelPurchase, PURCHASE_STATUSES } from '@paydesk/contract/resources/purchases.ts';
import {
  refundTransaction,
  reverseTransaction,
} from '@paydesk/contract/resources/transactions/actions.ts';
import {
  cancelTransaction,
  captureTransaction,
  passTransaction,
  refuseTransaction,
} from '@paydesk/contract/resources/transactions/held-actions.ts';
import { activateUser, blockUser } from '@paydesk/contract/resources/users/actions.ts';
import { RIGHTS } from '@paydesk/contract/rights.ts';
import { APPROVAL_STATUSES } from '@paydesk/contract/resources/approvals.ts';
import { CREDIT_REFUND_STATUSES } from '@paydesk/contract/resources/consumer-credits/refund-words.ts';
import { LINK_STATUSES } from '@paydesk/contract/resources/payment-links.ts';
import { RECURRING_STATUSES } from '@paydesk/contract/resources/recurring.ts';
import { DUE_STATUSES } from '@paydesk/contract/resources/recurring/dues.ts';
import { CASE_STATUSES } from '@paydesk/contract/resources/screening.ts';
import { MESSAGE_STATUSES } from '@paydesk/contract/resources/undelivered-messages.ts';
import { LISTS, STATES } from './listed.ts';
import { menuOf } from './menu.ts';
import { seenEntries } from './platform/menu-kept.ts';
import { isCalled, isDeedAlone, waysOf } from './platform/palette/commands.ts';
import { DEED_WAYS } from './platform/palette/deeds.ts';
import { listsOf, nameIn } from './platform/palette/lists.ts';

const TODAY = '2026-11-27';
const as = (userRole: UserRole) => ({ userRole, permissions: ROLE_PERMISSIONS[userRole] }) as never;
const staff = as('BACKOFFICE_ADMIN');
const ways = (actor: typeof staff, text: string) =>
  waysOf(actor).flatMap((one) => (isCalled(one, text) ? [[one.label, one.href]] : []));

test('a status of any list that somebody sees leads to its rows, and so does an amount of theirs', () => {
  assert.deepEqual(STATES, {
    APPROVAL_STATUSES,
    CREDIT_REFUND_STATUSES,
    LINK_STATUSES,
    PURCHASE_STATUSES,
    RECURRING_STATUSES,
    DUE_STATUSES,
    CASE_STATUSES,
    MESSAGE_STATUSES,
  });
  const seen = seenEntries(menuOf('BACKOFFICE'), staff);
  const found = (text: string, entries = seen) =>
    listsOf(staff, text, { seen: entries, merchants: [], today: TODAY }).map(({ href }) => href);
  assert.deepEqual(found('missed'), ['/recurring-dues?f_status=MISSED']);
  assert.deepEqual(found('missed charges'), ['/recurring-dues?f_status=MISSED']);
  assert.deepEqual(found('pending orders'), ['/orders?f_status=PENDING']);
  assert.deepEqual(found('given up'), ['/undelivered-messages?f_status=GIVEN_UP']);
  assert.deepEqual(found('confirmed match'), ['/screening/cases?f_status=TRUE_HIT']);
  assert.ok(found('blocked').includes('/customers?f_status=BLOCKED'));
  assert.equal(found('over 5000').includes('/orders?f_amount=5000..'), true);
  assert.deepEqual(found('loans over 5000').at(-1), '/financing/consumer-credits?f_amount=5000..');
  assert.deepEqual(found('loans over 5000'), ['/financing/consumer-credits?f_amount=5000..']);
  // what their rows are called, and a day or a merchant beside it
  const amber = [{ id: 'a1', name: 'Amber & Oak' }];
  const rows = (text: string, merchants = amber, entries = seen) =>
    listsOf(staff, text, { seen: entries, merchants, today: TODAY }).map(({ href, label }) => [
      decodeURIComponent(href),
      label,
    ]);
  const pending = '/orders?f_status=PENDING&f_createdDate=26.11.2026';
  assert.deepEqual(rows('pending orders yesterday'), [[pending, 'Orders: Pending, yesterday']]);
  for (const text of ['pending orders yesterday amber', 'amber pending orders of yesterday'])
    assert.deepEqual(
      rows(text),
      [[`${pending}&f_merchantId=a1`, 'Orders: Pending, yesterday, merchant ‘Amber & Oak’']],
      text,
    );
  assert.equal(nameIn(staff, 'pending orders amber', { seen, today: TODAY }), 'amber');
  assert.deepEqual(rows('pending orders nobody', []), [], 'no merchant is called so');
  assert.deepEqual(rows('missed charges last week'), [
    [
      '/recurring-dues?f_status=MISSED&f_dueDay=20.11.2026..27.11.2026',
      'Charges Due: Missed, last week',
    ],
  ]);
  assert.deepEqual(rows('amber orders'), [], 'their whole list is offered otherwise');
  // of what waits for somebody, where nothing else is said
  for (const text of ['screening', 'screening cases', 'open cases'])
    assert.deepEqual(
      rows(text),
      [['/screening/cases?f_status=OPEN', 'Screening Cases: Open']],
      text,
    );
  assert.deepEqual(rows('orders'), []);
  // no list that is not theirs, and none of what a name begins with
  for (const [text, entries] of [
    ['missed', []],
    ['regi', seen],
    ['block', seen],
  ] as const)
    assert.deepEqual(found(text, entries as typeof seen), [], text);
});

test('each list that is meant by its rows has the columns that a day, a merchant and an amount are filtered by', () => {
  const lists = Object.values<Endpoint>(table).flatMap(({ list }) =>
    list?.as === 'page' ? [list.resource] : [],
  );
  for (const { open, rows, day = 'createdDate', ofMerchants, amounts } of LISTS) {
    const slug = open({}).slice(1).replace('financing/', '').replace('/', '-');
    const { columns } = lists.find((one) => one.slug === slug)!;
    const asked = [rows && day, ofMerchants && 'merchantId', amounts && 'amount'];
    for (const key of asked.filter((one) => one !== undefined))
      assert.ok(key && columns[key] && isFilterable(columns[key]), `${slug} ${key}`);
  }
});

test('each word of what can be done leads, said alone, to what it can be done to, by who may', () => {
  const ACTIONS: Partial<Record<SearchKind, readonly Pick<Action<never>, 'label' | 'asks'>[]>> = {
    transaction: [
      refundTransaction,
      reverseTransaction,
      captureTransaction,
      cancelTransaction,
      passTransaction,
      refuseTransaction,
    ],
    loan: [{ ...refundLoan, label: 'Refund' }],
    order: [approveOrder, rejectOrder],
    purchase: [cancelPurchase],
    customer: Object.values(customerActions),
    merchant: Object.values(merchantActions),
    user: [blockUser, activateUser],
  };
  for (const [word, kinds] of Object.entries(SEARCH_DEEDS))
    for (const kind of kinds)
      for (const role of Object.keys(ROLE_PERMISSIONS) as UserRole[])
        for (const lacks of [[], Object.keys(RIGHTS)]) {
          const actor = Object.assign(as(role), { role: { lacks } });
          const action = ACTIONS[kind]!.find(
            ({ label }) => label.split(' ')[0]!.toLowerCase() === word,
          )!;
          const offered = DEED_WAYS.some(
            (one) =>
              one.kind === kind &&
              one.label.toLowerCase().startsWith(`${word} `) &&
              isAllowed(actor, one.asks),
          );
          assert.equal(offered, isAllowed(actor, action.asks), `${word} ${kind} ${role}`);
        }
  for (const text of ['block', 'unblock', 'activate', 'disable', 'enable'])
    assert.ok(isDeedAlone(text), text);
  assert.equal(ways(staff, 'block')[0]![0], 'Block a customer…');
  assert.deepEqual(
    ways(staff, 'unblock').map(([label]) => label),
    ['Activate a customer…', 'Activate a merchant…', 'Activate a user…'],
  );
});
