import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROLE_PERMISSIONS, type UserRole } from '@paydesk/contract/permissions.ts';
import { alsoOf, isCalled, waysOf } from './commands.ts';
import { furtherOf, listsOf } from './lists.ts';

const TODAY = '2026-11-27';
const as = (userRole: UserRole) => ({ userRole, permissions: ROLE_PERMISSIONS[userRole] }) as never;
const staff = as('BACKOFFICE_ADMIN');
const ways = (actor: typeof staff, text: string) =>
  waysOf(actor).flatMap((one) => (isCalled(one, text) ? [[one.label, one.href]] : []));
const said = (text: string, actor = staff) =>
  listsOf(actor, text, TODAY).map(({ href, label }) => [
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
  assert.deepEqual(said('refunds of raivis'), [
    [`${refunds}&f_payer=raivis`, 'Refunds, payer ‘raivis’'],
    [`${refunds}&f_merchantName=raivis`, 'Refunds, merchant ‘raivis’'],
  ]);
  assert.deepEqual(said('failed amber yesterday')[1], [
    'f_status=FAILED&f_date=26.11.2026&f_merchantName=amber',
    'Failed, yesterday, merchant ‘amber’',
  ]);
  // what is begun; what is to be done is no list; a merchant's people see no payer (SB-04)
  assert.deepEqual(said('decl'), [['f_status=DECLINED', 'Declined']]);
  for (const text of ['refund', 'refunds 6017 43.99', 'nothing of all this'])
    assert.deepEqual(said(text), [], text);
  assert.deepEqual(said('refunds of raivis', as('MERCHANT_ADMIN')), []);
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
  // of a longer beginning of cards what is kept of it
  for (const text of ['520000', '52000060', '5200 0060']) {
    const [cards] = furtherOf(staff, text);
    assert.equal(cards?.label, 'Transactions: cards that begin with 520000', text);
    assert.match(cards!.href, /\?f_cardPan=520000$/);
  }
  assert.doesNotMatch(furtherOf(staff, '5200')[0]!.label, /cards/);
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
