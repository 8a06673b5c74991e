import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROLE_PERMISSIONS, type UserRole } from '@paydesk/contract/permissions.ts';
import { alsoOf, isCalled, ofMade, waysOf } from './commands.ts';
import { corrected } from './corrected.ts';
import { furtherOf, listsOf, nameIn } from './lists.ts';
import { dayOf } from './of-day.ts';

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
  listsOf(actor, text, {
    today: TODAY,
    merchants: merchants?.map((name) => ({ id: name, name })),
  }).map(({ href, label }) => [
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
  assert.equal(nameIn(staff, 'amber failed', { today: TODAY }), 'amber');
  assert.equal(nameIn(staff, 'failed yesterday', { today: TODAY }), null);
  assert.deepEqual(listsOf(staff, 'amber failed', { today: TODAY }), [], 'not known yet');
  // a currency is nobody's name
  for (const text of ['refunds 43.99 eur', 'refunds €43.99', '43,99 EUR refunds'])
    assert.deepEqual(said(text), [[`${refunds}&f_amount=43.99`, 'Refunds, 43.99']], text);
  assert.equal(nameIn(staff, 'declined 43.99 eur', { today: TODAY }), null);
  for (const text of ['> 5000', 'over 5000', 'over €5000', 'over 5000 eur', "payments over 5'000"])
    assert.deepEqual(said(text), [['f_amount=5000..', "over 5'000.00"]], text);
  // as people call a state, a merchant and a day beside it, or these alone
  const success = 'f_status=SUCCESS&f_date=26.11.2026';
  for (const text of ['successful payments yesterday amber', 'amber success yesterday'])
    assert.deepEqual(
      said(text, staff, ['Amber & Oak'])[0],
      [`${success}&f_merchantName=Amber & Oak`, 'Success, yesterday, merchant ‘Amber & Oak’'],
      text,
    );
  assert.deepEqual(said('succ'), [['f_status=SUCCESS', 'Success']], 'once, by whichever word');
  assert.deepEqual(said('payments yesterday'), [['f_date=26.11.2026', 'yesterday']]);
  assert.deepEqual(said('show me payments yesterday', as('MERCHANT_OPERATOR')).length, 1);
  // by a payer's name beside a day their payments are found themselves
  assert.deepEqual(said('amber yesterday', staff, ['Amber & Oak']), [
    ['f_date=26.11.2026&f_merchantName=Amber & Oak', 'yesterday, merchant ‘Amber & Oak’'],
  ]);
  for (const text of ['raivis yesterday', 'refund amber yesterday', 'export payments yesterday'])
    assert.deepEqual(said(text, staff, []), [], text);
  // what is begun; what is to be done is no list; a merchant's people see no payer (SB-04)
  assert.deepEqual(said('decl'), [['f_status=DECLINED', 'Declined']]);
  for (const text of ['refund', 'refunds 6017 43.99', 'nothing of all this'])
    assert.deepEqual(said(text), [], text);
  assert.deepEqual(said('refunds of raivis', as('MERCHANT_ADMIN')), []);
});

test('what went back is told from what was paid beside a state; what is held, between two amounts and in a month is found', () => {
  const failed = 'f_type=REFUND,MANUAL_REFUND&f_status=FAILED';
  for (const text of ['failed refunds', 'refund failed'])
    assert.deepEqual(said(text), [[failed, 'Refunds, Failed']], text);
  assert.deepEqual(said('authorised payments'), [['f_hold=AUTHORISED', 'Authorised']]);
  assert.deepEqual(said('held payments'), [
    ['f_hold=REVIEW', 'In review'],
    ['f_hold=AUTHORISED', 'Authorised'],
  ]);
  const between = ['f_amount=100..200', '100.00 to 200.00'];
  for (const text of ['between 100 and 200', '100.00..200,00', 'amounts between 100 and 200'])
    assert.deepEqual(said(text), [between], text);
  assert.deepEqual(said('12.11..15.11'), [], 'two days');
  const declined = 'f_status=DECLINED&f_date=';
  for (const [text, days] of [
    ['declined november', '01.11.2026..27.11.2026'],
    ['declined in may', '01.05.2026..31.05.2026'],
    ['declined december', '01.12.2025..31.12.2025'],
    ['declined june 2025', '01.06.2025..30.06.2025'],
    ['declined this week', '23.11.2026..27.11.2026'],
  ] as const)
    assert.equal(said(text)[0]![0], `${declined}${days}`, text);
  // somebody may be called so
  assert.equal(nameIn(staff, 'declined april', { today: TODAY }), 'april');
  for (const [text, label] of [
    ['november', '01.11.2026 to 27.11.2026'],
    ['sales in may', '01.05.2026 to 31.05.2026'],
    ['28 oct', '28.10.2026'],
    ['last week', '20.11.2026 to 27.11.2026'],
    ['sales this month', 'this month'],
    ['last 7 days', 'last 7 days'],
  ] as const)
    assert.equal(dayOf(staff, text, TODAY)[0]?.label, `Business Days: ${label}`, text);
  // a day on which somebody was born is none of the business, and nobody's name
  for (const text of ['may', '16.05.1954', '1954-05-16'])
    assert.deepEqual(dayOf(staff, text, TODAY), [], text);
  assert.deepEqual(furtherOf(staff, '16.05.1954'), []);
  assert.deepEqual(said('refunds november'), [
    ['f_type=REFUND,MANUAL_REFUND&f_date=01.11.2026..27.11.2026', 'Refunds, november'],
  ]);
  assert.equal(said('held').length, 2);
});

test('of people, merchants and loans a state is said as it is called outside', () => {
  const seen = [
    { name: 'users', label: 'Users' },
    { name: 'merchants', label: 'Merchants' },
    { name: 'consumer-credits', label: 'Loans' },
  ];
  const lists = (text: string) =>
    listsOf(staff, text, { seen, today: TODAY, merchants: [] }).map(({ href }) => href);
  assert.deepEqual(lists('blocked users'), ['/users?f_status=BLOCKED']);
  assert.deepEqual(lists('pending merchants'), ['/merchants?f_status=PENDING_APPROVAL']);
  const own = listsOf(as('MERCHANT_ADMIN'), 'failed refunds', {
    seen: [{ name: 'loans', label: 'Loans' }],
    today: TODAY,
  });
  assert.deepEqual(
    own.map(({ label }) => label),
    ['Transactions: Refunds, Failed'],
  );
  for (const text of ['declined loans', 'rejected loans'])
    assert.deepEqual(lists(text), ['/financing/consumer-credits?f_status=FAILED'], text);
  const [pending] = lists('pending loans');
  assert.match(
    pending!,
    /^\/financing\/consumer-credits\?f_status=DRAFT,.*WAITING_FOR_CONFIRMATION$/,
  );
});

test('AM-68 a scheme is its cards, alone and beside a state, an amount or a day', () => {
  const declined = 'f_status=DECLINED&f_cardPan=Visa';
  for (const [text, filters, label] of [
    ['visa', 'f_cardPan=Visa', 'by Visa cards'],
    ['Visa cards', 'f_cardPan=Visa', 'by Visa cards'],
    ['master', 'f_cardPan=Mastercard', 'by Mastercard cards'],
    ['amex', 'f_cardPan=American Express', 'by American Express cards'],
    ['card 4242 over 5000', 'f_cardPan=•• 4242&f_amount=5000..', "card •• 4242, over 5'000.00"],
    ['visa •• 4242 under 50', 'f_cardPan=•• 4242&f_amount=..50', 'card •• 4242, under 50.00'],
    [
      'american express over 500',
      'f_cardPan=American Express&f_amount=500..',
      'by American Express cards, over 500.00',
    ],
    ['visa 43,99', 'f_cardPan=Visa&f_amount=43.99', 'by Visa cards, 43.99'],
    ['visa declined', declined, 'Declined, by Visa cards'],
    ['declined by visa', declined, 'Declined, by Visa cards'],
    [
      'declined visa yesterday',
      `${declined}&f_date=26.11.2026`,
      'Declined, by Visa cards, yesterday',
    ],
    ['refunds 43.99', 'f_type=REFUND,MANUAL_REFUND&f_amount=43.99', 'Refunds, 43.99'],
  ] as const)
    assert.deepEqual(said(text), [[filters, label]], text);
  assert.equal(said('amber visa')[0]![1], 'by Visa cards, merchant ‘amber’');
  assert.deepEqual(said('visa', as('MERCHANT_OPERATOR')).length, 1);
  // a word that is begun is a scheme alone, and beside a state a name; with no cents it is no amount
  assert.equal(nameIn(staff, 'declined amer', { today: TODAY }), 'amer');
  for (const text of ['vis', 'visage', 'visa 6017']) assert.deepEqual(said(text), [], text);
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
  // with its cents, too
  for (const text of ["1'234.50", '1.234,50 EUR'])
    assert.equal(
      furtherOf(staff, text)[0]?.label,
      "Transactions: amounts of 1'234.00 to 1'234.99",
      text,
    );
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
    ['New merchant', 'add merchant'],
    ['New rule', 'create a rule'],
    ['Rules', 'go to rules'],
    ['Rules', ''],
  ] as const)
    assert.ok(isCalled({ label }, text), text);
  assert.ok(!isCalled({ label: 'New payment link' }, 'new rule'));
  for (const [name, text] of [
    ['consumer-credits-refunds', 'refund requests'],
    ['loans', 'refund request'],
    ['recurring', 'subscription'],
    ['undelivered-messages', 'failed webhook'],
    ['screening', 'AML'],
    ['rules', 'fraud'],
    ['merchants', 'IBAN'],
    ['merchants', 'iban ..1234'],
    ['merchant', 'iban LV80 1234'],
    ['consumer-credits', 'BNPL'],
    ['screening', 'pep'],
    ['recurring', 'mandate'],
    ['reviews', 'in review'],
    ['reviews', 'held'],
    ['undelivered-messages', 'callback not delivered'],
    ['undelivered-messages', 'send again'],
  ] as const)
    assert.ok(isCalled({ label: 'as the menu has it', also: alsoOf(name) }, text), text);
  // who makes none is led to those there are
  const screens = [{ label: 'Payment Links' }, { label: 'Payments' }];
  assert.deepEqual(ofMade(screens, 'new payment link'), [screens[0]]);
  assert.deepEqual(ofMade(screens, 'payment link'), []);
  assert.equal(corrected('new payment link'), null);
  assert.deepEqual(ways(as('MERCHANT_ADMIN'), 'cancel order'), [
    ['Reject an order…', '/orders?f_status=PENDING'],
  ]);
});

const loan = (role: UserRole) => [
  'Refund a loan…',
  `/${role.startsWith('MERCHANT') ? 'loans' : 'financing/consumer-credits'}?f_status=CONFIRMED`,
];

test('SB-16 what is to be done to a payment that nobody has named leads to those it can be done to, by who may', () => {
  const refund = ['Refund a payment…', '/transactions?f_type=PAYMENT&f_status=SUCCESS'];
  for (const role of ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN', 'MERCHANT_OPERATOR'] as const)
    assert.deepEqual(ways(as(role), 'refund'), [refund, loan(role)], role);
  const lacking = Object.assign(as('MERCHANT_OPERATOR'), {
    role: { lacks: ['REFUND', 'LOAN_REFUND'] },
  });
  assert.deepEqual(ways(lacking, 'refund'), []);
  assert.equal(ways(as('MERCHANT_ADMIN'), 'reverse').length, 1);
  assert.deepEqual(ways(as('MERCHANT_OPERATOR'), 'reverse'), []);
});
