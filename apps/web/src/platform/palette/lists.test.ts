import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Action } from '@paydesk/contract/kernel/action.ts';
import { SEARCH_DEEDS, type SearchKind } from '@paydesk/contract/kernel/search.ts';
import { ROLE_PERMISSIONS, type UserRole } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { customerActions } from '@paydesk/contract/resources/customers/actions.ts';
import { merchantActions } from '@paydesk/contract/resources/merchants/moves.ts';
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
import { CREDIT_REFUND_STATUSES } from '@paydesk/contract/resources/consumer-credits/lists.ts';
import { LINK_STATUSES } from '@paydesk/contract/resources/payment-links.ts';
import { RECURRING_STATUSES } from '@paydesk/contract/resources/recurring.ts';
import { DUE_STATUSES } from '@paydesk/contract/resources/recurring/dues.ts';
import { CASE_STATUSES } from '@paydesk/contract/resources/screening.ts';
import { MESSAGE_STATUSES } from '@paydesk/contract/resources/undelivered-messages.ts';
import { STATES } from '../../listed.ts';
import { menuOf } from '../../menu.ts';
import { seenEntries } from '../menu-kept.ts';
import { alsoOf, isCalled, isDeedAlone, waysOf } from './commands.ts';
import { DEED_WAYS } from './deeds.ts';
import { furtherOf, listsOf, nameIn } from './lists.ts';

const TODAY = '2026-11-27';
const as = (userRole: UserRole) => ({ userRole, permissions: ROLE_PERMISSIONS[userRole] }) as never;
const staff = as('BACKOFFICE_ADMIN');
const ways = (actor: typeof staff, text: string) =>
  waysOf(actor).flatMap((one) => (isCalled(one, text) ? [[one.label, one.href]] : []));
const said = (
  text: string,
  actor = staff,
  merchants: readonly string[] | undefined = ['Amber & Oak', 'Ambra'],
) =>
  listsOf(actor, text, { today: TODAY, merchants }).map(({ href, label }) => [
    decodeURIComponent(href.replaceAll('+', ' ')).replace('/transactions?', ''),
    label.replace('Transactions: ', ''),
  ]);

test('what is said of payments in a row is their list with its filters set', () => {
  const refunds = 'f_type=REFUND,MANUAL_REFUND';
  assert.deepEqual(said('in review'), [['f_hold=REVIEW', 'In review']]);
  assert.deepEqual(said('declined yesterday'), [
    ['f_status=DECLINED&f_date=26.11.2026', 'Declined, yesterday'],
  ]);
  assert.deepEqual(said('refunds over 500 last week'), [
    [`${refunds}&f_amount=500..&f_date=20.11.2026..27.11.2026`, 'Refunds, over 500.00, last week'],
  ]);
  assert.deepEqual(said('payments declined under 1,50'), [
    ['f_status=DECLINED&f_amount=..1.5', 'Declined, under 1.50'],
  ]);
  // a merchant that is called so comes before a payer, who may be; what no merchant is called is none
  assert.deepEqual(said('refunds of raivis', staff, []), [
    [`${refunds}&f_payer=raivis`, 'Refunds, payer ‘raivis’'],
  ]);
  assert.deepEqual(said('failed amber yesterday'), [
    [
      'f_status=FAILED&f_date=26.11.2026&f_merchantName=amber',
      'Failed, yesterday, merchant ‘amber’',
    ],
    ['f_status=FAILED&f_date=26.11.2026&f_payer=amber', 'Failed, yesterday, payer ‘amber’'],
  ]);
  assert.equal(
    said('amber failed', staff, ['Amber & Oak'])[0]![1],
    'Failed, merchant ‘Amber & Oak’',
  );
  assert.equal(nameIn(staff, 'amber failed', TODAY), 'amber');
  assert.equal(nameIn(staff, 'failed yesterday', TODAY), null);
  assert.deepEqual(listsOf(staff, 'amber failed', { today: TODAY }), [], 'not known yet');
  for (const text of ['> 5000', 'over 5000', "payments over 5'000"])
    assert.deepEqual(said(text), [['f_amount=5000..', "over 5'000.00"]], text);
  // what is begun; what is to be done is no list; a merchant's people see no payer (SB-04)
  assert.deepEqual(said('decl'), [['f_status=DECLINED', 'Declined']]);
  for (const text of ['refund', 'refunds 6017 43.99', 'nothing of all this'])
    assert.deepEqual(said(text), [], text);
  assert.deepEqual(said('refunds of raivis', as('MERCHANT_ADMIN')), []);
});

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
  assert.ok(found('blocked').includes('/customers?f_status=BLOCKED'));
  assert.equal(found('over 5000').includes('/orders?f_amount=5000..'), true);
  assert.deepEqual(found('loans over 5000').at(-1), '/financing/consumer-credits?f_amount=5000..');
  // no list that is not theirs, and none of what a name begins with
  for (const [text, entries] of [
    ['missed', []],
    ['regi', seen],
    ['block', seen],
  ] as const)
    assert.deepEqual(found(text, entries as typeof seen), [], text);
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

test('what nobody is called is looked for in the list, by what its reader may see', () => {
  const labels = (actor: typeof staff) => furtherOf(actor, 'raivs').map(({ label }) => label);
  assert.deepEqual(labels(staff), [
    'Look in Transactions: payer ‘raivs’',
    'Look in Transactions: description ‘raivs’',
  ]);
  assert.equal(labels(as('MERCHANT_ADMIN')).length, 1);
  for (const text of ['mark as paid', 'Pause', 'print receipt'])
    assert.deepEqual(furtherOf(staff, text), [], text);
  assert.equal(furtherOf(staff, 'Marks').length, 2);
  // what a list prints as −57.30, without its cents
  const [refunds] = furtherOf(staff, '−57');
  assert.equal(refunds?.label, 'Transactions: refunds of 57.00 to 57.99');
  assert.match(refunds!.href, /f_amount=57\.\.57\.99&f_type=REFUND/);
});

test('a screen and a command are called by words of theirs, and by where one wants to go', () => {
  for (const [label, text] of [
    ['New payment link', 'new link'],
    ['Rules', 'go to rules'],
    ['Rules', ''],
  ] as const)
    assert.ok(isCalled({ label }, text), text);
  assert.ok(!isCalled({ label: 'New payment link' }, 'new rule'));
  for (const [name, text] of [
    ['consumer-credits-refunds', 'refund requests'],
    ['loans', 'refund request'],
    ['recurring', 'subscription'],
  ] as const)
    assert.ok(isCalled({ label: 'as the menu has it', also: alsoOf(name) }, text), text);
});

test('SB-16 what is to be done to a payment that nobody has named leads to those it can be done to, by who may', () => {
  const refund = ['Refund a payment…', '/transactions?f_type=PAYMENT&f_status=SUCCESS'];
  for (const role of ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN', 'MERCHANT_OPERATOR'] as const)
    assert.deepEqual(ways(as(role), 'refund'), [refund], role);
  const lacking = Object.assign(as('MERCHANT_OPERATOR'), { role: { lacks: ['REFUND'] } });
  assert.deepEqual(ways(lacking, 'refund'), []);
  assert.equal(ways(as('MERCHANT_ADMIN'), 'reverse').length, 1);
  assert.deepEqual(ways(as('MERCHANT_OPERATOR'), 'reverse'), []);
});
