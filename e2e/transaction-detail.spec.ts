import { randomUUID } from 'node:crypto';
import { insertHeld } from '../apps/server/src/testing/payments.ts';
import { expect, test } from './server.ts';
import {
  EACH_ROLE,
  insertTransaction,
  merchantId,
  onDatabase,
  PEOPLE,
  rowsOf,
  signIn,
} from './support.ts';
import { caseId, fieldsOf, openTransaction } from './transactions.ts';

const STAFF_FIELDS = `Customer First Name, Customer Last Name, Customer Id, Merchant Id,
  Merchant Name, Acquirer’s Fee`.split(/,\s+/);
const TECHNICAL_FIELDS = `External Error Type, External Error Code, External Error Description,
  xid`.split(/,\s+/);
/** TX-41, TX-42, in the order of the specification. */
const FIELDS = `ID, Description, Amount, Currency, Date, Status, Customer First Name,
  Customer Last Name, Customer Id, Merchant Id, Merchant Name, Purchase Id, Order Id,
  Recurring Payment Id, Card Pan, Account Statement Reference, External Error Type,
  External Error Code, External Error Description, External Payment Id, Batch Id, xid, Created By,
  Refunded Transaction Id, Type, ECI, Liability Shift, Capture By, Captured, Acquirer’s Fee, Paid Out,
  Payout`.split(/,\s+/);

const LONG = 'Sixty characters: two oak stools, a walnut shelf and a lamp';

test('TX-26, AM-103 a disputed payment says until when it is to be answered, and how many days are left', async ({
  page,
  paydesk,
}) => {
  const [disputed] = await rowsOf<{ id: string; days: number }>(
    paydesk,
    `select transaction_id as id, floor(extract(epoch from respond_by - now()) / 86400)::int as days
     from disputes where status = 'OPEN' and respond_by > now() + interval '2 days' limit 1`,
  );
  await signIn(page, PEOPLE.staff);
  await openTransaction(page, disputed!.id);
  await expect(page.locator('article > header')).toContainText(
    new RegExp(
      `It is answered on the acquirer’s own pages, not here, by [\\d. :]+, ${disputed!.days} days left`,
    ),
  );
});

test('ST-03 a payment in review names the rule that holds it beside its state and first of all rules, and leads staff to it', async ({
  page,
  paydesk,
}) => {
  const own = await merchantId(paydesk);
  const rules = await rowsOf<{ id: string; name: string }>(
    paydesk,
    'select id, name from rules order by id limit 2',
  );
  const held = await onDatabase(paydesk, async (client) => {
    const id = await insertHeld({ pool: client as never }, own, 'REVIEW');
    for (const [at, result] of ['REVIEW', 'PASSED'].entries())
      await client.query(
        `insert into rules_evaluation_results (id, rule_id, subject_type, subject_id, merchant_id, result, details, created_date)
         values (gen_random_uuid(), $1, 'TRANSACTION', $2, $3, $4, 'As it came', now())`,
        [rules[at]!.id, id, own, result],
      );
    return id;
  });
  await signIn(page, PEOPLE.staff);
  await openTransaction(page, held);
  const head = page.locator('article > header');
  const said = page.getByRole('region', { name: 'What the rules say' });
  const [holds, passed] = rules as [(typeof rules)[0], (typeof rules)[0]];
  const first = said.getByRole('row').nth(1);
  await expect(first).toContainText('To review');
  await expect(said.getByRole('row').nth(2)).toContainText(passed.name);
  for (const part of [head, first])
    await expect(part.getByRole('link', { name: holds.name })).toHaveAttribute(
      'href',
      `/settings/rules/${holds.id}`,
    );
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, PEOPLE.owner);
  await openTransaction(page, held);
  await expect(head).toContainText('In review');
  await expect(page.getByText(holds.name)).toHaveCount(0);
  await expect(said).toHaveCount(0);
});

test('TX-26, TX-41, TX-42, AM-68, AM-95, FC-01..02, FC-04, FC-06..07 each role sees its fields in order', async ({
  page,
  paydesk,
}) => {
  const [customer] = await rowsOf<{ id: string; first_name: string }>(
    paydesk,
    'select id, first_name from customers limit 1',
  );
  const [purchase] = await rowsOf<{ id: string }>(
    paydesk,
    'select id from purchases where merchant_id = $1 limit 1',
    [await merchantId(paydesk)],
  );
  const { id } = await insertTransaction(paydesk, {
    amountCents: 1_234_567_50n,
    date: new Date('2021-03-05T12:07:09Z'),
    description: 'Order AO-1, two oak stools',
    customerId: customer!.id,
    purchaseId: purchase!.id,
    orderId: randomUUID(),
    cardPan: '520000******9241',
    accountStatementReference: 'ASR000041870',
    externalErrorType: 'ISSUER',
    externalErrorCode: '05',
    externalErrorDescription: 'Do not honour',
    externalPaymentId: 'PAY-1',
    batchId: '4120',
    xid: 'eGlk',
    createdBy: 'Payment page',
  });
  for (const role of EACH_ROLE) {
    await signIn(page, PEOPLE[role]);
    await openTransaction(page, id);
    const fields = await fieldsOf(page, 'Details');
    const hidden = [
      ...(role === 'staff' || role === 'technical' ? [] : STAFF_FIELDS),
      ...(role === 'technical' ? [] : TECHNICAL_FIELDS),
    ];
    expect(
      fields.map(([label]) => label),
      role,
    ).toEqual(FIELDS.filter((label) => !hidden.includes(label)));
    const values = new Map(fields);
    expect(values.get('Amount')).toBe("1'234'567.50");
    expect(values.get('Currency')).toBe('EUR');
    expect(values.get('Status')).toBe('Success');
    expect(values.get('Card Pan')).toBe('520000••••••9241');
    expect(values.get('Recurring Payment Id'), 'an empty one is a dash').toBe('—');
    // 12:07 UTC, in the zone of the browser, Europe/Riga
    expect(values.get('Date')).toBe('05.03.2021 14:07');
    if (role === 'technical')
      expect(values.get('External Error Description')).toBe('Do not honour');
    if (role === 'staff') expect(values.get('Customer First Name')).toBe(customer!.first_name);
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
  }
});

test('TX-39, TX-40, FC-10 the description is cut at 50 characters and a click copies all of it', async ({
  page,
  paydesk,
}) => {
  expect(LONG.length).toBeGreaterThan(50);
  const { id } = await insertTransaction(paydesk, { description: LONG });
  await signIn(page, PEOPLE.owner);
  await page.clock.install();
  await openTransaction(page, id);
  const details = page.getByRole('region', { name: 'Details', exact: true });
  await details.locator('summary').click();
  const description = details.getByRole('button', { name: `${LONG.slice(0, 50)}…`, exact: true });
  await expect(description).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await description.click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(LONG);
  const hint = details.getByText('Copied');
  await expect(hint).toBeVisible();
  await page.clock.runFor(2500);
  await expect(hint).toBeVisible();
  await page.clock.runFor(600);
  await expect(hint).toBeHidden();
});

test('TX-27..30, TX-43, TX-44, RT-43 refunds, their original and the reversal', async ({
  page,
  paydesk,
}) => {
  await signIn(page, PEOPLE.owner);
  const once = await caseId(paydesk, 'refundedInPart');
  await openTransaction(page, once);
  const one = page.getByRole('table', { name: 'Refund details' });
  await expect(one.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('table', { name: 'Refund list' })).toHaveCount(0);
  await expect(one.getByRole('row').nth(1)).toContainText(
    /\d\d\.\d\d\.\d{4} \d\d:\d\d.*Price adjustment.*As agreed by phone.*…[0-9a-f]{6}.*−35\.00 EUR/,
  );
  // and who asked for it
  await expect(one.getByRole('columnheader', { name: 'Requested by' })).toBeVisible();
  // on a phone nothing of it is off to the right
  await page.setViewportSize({ width: 390, height: 844 });
  const link = await one.getByRole('link', { name: /^…[0-9a-f]{6}$/ }).boundingBox();
  expect(link!.x + link!.width).toBeLessThan(390);
  // what can be done stands in one row
  const tops = await Promise.all(
    ['Refund', 'Receipt (PDF)', 'More actions'].map(
      async (name) => (await page.getByRole('button', { name, exact: true }).boundingBox())!.y,
    ),
  );
  expect(new Set(tops).size).toBe(1);
  await page.setViewportSize({ width: 1440, height: 900 });

  // its refund leads back
  await one.getByRole('link', { name: /^…[0-9a-f]{6}$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: '35.00 EUR' })).toBeVisible();
  const original = page.getByRole('link', { name: /^Original transaction/ });
  await expect(original).toHaveAttribute('href', `/transactions/${once}`);
  await original.click();
  await expect(page.getByRole('heading', { level: 1, name: '120.00 EUR' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Original transaction/ })).toHaveCount(0);

  // and the list of its refunds holds only them
  await page.getByRole('link', { name: /^Refunds/ }).click();
  await expect(page).toHaveURL(`/transactions?f_refundedTransactionId=${once}`);
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await expect(page.getByRole('cell', { name: '−35.00', exact: true })).toBeVisible();

  await openTransaction(page, await caseId(paydesk, 'refundedTwice'));
  const several = page.getByRole('table', { name: 'Refund list' });
  await expect(several.getByRole('row')).toHaveCount(3);
  // the latest first, as in the timeline
  await expect(several.getByRole('row').nth(1)).toContainText('−15.25 EUR');
  await expect(several.getByRole('row').nth(2)).toContainText('−35.00 EUR');
  await expect(page.getByRole('region', { name: 'Reversal' })).toHaveCount(0);

  await openTransaction(page, await caseId(paydesk, 'reversedInPart'));
  const reversal = await fieldsOf(page, 'Reversal');
  expect(reversal.map(([label]) => label)).toEqual(['Amount', 'Money', 'Date', 'Reason', 'Note']);
  expect(reversal[0]![1]).toBe('45.50 of 120.00 EUR');
  expect(reversal[1]![1]).toBe('Returned to the payer');
  expect(reversal[2]![1]).toMatch(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/);
  expect(reversal[3]![1]).toBe('Wrong amount');
  expect(reversal[4]![1]).toBe('As agreed by phone');
  await expect(page.getByText('Reversed in part', { exact: true })).toBeVisible();

  // an original whose refund was reversed says so, and so does the refund
  await openTransaction(page, await caseId(paydesk, 'refundReversed'));
  await expect(page.getByText('Refund of 120.00 EUR reversed', { exact: true })).toBeVisible();
});

test('TX-31, TX-45, AT-07 report details open on a click; only staff read the log', async ({
  page,
  paydesk,
}) => {
  const [{ id }] = (await rowsOf<{ id: string }>(
    paydesk,
    `select t.id from transactions t join transaction_logs l on l.transaction_id = t.id
     where t.merchant_id = $1 and t.status = 'SUCCESS' limit 1`,
    [await merchantId(paydesk)],
  )) as [{ id: string }];
  await rowsOf(paydesk, 'update transactions set report_data = $2 where id = $1', [
    id,
    { channel: 'web', invoice: 'INV-77' },
  ]);
  for (const role of ['owner', 'staff'] as const) {
    await signIn(page, PEOPLE[role]);
    await openTransaction(page, id);
    await expect(page.getByText('INV-77')).toBeHidden();
    await page.getByText('Report details').click();
    await expect(page.getByRole('term').filter({ hasText: /^Channel/ })).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: 'INV-77' })).toBeVisible();
    const log = page.getByRole('table', { name: 'Transaction Logs' });
    const fold = page.getByText('Transaction Logs', { exact: true });
    if (role === 'staff') {
      await expect(log).toBeHidden();
      await fold.click();
      await expect(log.getByRole('cell', { name: 'Charged' })).toBeVisible();
      // whoever reads it finds it as it was left
      await page.reload();
      await expect(log.getByRole('cell', { name: 'Charged' })).toBeVisible();
    } else {
      await expect(fold).toHaveCount(0);
      await expect(log).toHaveCount(0);
    }
    // on paper: the record alone, with whose it is, when and by whom
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(/^Printed /)).toContainText(`by ${PEOPLE[role].name}`);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0);
    await page.emulateMedia({ media: null });
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
  }
});

test('a word of the field tells what it means, by keyboard alone, and is no part of the term', async ({
  page,
  paydesk,
}) => {
  await signIn(page, PEOPLE.owner);
  await openTransaction(page, await caseId(paydesk, 'refundedTwice'));
  const terms = (await fieldsOf(page, 'Details')).map(([term]) => term);
  expect(terms).toContain('Liability Shift');
  const word = page
    .getByRole('term')
    .filter({ hasText: /^Liability Shift$/ })
    .getByRole('button', { name: 'What this means' });
  await expect(word).toHaveAccessibleDescription('Liability Shift');
  await word.focus();
  await page.keyboard.press('Enter');
  const meaning = page.getByRole('dialog', { name: 'Liability Shift' });
  await expect(meaning).toContainText('whether the bank that gave out the card answers for fraud');
  expect((await fieldsOf(page, 'Details')).map(([term]) => term)).toEqual(terms);
  await page.keyboard.press('Escape');
  await expect(meaning).toBeHidden();
  await expect(word).toBeFocused();
  // a word that everybody knows has none
  const date = page.getByRole('term').filter({ hasText: /^Date$/ });
  await expect(date.getByRole('button')).toHaveCount(0);
});

test('a word in the head of a list and in a form tells what it means too, moves nothing, and names nothing anew', async ({
  page,
  paydesk,
}) => {
  await signIn(page, PEOPLE.owner);
  await page.goto('/transactions');
  const head = page.getByRole('columnheader', { name: 'Amount', exact: true });
  const before = await head.boundingBox();
  await head.hover();
  await head.getByRole('button', { name: 'What this means' }).click();
  const meaning = page.getByRole('dialog', { name: 'Amount', exact: true });
  await expect(meaning).toContainText('how much money');
  await page.keyboard.press('Escape');
  await expect(meaning).toBeHidden();
  await expect(head).toHaveCount(1);
  expect(await head.boundingBox()).toEqual(before);
  await expect(page.getByRole('columnheader', { name: 'Date' }).getByRole('button')).toHaveCount(1);

  await openTransaction(page, await caseId(paydesk, 'refundedTwice'));
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund this payment' });
  const amount = dialog.getByRole('textbox', { name: 'Amount' });
  // the first key brings it, since nobody asked before
  await amount.press('ArrowLeft');
  await expect(
    dialog.getByRole('button', { name: 'What this means' }).first(),
  ).toHaveAccessibleDescription('Amount');
  await amount.press('F1');
  await expect(meaning).toContainText('how much money');
  await page.keyboard.press('Escape');
  await expect(meaning).toBeHidden();
  await expect(dialog, 'Escape closed what was opened last').toBeVisible();
  await expect(amount).toBeFocused();
  // from field to field there is no stop between
  await amount.press('Tab');
  await expect(dialog.getByLabel('Currency')).toBeFocused();
  // behind all of a label, on a phone too
  const note = dialog.locator('.mantine-InputWrapper-root').filter({ hasText: /^Note optional/ });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const words = (await note.getByText('optional', { exact: true }).boundingBox())!;
    const mark = (await note.getByRole('button', { name: 'What this means' }).boundingBox())!;
    expect(mark.x, `${width}`).toBeGreaterThanOrEqual(words.x + words.width);
    expect(Math.abs(mark.y + mark.height / 2 - words.y - words.height / 2)).toBeLessThan(4);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('TX-33..36, RT-37..40, AT-05, AT-06 staff alone have links to merchant, customer and logs', async ({
  page,
  paydesk,
}) => {
  const [known] = await rowsOf<{
    id: string;
    merchant_id: string;
    customer_id: string;
    said: number;
  }>(
    paydesk,
    `select t.id, t.merchant_id, t.customer_id,
       (select count(*)::int from soap_logs s where s.transaction_id = t.id) as said from transactions t
     where merchant_id = $1 and customer_id is not null and card_pan <> ''
       and exists (select from soap_logs s where s.transaction_id = t.id)
       and exists (select from mpi_logs m where m.transaction_id = t.id) limit 1`,
    [await merchantId(paydesk)],
  );
  const { id, merchant_id: merchant, customer_id: customer, said } = known!;
  const related = page.getByRole('region', { name: 'Related' });
  await signIn(page, PEOPLE.owner);
  await openTransaction(page, id);
  // a card alone is nobody
  await expect(page.getByRole('region', { name: 'People' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Card', exact: true })).toContainText(/•• \d{4}/);
  await expect(page.locator('main a[href^="/customers/"]')).toHaveCount(0);
  for (const name of ['Soap Logs', '3DS Logs'])
    await expect(related.getByRole('link', { name })).toHaveCount(0);

  await page.evaluate(() => localStorage.clear());
  await signIn(page, PEOPLE.staff);
  await openTransaction(page, id);
  const people = page.getByRole('region', { name: 'People' });
  const personOf = (name: RegExp) => people.getByRole('link', { name }).getAttribute('href');
  expect(await personOf(/^Merchant/)).toBe(`/merchants/${merchant}`);
  expect(await personOf(/^Customer/)).toBe(`/customers/${customer}`);
  for (const [name, path, title] of [
    ['Soap Logs', 'soap-logs', 'SOAP Logs'],
    ['3DS Logs', 'mpi-logs', /3DS/],
  ] as const) {
    await related.getByRole('link', { name }).click();
    await expect(page).toHaveURL(`/${path}?f_transactionId=${id}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const chip = `Remove filter Transaction: …${id.slice(-6)}`;
    await expect(page.getByRole('button', { name: chip })).toBeVisible();
    const rows = page.getByRole('row').filter({ hasText: /\d\d\.\d\d\.\d{4}/ });
    await expect(rows.first()).toBeVisible();
    for (const row of await rows.all()) await expect(row).toContainText(`…${id.slice(-6)}`);
    await page.goBack();
    await expect(related).toBeVisible();
  }
  // how many there are, or why none, is said before they are opened
  const soap = related.getByRole('link', { name: 'Soap Logs' });
  await expect(soap).toHaveAccessibleName(`Soap Logs ${said}`);
  const [held] = await rowsOf<{ id: string }>(
    paydesk,
    `select id from transactions where hold = 'REVIEW' limit 1`,
  );
  await openTransaction(page, held!.id);
  await expect(soap).toHaveAccessibleName('Soap Logs None before approval');
});

test('TX-32, TX-37, TX-38, AM-09 order and purchase are always there, disabled without an id', async ({
  page,
  paydesk,
}) => {
  const bare = await caseId(paydesk, 'bare');
  const whole = await caseId(paydesk, 'success');
  const [ids] = await rowsOf<{ order_id: string; purchase_id: string }>(
    paydesk,
    'select order_id, purchase_id from transactions where id = $1',
    [whole],
  );
  const related = page.getByRole('region', { name: 'Related' });
  for (const role of EACH_ROLE) {
    await signIn(page, PEOPLE[role]);
    await openTransaction(page, whole);
    await expect(page.getByRole('button', { name: 'Refund', exact: true })).toBeVisible();
    await expect(related.getByRole('link', { name: /^Order/ })).toHaveAttribute(
      'href',
      `/order/${ids!.order_id}`,
    );
    await expect(related.getByRole('link', { name: /^Purchase/ })).toHaveAttribute(
      'href',
      `/purchases/${ids!.purchase_id}`,
    );
    if (role === 'operator') {
      await related.getByRole('link', { name: /^Purchase/ }).click();
      await expect(page.getByText('You are not allowed to see this page.')).toBeVisible();
    }
    await openTransaction(page, bare);
    for (const what of ['Order', 'Purchase']) {
      const button = related.getByRole('button', { name: what });
      await expect(button).toBeDisabled();
      await expect(button).toHaveAccessibleDescription(
        `No ${what.toLowerCase()} is recorded for this transaction`,
      );
    }
    // one quiet line, which denies no order that its description names
    await expect(
      related.locator('li', { hasText: 'No record here:' }).getByRole('button'),
    ).toHaveText(['Order', 'Purchase']);
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
  }
});

test('RT-10, RT-11, TX-76 the breadcrumb leads back, and a fetch that fails empties the view', async ({
  page,
  paydesk,
}) => {
  const { id } = await insertTransaction(paydesk, { amountCents: 41_07n });
  await signIn(page, PEOPLE.owner);
  await openTransaction(page, id);
  await expect(page).toHaveTitle('41.07 EUR payment · Paydesk');
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
  await expect(crumbs.getByText('Transaction Details')).toHaveAttribute('aria-current', 'page');
  await crumbs.getByRole('link', { name: 'Transactions' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();

  // known from before, and refused now: nothing of it stays
  const one = `**/api/transactions/${id}`;
  await page.route(one, (route) =>
    route.fulfill({
      status: 404,
      json: { errorCode: 'NOT_FOUND', message: 'Not found', errors: [], requestId: 'r-1' },
    }),
  );
  await page.goBack();
  const gone = page.getByRole('main').getByRole('alert');
  await expect(gone).toContainText('There is no such transaction');
  await expect(gone).not.toContainText('try again');
  await expect(gone.getByRole('button')).toHaveCount(0);
  await expect(page.getByText('41.07')).toHaveCount(0);
  await expect(page.getByRole('region')).toHaveCount(0);

  // and it comes back
  await page.unroute(one);
  await gone.getByRole('link', { name: 'Back to Transactions' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: '41.07 EUR' })).toBeVisible();

  // another merchant's looks like none
  const [foreign] = await rowsOf<{ id: string }>(
    paydesk,
    'select id from transactions where merchant_id <> $1 limit 1',
    [await merchantId(paydesk)],
  );
  await page.goto(`/transactions/${foreign!.id}`);
  await expect(gone).toContainText('There is no such transaction');
});

test('RT-46, API-33, AM-10 a transaction is found by the filters of the address', async ({
  page,
  paydesk,
}) => {
  const { id, purchaseId } = await insertTransaction(paydesk, {
    amountCents: 52_13n,
    purchaseId: (
      await rowsOf<{ id: string }>(
        paydesk,
        `insert into purchases (id, merchant_id, amount_cents, currency, status, created_date)
         values ($1, $2, 5213, 'EUR', 'SETTLED', now()) returning id`,
        [randomUUID(), await merchantId(paydesk)],
      )
    )[0]!.id,
  });
  await signIn(page, PEOPLE.staff);
  const asked = page.waitForRequest((request) => request.url().includes('/api/transaction?'));
  await page.goto(`/transaction?f_purchaseId=${purchaseId}`);
  expect(new URL((await asked).url()).searchParams.get('f_purchaseId')).toBe(purchaseId);
  await expect(page.getByRole('heading', { level: 1, name: '52.13 EUR' })).toBeVisible();
  // its id stands whole where there is room, and on paper whatever that is wide
  const shown = page.getByTitle(id, { exact: true });
  await expect(page.getByRole('button', { name: 'Copy ID' })).toBeVisible();
  const seen = () => shown.innerText();
  expect(await seen()).toBe(id);
  await page.setViewportSize({ width: 1000, height: 800 });
  expect(await seen()).toBe(`${id.slice(0, 24)}${id.slice(-4)}`);
  await page.emulateMedia({ media: 'print' });
  expect(await seen()).toBe(id);
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/transaction?f_purchaseId=${randomUUID()}`);
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'There is no such transaction',
  );
});
