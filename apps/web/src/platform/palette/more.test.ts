import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROLE_PERMISSIONS } from '@paydesk/contract/permissions.ts';
import type { SearchHit, SearchKind } from '@paydesk/contract/kernel/search.ts';
import { isNearly, nearestOf, waysOf } from './commands.ts';
import { corrected } from './corrected.ts';
import { manyOf, moreOf } from './more.ts';

const TODAY = '2026-11-25';
const hit = (kind: SearchKind, title: string, detail: string | null): SearchHit => ({
  kind,
  id: 'a',
  title,
  detail,
  status: null,
  matched: null,
  action: null,
  whyNot: null,
  found: null,
});
const six = (kind: SearchKind, title: string, detail: string | null = null) =>
  Array.from({ length: 6 }, () => hit(kind, title, detail));
const able = (kind: SearchKind, action: string, title: string) =>
  six(kind, title).map((one) => ({ ...one, action }));
const hrefOf = (kind: SearchKind, q: string, hits: readonly SearchHit[]) =>
  moreOf(kind, q, hits, TODAY)
    .map(({ href }) => decodeURIComponent(href.replaceAll('+', ' ')))
    .join(' ') || null;

test('more of a kind than are shown lead to their list, under a filter that finds each of them', () => {
  const paid = six('transaction', "1'234.50 EUR", '•• 6017 · 24.11.2026 09:15 · Order QQ-1, lamp');
  assert.deepEqual(moreOf('transaction', "1'234,50", paid, TODAY), [
    { href: '/transactions?f_amount=1234.5', label: "See all in Transactions: 1'234.50" },
  ]);
  // by a card's last digits, and to staff by whose they are
  assert.equal(hrefOf('transaction', '6017', paid), '/transactions?f_cardPan=•• 6017');
  for (const q of ['•• 6017', 'visa 6017', '6017 Visa'])
    assert.equal(hrefOf('transaction', q, paid), '/transactions?f_cardPan=•• 6017', q);
  const theirs = six(
    'transaction',
    '5.00 EUR',
    '•• 6017 · 24.11.2026 09:15 · Līga Ozola · Amber & Oak · Order QQ-1, lamp',
  );
  assert.equal(hrefOf('transaction', 'ozola liga', theirs), '/transactions?f_payer=ozola liga');
  assert.equal(hrefOf('transaction', 'amber', paid), null, 'whose it is stands nowhere');
  assert.equal(hrefOf('transaction', 'yesterday', paid), '/transactions?f_date=24.11.2026');
  assert.equal(hrefOf('transaction', '24.11.', paid), '/transactions?f_date=24.11.2026');
  assert.equal(hrefOf('transaction', '24/11', paid), '/transactions?f_date=24.11.2026');
  assert.equal(hrefOf('transaction', '24 nov', paid), '/transactions?f_date=24.11.2026');
  assert.equal(hrefOf('transaction', 'lamp', paid), '/transactions?f_description=lamp');
  assert.equal(
    hrefOf('customer', 'liga', six('customer', 'Līga Ozola')),
    '/customers?f_firstName=liga',
  );
  assert.equal(
    hrefOf('customer', 'ozola', six('customer', 'Līga Ozola')),
    '/customers?f_lastName=ozola',
  );
  const ana = six('customer', 'Ana Birch');
  for (const q of ['ana birch', 'birch  ana'])
    assert.equal(hrefOf('customer', q, ana), '/customers?f_firstName=ana&f_lastName=birch', q);
  assert.equal(hrefOf('merchant', 'oak', six('merchant', 'Amber & Oak')), '/merchants?f_name=oak');
  assert.equal(
    hrefOf('screening', 'birch', six('screening', 'Ana Birch')),
    '/screening/cases?f_personName=birch',
  );
  const links = six('paymentLink', '40.00 EUR Workshop place');
  assert.equal(hrefOf('paymentLink', 'workshop', links), '/payment-links?f_purpose=workshop');
  const again = six('recurring', '40.00 EUR charged in 4 payments', 'Ana Birch · Amber & Oak');
  assert.equal(hrefOf('recurring', '40.00', again), '/recurring?f_totalAmount=40');
  assert.equal(hrefOf('recurring', 'birch', again), '/recurring?f_customerName=birch');
  const ordered = six('order', '40.00 EUR order AO-1000', 'ana@shop.test');
  assert.equal(hrefOf('order', 'ao-10', ordered), '/orders?f_externalOrderNumber=ao-10');
  assert.match(hrefOf('order', 'ana@shop.test', ordered)!, /^\/orders\?f_customerEmail=ana/);
  assert.equal(hrefOf('order', '40.00', ordered), '/orders?f_amount=40');
  const rugs = [...ordered.slice(1), hit('order', '9.00 EUR order', 'Wool rug, grey')];
  assert.equal(hrefOf('order', 'wool rug', rugs), '/orders?f_label=wool rug');
  const whose = six('order', '9.00 EUR order', 'ana@shop.test · Wool rug, grey · Amber & Oak');
  assert.equal(hrefOf('order', 'rug, grey', whose), '/orders?f_label=rug, grey');
  assert.equal(hrefOf('transaction', 'QQ-1, lamp', paid), '/transactions?f_description=QQ-1, lamp');
  const back = six('transaction', '−78.00 EUR refund');
  assert.deepEqual(moreOf('transaction', '-78', back, TODAY), [], 'no cents');
  assert.deepEqual(moreOf('transaction', '-78.00', back, TODAY), [
    {
      href: '/transactions?f_amount=78&f_type=REFUND,MANUAL_REFUND',
      label: 'See all in Transactions: −78.00',
    },
  ]);
  assert.equal(hrefOf('transaction', '78.00', back), '/transactions?f_amount=78');
});

const manyWords = (found: number | null, whyNot: string | null = null) =>
  manyOf(
    six('order', '9.00 EUR')
      .slice(1)
      .map((one) => ({ ...one, found, whyNot })),
  );

test('a group of more than are shown says of how many, up to a hundred', () => {
  assert.equal(manyWords(16), ' · 5 of 16');
  assert.equal(manyWords(100), ' · 5 of 100');
  assert.equal(manyWords(101), ' · 5 of 100+');
  assert.equal(manyWords(5), '', 'all that it can be done to are shown');
  assert.equal(manyWords(null), '');
  assert.equal(manyWords(16, 'this one is declined'), '');
});

test('SB-16 more than are shown that something can be done to lead to their list too, narrowed to what it can be done to', () => {
  const paid = able('transaction', 'Refund', '43.99 EUR');
  const refund = [
    {
      href: '/transactions?f_amount=43.99&f_type=PAYMENT&f_status=SUCCESS',
      label: 'See all in Transactions: 43.99 to refund',
    },
  ];
  for (const q of ['refund 43.99', '43,99 refund', ' Refund  43.99 EUR', 'refund €43.99'])
    assert.deepEqual(moreOf('transaction', q, paid, TODAY), refund, q);
  // of what has gone back in part its list has the whole
  const [first, ...others] = paid;
  const some = [{ ...first!, title: '3.99 of 43.99 EUR' }, ...others];
  assert.deepEqual(moreOf('transaction', 'refund 43.99', some, TODAY), refund);
  // where it can be done to five alone they are all shown, and the list has the others as well
  const five = [...others, { ...first!, whyNot: 'this one is declined' }];
  assert.deepEqual(moreOf('transaction', 'refund 43.99', five, TODAY), [
    { href: '/transactions?f_amount=43.99', label: 'See all in Transactions: 43.99' },
  ]);
  assert.equal(
    hrefOf('customer', 'unblock liga', able('customer', 'Activate', 'Līga Ozola')),
    '/customers?f_firstName=liga&f_status=BLOCKED',
  );
  assert.deepEqual(moreOf('transaction', 'refund 43.99', others, TODAY), [], 'five are all');
  assert.deepEqual(moreOf('transaction', 'refund', paid, TODAY), [], 'said alone');
});

test('no more than are shown, or what no filter says, leads nowhere', () => {
  const paid = six('transaction', '20.11 EUR', '•• 2011 · 20.11.2026 09:15 · Order QQ-1, lamp');
  assert.equal(hrefOf('transaction', 'lamp', paid.slice(1)), null, 'five are all there are');
  // an amount and a day; words in any order; whose it is
  for (const q of ['20.11', 'lamp order', 'ozola', '20.11 2011'])
    assert.equal(hrefOf('transaction', q, paid), null, q);
  const other = [...paid.slice(1), hit('transaction', '20.11 EUR', '•• 2011 · of another')];
  // some by one filter and some by another: each says what it finds
  assert.equal(hrefOf('transaction', 'lamp', other), '/transactions?f_description=lamp');
  assert.equal(hrefOf('customer', 'ana b birch', six('customer', 'Ana Birch')), null);
});

test('a screen or a command is known by a name that is one letter off, and a short one is not', () => {
  const transactions = { label: 'Transactions', also: 'payments' };
  for (const typed of [
    'tranasctions',
    'transactoins',
    'trasactions',
    'transsactions',
    'tranzactions',
    'tranzact',
    'paymnets',
  ])
    assert.ok(isNearly(transactions, typed), typed);
  assert.ok(isNearly({ label: 'Exchange Logs' }, 'losg'));
  assert.ok(isNearly({ label: 'Sign out', also: 'log out, logout' }, 'logotu'));
  const ways = waysOf({
    userRole: 'BACKOFFICE_ADMIN',
    permissions: ROLE_PERMISSIONS.BACKOFFICE_ADMIN,
  } as never);
  for (const [typed, label] of [
    ['refnud', 'Refund a payment…'],
    ['setings', 'Profile'],
    ['blokc', 'Block a customer…'],
  ] as const)
    assert.equal(nearestOf([{ label: 'Loan Refunds' }, ...ways], typed)[0]?.label, label, typed);
  // beside what is found by it, a verb or a state is said as it was meant, and asked after
  for (const [typed, meant] of [
    ['refnud 43.99', 'refund 43.99'],
    ['Blok  liga', 'block liga'],
    ['decliend yesterday', 'declined yesterday'],
    ['pending ordres', 'pending orders'],
    ['refund 43.99', null],
    ['liga ozola', null],
    ['loan 3920', null],
  ] as const)
    assert.equal(corrected(typed), meant, typed);
  for (const typed of ['trn', 'tramzzctions', 'zzzz', '1234', 'no such thing'])
    assert.ok(!isNearly(transactions, typed), typed);
});
