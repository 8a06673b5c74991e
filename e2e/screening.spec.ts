import { randomUUID } from 'node:crypto';
import type { Locator, Page, Route } from '@playwright/test';
import { LIGHT } from '@paydesk/contract/palette.ts';
import { insertHeld } from '../apps/server/src/testing/payments.ts';
import { insertCase } from '../apps/server/src/testing/screening.ts';
import {
  insertCustomer,
  insertMerchant,
  insertTransaction as insertPayment,
} from '../apps/server/src/seed/factories.ts';
import { expect, test, type Paydesk } from './server.ts';
import { shiftsOf, watchShifts } from './shifts.ts';
import {
  insertPerson,
  loginOf,
  merchantId,
  onDatabase,
  PEOPLE,
  rowsOf,
  signIn,
} from './support.ts';
import { patient } from './patience.ts';

test('CU-08, ST-04 files are looked at before they are loaded, and a case is read and decided', async ({
  page,
  paydesk,
}) => {
  const id = await onDatabase(paydesk, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from screening_cases where status = 'OPEN' and risk_class <> 'HIGH'
         and listed_name is not null order by id limit 1`,
    );
    return rows[0]!.id;
  });
  await signIn(page, PEOPLE.staff);
  await page.goto('/settings/bin-ranges');
  await page.getByRole('button', { name: 'Load ranges' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('CSV file').setInputFiles({
    name: 'ranges.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'from,to,scheme,issuer,country\n411111,411111,VISA,Oak,LV\n4,5,VISA,Oak,LV\n',
    ),
  });
  await dialog.getByRole('button', { name: 'Check file' }).click();
  await expect(dialog.getByText('Line 3: From must be six to eight digits')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Replace all with 1 range' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  await page.goto('/screening');
  await page.getByRole('button', { name: 'Load sanctions list' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Whose list').selectOption('Another list');
  await dialog.getByLabel('CSV file').setInputFiles({
    name: 'names.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('id,name,born\n1,Zoltan Feherlofia,1950-01-02\n'),
  });
  await dialog.getByRole('button', { name: 'Check file' }).click();
  await dialog.getByRole('button', { name: 'Replace all with 1 name' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('1 name loaded')).toBeVisible();
  await page.getByRole('link', { name: 'Cases to review' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Screening Cases' })).toBeVisible();
  await page.goto(`/screening/cases/${id}`);
  // as at the desk, line by line; of keys it has none
  const matched = page.getByRole('region', { name: 'What matched' });
  await expect(matched.getByRole('columnheader', { name: 'Agrees' })).toBeVisible();
  await expect(matched.getByRole('row', { name: /^Name / })).toContainText(/The same|In part/);
  const person = page.getByRole('region', { name: 'Customer' });
  // who is to be asked is written to, or called, from there
  const mail = person.getByRole('link', { name: /^\S+@\S+$/ });
  await expect(mail).toHaveAttribute('href', /^mailto:/);
  await expect(person.getByText(/^[\d'.]+ EUR in \d+ payments?$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Write a note' })).toBeVisible();
  await expect(page.locator('main [data-key]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Decide' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect(dialog.getByText('Reason is required')).toBeVisible();
  await dialog.getByLabel('Decision').selectOption('Not a match');
  await dialog.getByLabel('Reason').fill('Born on another day');
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Born on another day', { exact: true })).toBeVisible();
  await onDatabase(paydesk, async (client) => {
    await client.query('delete from sanctioned_names');
    await client.query(
      `update screening_cases set status = 'OPEN', first_decision = null, first_by = null,
         first_date = null, first_user_id = null, reason = null, decided_by = null, decided_date = null
       where id = $1`,
      [id],
    );
  });
});

test('CU-08, SB-42, ST-03 what waits is read and decided one after the other, by keys alone', async ({
  page,
  paydesk,
}) => {
  const merchant = await merchantId(paydesk);
  const [payment, loan, low, high, taken] = await onDatabase(paydesk, async (client) => {
    const pool = client as never;
    const held = await insertHeld({ pool }, merchant, 'REVIEW');
    const cases = [
      await insertCase({ pool }),
      await insertCase({ pool }, 'HIGH'),
      await insertCase({ pool }),
    ];
    // the first payment of all, and then the first loan
    await client.query(`update transactions set date = now() - interval '20 years' where id = $1`, [
      held,
    ]);
    for (const [at, id] of cases.entries())
      await client.query(
        `update screening_cases set score = 100, person_name = $2, list = 'PEP' where id = $1`,
        [id, ['Low Body', 'High Body', 'Taken Body'][at]],
      );
    // what goes before them is none of this journey's
    await client.query(
      `update screening_cases set risk_class = 'MEDIUM', score = least(score, 99) where id <> all($1)`,
      [cases],
    );
    // of the loans that a rule holds one
    const { rows } = await client.query<{ id: string }>(
      'select id from consumer_credits where review and checkout_id is not null order by created_date',
    );
    await client.query('update consumer_credits set review = false where review and id <> $1', [
      rows[0]!.id,
    ]);
    await client.query(
      `update consumer_credits set risk_date = now() - interval '19 years' where id = $1`,
      [rows[0]!.id],
    );
    return [held, rows[0]!.id, ...cases];
  });
  const statuses = () =>
    rowsOf<{ status: string }>(
      paydesk,
      `select status from screening_cases where id = any($1) order by id`,
      [[low, high, taken]],
    ).then((rows) => rows.map(({ status }) => status));
  const held = page.getByRole('heading', { level: 2, name: /^42\.00 EUR/ });
  const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });
  // in one breath with the key before it
  const say = async (reason: string, what?: string) => {
    await page.keyboard.type(reason);
    await expect(page.getByLabel('Reason')).toHaveValue(reason);
    if (what) await expect(page.getByText(what)).toBeVisible();
    await page.keyboard.press('Control+Enter');
  };

  await signIn(page, PEOPLE.staff);
  await page.goto(`/reviews?payment=${payment}`);
  const queue = page.getByRole('navigation', { name: 'Queue' });
  await expect(held).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  // taken, by whom is said, nothing moves for it, and the own ones have an address
  // on a slow machine what waits for what is above it is shown before that has come
  await expect(page.locator('main [data-coming]')).toHaveCount(0);
  const people = page.getByRole('heading', { name: 'People' });
  const before = await people.boundingBox();
  await page.keyboard.press('t');
  await expect(page.getByRole('button', { name: 'Unassign', exact: true })).toBeVisible();
  const own = queue.getByRole('link', { name: /Amber & Oak\s*Yours, just now/ });
  await expect(own).toBeVisible();
  expect(await people.boundingBox()).toEqual(before);
  const name = own.getByText('Amber & Oak', { exact: true });
  expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth), 'whole').toBe(0);
  await page.getByRole('button', { name: /^Mine 1/ }).click();
  await expect(page).toHaveURL('/reviews?of=mine');
  await expect(queue.getByRole('listitem')).toHaveCount(1);
  await expect(held).toBeVisible();
  await page.goto(`/reviews?payment=${payment}`);
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  // what stops is told from what lets pass before either is opened
  for (const [name, colour] of [
    ['Approve', 'success'],
    ['Refuse', 'error'],
  ] as const)
    await expect(page.getByRole('button', { name }).locator('svg')).toHaveCSS(
      'color',
      rgbOf(LIGHT[colour]),
    );
  // which is the next one is known once the queue is there
  await expect(queue.getByRole('link', { name: /Low Body/ })).toBeVisible();
  await page.keyboard.press('a');
  // why may be said, and need not be
  await expect(page.getByLabel('Reason')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Approve 42.00 EUR' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Approve' })).toBeFocused();
  await page.keyboard.press('r');
  await say('The shopper never called back');
  // the next one is there, and the hand at its head: a loan
  const applied = page.getByRole('heading', { level: 2, name: /^[\d'.]+ EUR · / });
  await expect(applied).toBeFocused();
  await expect(page.getByText('Payment has been refused')).toBeVisible();
  await expect(page.getByText(/^Nothing of 42\.00 EUR was taken from/)).toBeVisible();
  await expect(page.getByText('Held for review.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'What the rules say' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Applied before' })).toBeVisible();
  await page.keyboard.press('t');
  await expect(page.getByRole('button', { name: 'Unassign', exact: true })).toBeVisible();
  await page.keyboard.press('r');
  await say('No income', 'The shopper and the merchant are told that a person refused it');
  await expect(page.getByText('Loan refused: the shopper is notified')).toBeVisible();
  const [over] = await rowsOf(
    paydesk,
    'select status, failure_code, taken_by from consumer_credits where id = $1',
    [loan],
  );
  expect(over).toEqual({ status: 'FAILED', failure_code: 'REFUSED_BY_PERSON', taken_by: null });
  const [refused] = await rowsOf(paydesk, 'select hold, status from transactions where id = $1', [
    payment,
  ]);
  expect(refused).toEqual({ hold: null, status: 'RP_BLOCKED' });

  // of all kinds the one of high risk stands first
  await page.getByRole('button', { name: /^Screening cases/ }).click();
  await expect(heading('High Body')).toBeVisible();
  await expect(page.getByText('Risk of the case: high')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Not a match' })).toBeVisible();
  await page.keyboard.press('r');
  await say('The same face', 'nothing happens until a second person says the same');
  await expect(heading('Low Body')).toBeFocused();
  await expect(page.getByText('Risk of the case: low')).toBeVisible();
  await page.keyboard.press('a');
  await say('Born on another day', 'Low Body is left as they are');
  await expect(heading('Taken Body')).toBeFocused();
  expect(await statuses()).toEqual(['FALSE_HIT', 'SECOND_READER', 'OPEN']);
  await expect(
    queue.getByRole('link', { name: /High Body.*Waiting for another reader/ }),
  ).toBeVisible();

  // a note from here, and back
  await expect(page.getByRole('button', { name: 'Write a note' })).toBeVisible();
  await page.keyboard.press('w');
  await page.keyboard.type('Called twice');
  const dialog = page.getByRole('dialog', { name: 'Write a note' });
  await expect(dialog.getByLabel('Note')).toHaveValue('Called twice');
  await expect(dialog.getByText('confirms')).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Nobody answers');
  await expect(dialog.getByLabel('Note')).toHaveValue('Called twice\nNobody answers');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Called twice')).toBeVisible();

  // somebody else is quicker: it is said, nothing moves, and the reason typed is not lost
  await page.keyboard.press('a');
  await page.getByLabel('Reason').fill('Nobody I know');
  const other = await insertPerson(paydesk, { userRole: 'BACKOFFICE_ADMIN' });
  const { token } = await loginOf(paydesk, other);
  const others = async (action: string, body: object) => {
    const answer = await fetch(`${paydesk.url}/api/screening/cases/${taken}/actions/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
  };
  await others('take', {});
  await expect(page.getByRole('button', { name: 'Take over' })).toBeVisible();
  await others('decide', { decision: 'FALSE_HIT', reason: 'Quicker' });
  await expect(page.getByText('It has been decided.')).toBeVisible();
  await expect(page.getByText('“Quicker”')).toBeVisible();
  await expect(
    queue.getByRole('link', { name: /Taken Body.*Decided by somebody else/ }),
  ).toBeVisible();
  await expect(page.getByLabel('Reason')).toHaveValue('Nobody I know');
  await page.getByLabel('Reason').press('Escape');
  await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.keyboard.press('n');
  await expect(heading('Taken Body')).toBeHidden();
  await expect(queue.getByRole('link', { name: /Taken Body/ })).toBeHidden();

  // a case has an address, and a screen of its own; who has read it does not read it again
  await page.goto(`/reviews?screening=${high}`);
  await expect(
    page.getByText('You have decided it already: a second person is needed.'),
  ).toBeVisible();
  await page.keyboard.press('o');
  await expect(page).toHaveURL(`/screening/cases/${high}`);

  await onDatabase(paydesk, async (client) => {
    await client.query('delete from screening_cases where id = any($1)', [[low, high, taken]]);
  });
});

test('CU-08, ST-03 a case of each kind is handed to a colleague by name, by keys alone, and stands first among theirs', async ({
  page,
  paydesk,
  browser,
}) => {
  await insertPerson(paydesk, { userRole: 'BACKOFFICE_ADMIN', firstName: 'Another' });
  const jana = await insertPerson(paydesk, {
    userRole: 'BACKOFFICE_ADMIN',
    firstName: 'Jana',
    lastName: `Ash ${randomUUID().slice(0, 8)}`,
  });
  const name = `${jana.firstName} ${jana.lastName}`;
  const [payment, own] = [await paymentHeld(paydesk), await paymentHeld(paydesk)];
  const [loan, found] = await onDatabase(paydesk, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `update consumer_credits set review = true where id = (
         select id from consumer_credits where checkout_id is not null and status = 'DRAFT' limit 1)
       returning id`,
    );
    // what she takes herself is older than what she is given
    await client.query(`update transactions set date = now() - interval '9 years' where id = $1`, [
      own,
    ]);
    return [rows[0]!.id, await insertCase({ pool: client as never })];
  });
  await signIn(page, PEOPLE.staff);
  const hand = page.getByRole('button', { name: 'Hand over', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Hand this case over' });
  for (const [kind, id] of Object.entries({ payment, loan, screening: found })) {
    await page.goto(`/reviews?${kind}=${id}`);
    await expect(hand).toBeVisible();
    await page.keyboard.press('h');
    const to = dialog.getByLabel('Colleague');
    await expect(to).toBeFocused();
    await page.keyboard.type(name.slice(0, 10));
    await expect(to.locator('option:checked')).toHaveText(name);
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`Assigned to ${name}`)).toBeVisible();
    await expect(hand).toBeFocused();
    await expect(page.getByTitle(`${name}, from ${PEOPLE.staff.name}`)).toContainText(name);
  }
  // Escape leaves it as it is; who has it is no choice
  await page.keyboard.press('h');
  await expect(dialog).toContainText(`${name} has this case now`);
  await expect(dialog.getByRole('option', { name })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(hand).toBeFocused();
  // where nobody else may decide it, that is said before anybody tries
  const colleagues = /\/colleagues$/;
  await page.route(colleagues, (route) => route.fulfill({ json: [] }));
  await page.goto(`/reviews?screening=${found}`);
  await expect(hand).toHaveAccessibleDescription('No other colleague may decide this case');
  await expect(hand).toBeDisabled();
  await page.unroute(colleagues);
  await page.goto(`/transactions/${payment}`);
  const story = page.getByRole('listitem').filter({ hasText: 'Review handed over' });
  await expect(story).toContainText(`by ${PEOPLE.staff.name}`);
  await expect(story).toContainText(name);

  const hers = await browser.newPage();
  await signIn(hers, jana);
  await hers.goto(`/reviews?payment=${own}`);
  await expect(hers.getByRole('button', { name: 'Approve' })).toBeVisible();
  await hers.keyboard.press('t');
  await expect(hers.getByRole('button', { name: 'Unassign', exact: true })).toBeVisible();
  // of all kinds what she was given is a part of its own above what she took
  await hers.goto('/reviews?of=mine');
  const queue = hers.getByRole('navigation', { name: 'Queue' });
  await expect(queue.getByRole('heading')).toHaveText([/^Handed to you 3/, /^Money waits 1/]);
  await hers.goto('/reviews?of=mine&kind=payment');
  const payments = hers.getByRole('region', { name: 'Payments in review' }).getByRole('listitem');
  await expect(payments).toHaveText([new RegExp(`From ${PEOPLE.staff.name}`), /Yours/]);
  await expect(hers.getByRole('article')).toContainText(`From ${PEOPLE.staff.name}`);
  await hers.close();
  await onDatabase(paydesk, async (client) => {
    await client.query('update consumer_credits set review = false where id = $1', [loan]);
    await client.query('delete from screening_cases where id = $1', [found]);
  });
  await letGo(paydesk, payment);
  await letGo(paydesk, own);
});

/** '#a81e1e' as a browser says it. */
const rgbOf = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

async function paymentHeld(paydesk: Paydesk, of?: string): Promise<string> {
  const merchant = of ?? (await merchantId(paydesk));
  return onDatabase(paydesk, (client) => insertHeld({ pool: client as never }, merchant, 'REVIEW'));
}

const letGo = (paydesk: Paydesk, payment: string) =>
  onDatabase(paydesk, (client) =>
    client.query(`update transactions set hold = null where id = $1`, [payment]),
  );

/** The desk with a held payment open, and another that waits. */
async function openFirstOfTwo(page: Page, paydesk: Paydesk): Promise<[string, string]> {
  const [payment, another] = [await paymentHeld(paydesk), await paymentHeld(paydesk)];
  await signIn(page, PEOPLE.staff);
  await page.goto(`/reviews?payment=${payment}`);
  return [payment, another];
}

test('CU-08, ST-03 what a person has decided leaves their queue for good, whichever list answers first', async ({
  page,
  paydesk,
}) => {
  const [payment, another] = await openFirstOfTwo(page, paydesk);
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  const queue = page.getByRole('navigation', { name: 'Queue' });
  const row = queue.locator(`a[href*="${payment}"]`);
  await expect(row).toBeVisible();
  // the list of all waiting payments comes last, and the ones before are as they were
  const { promise, resolve: comes } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === '/api/transactions' && !url.searchParams.has('f_takenDate'),
    (route) => promise.then(() => route.continue()),
  );
  await page.keyboard.press('r');
  await page.getByLabel('Reason').fill('Nobody I know');
  await page.getByRole('button', { name: 'Refuse 42.00 EUR' }).click();
  await expect(page.getByText('Payment has been refused')).toBeVisible();
  await expect(row).toBeHidden();
  comes();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(queue.locator(`a[href*="${another}"]`)).toBeVisible();
  await expect(row).toBeHidden();
  await expect(queue.getByText('Decided by somebody else')).toBeHidden();
  await letGo(paydesk, another);
});

test('SB-42, ST-03 a payment whose customer was blocked meanwhile is refused at the desk, and not approved', async ({
  page,
  paydesk,
}) => {
  const payment = await paymentHeld(paydesk);
  await onDatabase(paydesk, async (client) => {
    const { id } = await insertCustomer(client as never, { status: 'BLOCKED' });
    await client.query('update transactions set customer_id = $2 where id = $1', [payment, id]);
  });
  await signIn(page, PEOPLE.staff);
  await page.goto(`/reviews?payment=${payment}`);
  const decision = page.getByRole('region', { name: 'Your decision' });
  await expect(decision).toContainText('The customer can’t be charged');
  await expect(decision.getByRole('button')).toHaveText([/Refuse/]);
  await page.keyboard.press('r');
  await page.getByLabel('Reason').fill('On a list');
  await page.getByRole('button', { name: 'Refuse 42.00 EUR' }).click();
  await expect(page.getByText('Payment has been refused')).toBeVisible();
});

test('CU-08, ST-03 a case that a load rewrites while it is decided is not decided unseen, and nothing typed is lost', async ({
  page,
  paydesk,
}) => {
  const id = await onDatabase(paydesk, (client) => insertCase({ pool: client as never }));
  const listed = (name: string) =>
    onDatabase(paydesk, async (client) => {
      await client.query('update screening_cases set listed_name = $2 where id = $1', [id, name]);
    });
  await signIn(page, PEOPLE.staff);
  await page.goto(`/reviews?screening=${id}`);
  const matched = page.getByRole('region', { name: 'What matched' });
  await expect(matched).toContainText('Somebody Else');
  await page.keyboard.press('a');
  const reason = page.getByLabel('Reason');
  await reason.fill('Another birthday');
  // heard of or not: what counts is what stood there as the form was opened
  await listed('Quite Another');
  await expect(matched).toContainText('Quite Another');
  await page.keyboard.press('Control+Enter');
  const said = page.getByText('has changed this case meanwhile. Read what stands there now');
  await expect(said).toBeVisible();
  await expect(page.getByLabel('Match as it was read')).toHaveCount(0);
  await expect(page.getByText('Somebody else changed this')).toHaveCount(0);
  await expect(reason).toHaveValue('Another birthday');
  // decided anew on what stands there now
  await page.keyboard.press('Control+Enter');
  await expect(said).toBeHidden();
  await expect
    .poll(() =>
      rowsOf<{ status: string }>(paydesk, 'select status from screening_cases where id = $1', [id]),
    )
    .toEqual([{ status: 'FALSE_HIT' }]);
  await onDatabase(paydesk, (client) =>
    client.query('delete from screening_cases where id = $1', [id]),
  );
});

test('CU-08, ST-03 what comes later in a case moves nothing: the facts of its card, and on a narrow window the customer', async ({
  page,
  paydesk,
}) => {
  const payment = await paymentHeld(paydesk);
  const late = async (calls: RegExp) => {
    const { promise, resolve: comes } = Promise.withResolvers<void>();
    await page.route(calls, (route) => promise.then(() => route.continue()), { times: 1 });
    await page.goto(`/reviews?payment=${payment}`);
    return comes;
  };
  // what waits for a call does so however slow the machine is
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () =>
      document.documentElement.style.setProperty('--at-last', '60s'),
    ),
  );
  await signIn(page, PEOPLE.staff);
  const cardComes = await late(/\/customers\/[^/]+\/cards\?/);
  const facts = page.getByRole('region', { name: 'Payment', exact: true });
  // of the card alone nothing has come yet
  await expect(facts).toHaveText(/^[^…]*Card known since…Issuer…[^…]*$/);
  const people = page.getByRole('heading', { name: 'People', includeHidden: true });
  const [order, below] = [await facts.getByText('Order').boundingBox(), await people.boundingBox()];
  cardComes();
  await expect(people).toBeVisible();
  await expect(facts).not.toContainText('…');
  expect(await facts.getByText('Order').boundingBox()).toEqual(order);
  expect(await people.boundingBox()).toEqual(below);

  await page.setViewportSize({ width: 1100, height: 900 });
  const rulesCome = await late(/\/rules-evaluation-results\?.*f_subjectId/);
  const known = page.getByText('Known since', { exact: true });
  await expect(known).toBeAttached();
  await expect(known, 'stands below what the rules say').toBeHidden();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  rulesCome();
  await expect(known).toBeVisible();

  // nor does a part of the queue stand where rows above it are still to come
  await page.setViewportSize({ width: 1440, height: 900 });
  const others = page.waitForResponse(/\/api\/screening\/cases\?/);
  const paymentsCome = await late(/\/api\/transactions\?/);
  const kinds = page.getByRole('navigation', { name: 'Queue' }).getByRole('region');
  await (await others).finished();
  await expect(kinds).toHaveCount(0);
  paymentsCome();
  await expect(kinds.filter({ hasText: '42.00 EUR' })).toHaveCount(1);
  await letGo(paydesk, payment);
});

test('CU-08, ST-03 a key counts that is pressed before its case has come; another one, or a press, takes it back', async ({
  page,
  paydesk,
}) => {
  const payment = await paymentHeld(paydesk);
  const open = async (before: () => Promise<void>) => {
    const { promise, resolve: comes } = Promise.withResolvers<void>();
    const late = (route: Route) => promise.then(() => route.continue());
    await page.route(`**/api/transactions/${payment}`, late, { times: 1 });
    await page.goto(`/reviews?payment=${payment}`);
    await expect(page.getByRole('heading', { level: 2, name: '…' })).toBeVisible();
    await before();
    comes();
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  };
  const take = page.getByRole('button', { name: 'Assign to me' });
  await signIn(page, PEOPLE.staff);
  await open(async () => {
    await page.keyboard.press('t');
    await page.keyboard.press('x');
  });
  await expect(take).toBeVisible();
  await open(async () => {
    await page.keyboard.press('t');
    await page.getByRole('heading', { level: 1 }).click();
  });
  await expect(take).toBeVisible();
  await open(() => page.keyboard.press('t'));
  await expect(page.getByRole('button', { name: 'Unassign', exact: true })).toBeVisible();
  await page.keyboard.press('t');
  await expect(take).toBeVisible();
  await letGo(paydesk, payment);
});

test('CU-08, ST-03 while a decision is open no other key of the desk acts, and Escape closes it from anywhere there', async ({
  page,
  paydesk,
}) => {
  const [payment, another] = await openFirstOfTwo(page, paydesk);
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  const confirm = page.getByRole('button', { name: 'Approve 42.00 EUR' });
  await expect(approve).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Queue' }).locator(`a[href*="${another}"]`),
  ).toBeVisible();
  const here = page.url();
  const write = page.getByRole('button', { name: 'Write a note' });
  await expect(write).toBeVisible();
  await page.keyboard.press('a');
  const reason = page.getByLabel('Reason');
  await expect(reason).toBeFocused();
  for (const key of ['n', 'j', 'p', 'k', 't', 'w', 'r', 'o']) await page.keyboard.press(key);
  await expect(reason).toHaveValue('njpktwro');
  await reason.fill('');
  await confirm.focus();
  for (const key of ['n', 'j', 'p', 'k', 't', 'w', 'r', 'o']) await page.keyboard.press(key);
  await expect(confirm).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Assign to me' })).toBeVisible();
  expect(page.url()).toBe(here);

  for (const leave of [
    () => write.focus(),
    () => page.getByRole('link', { name: /^Details/ }).focus(),
    () => page.getByRole('heading', { level: 1 }).click(),
  ]) {
    await leave();
    await expect(confirm).not.toBeFocused();
    await page.keyboard.press('Escape');
    await expect(confirm).toBeHidden();
    await expect(approve).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(reason).toBeFocused();
  }
  // closed, the keys are the desk's again
  await page.keyboard.press('Escape');
  await expect(approve).toBeFocused();
  await page.keyboard.press('o');
  await expect(page).toHaveURL(`/transactions/${payment}`);
  await letGo(paydesk, payment);
  await letGo(paydesk, another);
});

test('CU-08, SB-42, ST-03 sanctions of high risk go first of all kinds, then what holds money, with why in the row; of cases the strongest match, then the oldest', async ({
  page,
  paydesk,
}) => {
  // stronger than any of whom the house screens meanwhile: the first page of a long queue has them all
  const people = [
    { name: 'Faint Body', risk: 'LOW', score: 99, born: '1961-02-03' },
    { name: 'Strong Body', risk: 'LOW', score: 100, born: '1971-02-03' },
    { name: 'Strong Body', risk: 'MEDIUM', score: 100, born: '1981-02-03' },
    { name: 'Urgent Body', risk: 'HIGH', score: 60, born: '1991-02-03' },
  ] as const;
  const ids = await onDatabase(paydesk, async (client) => {
    const cases: string[] = [];
    for (const { name, risk, score, born } of people) {
      const id = await insertCase({ pool: client as never }, risk);
      await client.query(
        `update screening_cases set person_name = $2, score = $3, person_born = $4 where id = $1`,
        [id, name, score, born],
      );
      cases.push(id);
    }
    return cases;
  });
  const payment = await paymentHeld(paydesk);
  const [ruled, rule] = await onDatabase(paydesk, async (client) => {
    const { rows: loans } = await client.query<{ id: string }>(
      `update consumer_credits set review = true, status_until = now() + interval '5.5 hours' where id = (
         select id from consumer_credits where checkout_id is not null and status = 'DRAFT'
         order by created_date desc limit 1)
       returning id`,
    );
    const { rows: rules } = await client.query<{ id: string; name: string }>(
      'select id, name from rules order by id limit 1',
    );
    await client.query(
      `insert into rules_evaluation_results (id, rule_id, subject_type, subject_id, merchant_id, result, details, created_date)
       select gen_random_uuid(), $1, 'CONSUMER_CREDIT', id, merchant_id, 'REVIEW', 'Met: Amount', now()
       from consumer_credits where id = $2`,
      [rules[0]!.id, loans[0]!.id],
    );
    return [loans[0]!.id, rules[0]!.name];
  });
  await signIn(page, PEOPLE.staff);
  await page.goto('/reviews');
  const parts = page.getByRole('navigation', { name: 'Queue' }).getByRole('region');
  const named = (name: string) => parts.and(page.getByRole('region', { name, exact: true }));
  await expect(named('High risk').getByRole('link', { name: /Urgent Body/ })).toContainText(
    'Screening: two people must decide',
  );
  await expect(parts.first()).toHaveAccessibleName('High risk');
  const held = named('Money waits');
  await expect(held.locator(`a[href*="${payment}"]`)).toContainText('Payment held');
  // which rule, where one says so
  const loan = held.locator(`a[href*="${ruled}"]`);
  await expect(loan).toContainText(`Loan held: ${rule}`);
  // what ends undecided says when, in the queue and where it is decided
  await expect(loan.locator('[data-late]')).toHaveText('expires in 5 hours');
  await loan.click();
  await expect(page.getByRole('article')).toContainText(
    /Unless decided, the application expires on .*, 5 hours left\./,
  );
  await expect(named('Other cases').getByRole('link', { name: /Strong Body/ })).toHaveCount(2);
  await expect(parts.nth(1)).toHaveAccessibleName('Money waits');
  await page.goto('/reviews?kind=screening');
  const cases = page.getByRole('region', { name: 'Screening cases' });
  await expect(cases).toContainText(
    'High-risk sanctions first, then the strongest match, then the oldest',
  );
  await expect(cases.getByRole('link', { name: /Urgent Body/ })).toBeVisible();
  const rows = await cases.getByRole('listitem').allInnerTexts();
  const body = /(\w+ Body)[^]*born (\d{4})/;
  expect(rows.flatMap((text) => body.exec(text)?.slice(1).join(' ') ?? [])).toEqual([
    'Urgent Body 1991',
    'Strong Body 1971',
    'Strong Body 1981',
    'Faint Body 1961',
  ]);
  const high = rows.filter((text) => /two people must|a second reader/.test(text));
  expect(rows.slice(0, high.length)).toEqual(high);
  // which list and who, read whole: that two decide is said above it
  const notes = cases.getByText(/^(Sanctions|PEP|Adverse media), born \d{4}$/);
  await expect(notes).toHaveCount(rows.length);
  expect(
    await notes.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length),
  ).toBe(0);
  await letGo(paydesk, payment);
  await onDatabase(paydesk, async (client) => {
    await client.query('update consumer_credits set review = false where id = $1', [ruled]);
    await client.query('delete from screening_cases where id = any($1)', [ids]);
  });
});

type Waiting = { cases: string; payments: string };

test('CU-08, SB-42 what waits for another reader counts for nobody who has read it; a kind stands in the address, with its count', async ({
  page,
  paydesk,
}) => {
  const merchant = await merchantId(paydesk);
  const [mine, others, payment] = await onDatabase(paydesk, async (client) => {
    const pool = client as never;
    const id = await insertCase({ pool }, 'HIGH');
    const other = await insertCase({ pool }, 'LOW');
    // as faint as no provider reports one
    await client.query(
      `update screening_cases set score = 7, person_name = 'Other Body' where id = any($1)`,
      [[id, other]],
    );
    await client.query(
      `update screening_cases set created_date = '2017-02-01', person_name = 'Read Body', list = 'PEP',
         status = 'SECOND_READER', first_decision = 'FALSE_HIT', first_date = now(), reason = 'Another birthday',
         first_user_id = (select id from users where email = $2), first_by = 'Reader' where id = $1`,
      [id, PEOPLE.staff.email],
    );
    return [id, other, await insertHeld({ pool }, merchant, 'REVIEW')];
  });
  // other journeys make some and decide them meanwhile
  const counted = async (which: Locator, words: (waiting: Waiting) => string) =>
    expect(async () => {
      const [waiting] = await rowsOf<Waiting>(paydesk, WAITING);
      await expect(which).toHaveText(words(waiting!), { timeout: 500 });
    }).toPass({ timeout: patient(10_000) });
  const WAITING = `select (select count(*) from screening_cases where status in ('OPEN', 'SECOND_READER')
         and not (status = 'SECOND_READER' and first_user_id = (
           select id from users where email = '${PEOPLE.staff.email}'))) as cases,
       (select count(*) from transactions where hold = 'REVIEW') as payments`;
  await signIn(page, PEOPLE.staff);
  await page.goto('/reviews?kind=payment');
  const kinds = page.getByRole('group', { name: 'Kind' });
  const queue = page.getByRole('navigation', { name: 'Queue' });
  const chosen = kinds.getByRole('button', { pressed: true });
  await counted(chosen, ({ payments }) => `Payments in review ${payments}`);
  await expect(queue.getByRole('region', { name: 'Screening cases' })).toHaveCount(0);
  const all = page.getByRole('group', { name: 'Whose' }).getByRole('button').first();
  await counted(all, ({ payments }) => `All ${payments}`);
  await kinds.getByRole('button', { name: /^Screening cases/ }).click();
  await expect(page).toHaveURL('/reviews?kind=screening');
  await counted(chosen, ({ cases }) => `Screening cases ${cases}`);
  await expect(queue.getByRole('region', { name: 'Payments in review' })).toHaveCount(0);
  await expect(queue.getByRole('link', { name: /Read Body/ })).toContainText(
    'Waiting for another reader',
  );
  // though it is the oldest; of these two alone, as the house screens people meanwhile
  await page.goto('/reviews?kind=screening&f_score=..7');
  await expect(queue.getByRole('listitem')).toContainText(['Other Body', 'Read Body']);
  await page.goto('/reviews?kind=screening');
  await expect(queue.getByRole('link', { name: /Read Body/ })).toBeVisible();
  // by its key, which its button tells
  await page.keyboard.press('2');
  await expect(page).toHaveURL('/reviews?of=nobodys&kind=screening');
  await expect(queue.getByRole('link', { name: /Read Body/ })).toHaveCount(0);
  await onDatabase(paydesk, (client) =>
    client.query('delete from screening_cases where id = any($1)', [[mine, others]]),
  );
  await letGo(paydesk, payment!);
});

const paymentsHeld = ({ pathname, searchParams }: URL) =>
  pathname === '/api/transactions' && searchParams.has('f_hold');

test('CU-08, ST-03 the first of the queue stands there, whichever list answers first', async ({
  page,
  paydesk,
}) => {
  const payment = await paymentHeld(paydesk);
  const { promise, resolve: comes } = Promise.withResolvers<void>();
  await page.route(paymentsHeld, (route) => promise.then(() => route.continue()));
  await signIn(page, PEOPLE.staff);
  const others = page.waitForResponse(/\/api\/screening\/cases\?/);
  await page.goto('/reviews');
  await (await others).finished();
  const queue = page.getByRole('navigation', { name: 'Queue' });
  await expect(queue.getByRole('link')).toHaveCount(0);
  comes();
  await expect(queue.locator(`a[href*="${payment}"]`)).toBeVisible();
  await expect(queue.getByRole('link').first()).toHaveAttribute('aria-current', 'true');
  await page.unroute(paymentsHeld);
  await letGo(paydesk, payment);
});

test('CU-08, ST-03 Reviews are narrowed by merchant, list and score, in the address', async ({
  page,
  paydesk,
}) => {
  // whose payments nobody else holds meanwhile
  const name = `Tiny ${randomUUID().slice(0, 8)}`;
  const { id: merchant } = await onDatabase(paydesk, (client) => insertMerchant(client, { name }));
  const payment = await paymentHeld(paydesk, merchant);
  // as faint as no provider reports one
  const faint = await onDatabase(paydesk, async (client) => {
    const id = await insertCase({ pool: client as never }, 'LOW');
    await client.query(`update screening_cases set score = 6, list = 'PEP' where id = $1`, [id]);
    return id;
  });
  await signIn(page, PEOPLE.staff);
  await page.goto('/reviews');
  const queue = page.getByRole('navigation', { name: 'Queue' });
  const chosen = page.getByRole('group', { name: 'Kind' }).getByRole('button', { pressed: true });
  const add = page.getByRole('button', { name: 'Add filter' });
  await add.click();
  await page.getByRole('list', { name: 'Columns' }).getByText('Merchant').click();
  await page.getByLabel('Merchant contains').fill(name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/reviews\?f_merchantName=/);
  // what stands on a list has no merchant
  await expect(queue.getByRole('region')).toHaveCount(1);
  await expect(chosen).toHaveText('All types 1');
  await expect(queue.getByRole('link').first()).toContainText(name);

  // Home of that merchant leads to the same, and says whose they are
  await page.goto(`/business-days?f_merchantId=${merchant}`);
  const waits = page.getByRole('region', { name: 'Needs your attention' });
  await waits.getByRole('link', { name: /payments? in review/ }).click();
  await expect(page).toHaveURL(`/reviews?kind=payment&f_merchantId=${merchant}`);
  await expect(chosen).toHaveText('Payments in review 1');
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(
    `Merchant: ${name}`,
  );

  await page.goto('/reviews?f_list=PEP&f_score=..6');
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(
    'Match Score: up to 6',
  );
  await expect(chosen).toHaveText('All types 1');
  const notes = queue.getByRole('link').locator('[class*="rowNote"] > span:first-child');
  for (const note of await notes.allInnerTexts()) expect(note).toMatch(/^PEP(,|$)/);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL('/reviews');
  await expect(queue.locator(`a[href*="${payment}"]`)).toBeVisible();

  // nothing has a merchant and stands on a list
  await page.goto('/reviews?f_list=PEP&f_merchantName=Amber');
  await expect(page.getByRole('heading', { name: 'Nothing under these filters' })).toBeVisible();
  await onDatabase(paydesk, (client) =>
    client.query('delete from screening_cases where id = $1', [faint]),
  );
  await letGo(paydesk, payment);
});

test('CU-08, ST-03 on a phone the queue is one row that moves nothing; it opens all of it, and gives the focus back', async ({
  page,
  paydesk,
}) => {
  await watchShifts(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const [payment, another] = await openFirstOfTwo(page, paydesk);
  const place = page.getByRole('button', { name: /^Case \d+ of \d+ · / });
  await expect(place).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  const { total, moved } = await shiftsOf(page);
  expect(total, moved.join('\n')).toBeLessThanOrEqual(0.05);
  const next = page.getByRole('button', { name: 'Next' });
  for (const finger of [place, next, page.getByRole('button', { name: 'Previous' })])
    expect((await finger.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  const queue = page.getByRole('navigation', { name: 'Queue' });
  await expect(queue).toHaveCount(0);

  // what is in it is not on the page, and keys go on in both
  const sheet = page.getByRole('dialog', { name: 'Queue' });
  await place.click();
  await expect(sheet).toBeVisible();
  await expect(queue.locator(`a[href*="${payment}"]`)).toBeFocused();
  await page.keyboard.press('5');
  await expect(page).toHaveURL('/reviews?kind=payment');
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/\/reviews\?kind=payment&payment=/);
  await page.keyboard.press('a');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(place).toBeFocused();
  await expect(place).toContainText('Payments in review');
  await expect(page.getByLabel('Reason'), 'nothing is decided below it').toHaveCount(0);
  await page.keyboard.press('4');
  await expect(place).not.toContainText('Payments in review');

  // one is chosen in it
  await place.click();
  await queue.locator(`a[href*="${another}"]`).click();
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL(`/reviews?payment=${another}`);
  await expect(page.getByRole('heading', { level: 2, name: /EUR/ })).toBeFocused();

  // what is typed is asked about above it
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByLabel('Reason').fill('Known shopper');
  await place.click();
  await sheet.getByRole('button', { name: /^Screening cases/ }).click();
  const asked = page.getByRole('dialog', { name: 'Discard what you typed?' });
  await asked.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/reviews?kind=screening');
  await expect(place).toContainText('Screening cases');
  for (const id of [payment, another]) await letGo(paydesk, id);
});

test('CU-08, ST-03 what was said of one case is gone as the next one is begun', async ({
  page,
  paydesk,
}) => {
  const payments = [await paymentHeld(paydesk), await paymentHeld(paydesk)];
  await signIn(page, PEOPLE.staff);
  await page.goto(`/reviews?kind=payment&payment=${payments[0]!}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: /^Approve .* EUR$/ }).click();
  // what keeps a decided one from being approved again says ‘approved’ too
  const said = page.getByRole('status').filter({ hasText: 'Payment approved' });
  await expect(said).toBeVisible();
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByRole('heading', { level: 3, name: 'Refuse' })).toBeVisible();
  await expect(said).toHaveCount(0, { timeout: 1000 });
  await page.keyboard.press('Escape');

  // and as another kind is looked at
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: /^Approve .* EUR$/ }).click();
  await expect(said).toBeVisible();
  await page.getByRole('button', { name: /^Screening cases/ }).click();
  await expect(said).toHaveCount(0, { timeout: 1000 });
});

test('CU-08, ST-03 whoever looks at another kind while a decision is sent is told there what came of it, and stays', async ({
  page,
  paydesk,
}) => {
  const payment = await paymentHeld(paydesk);
  await signIn(page, PEOPLE.staff);
  const sent = Promise.withResolvers<void>();
  await page.route('**/api/transactions/*/actions/pass', async (route) => {
    await sent.promise;
    await route.continue();
  });
  await page.goto(`/reviews?kind=payment&payment=${payment}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: /^Approve .* EUR$/ }).click();
  await page.getByRole('button', { name: /^Screening cases/ }).click();
  await expect(page).toHaveURL('/reviews?kind=screening');
  sent.resolve();
  await expect(page.getByText('Payment approved')).toBeVisible();
  await expect(page).toHaveURL('/reviews?kind=screening');
});

test('CU-08, ST-03 a payment’s case tells what was tried before from what was paid, and what is usual; a match without an entry says what to ask the provider about', async ({
  page,
  paydesk,
}) => {
  const [payment, blind] = await onDatabase(paydesk, async (client) => {
    const pool = client as never;
    // whose usual amount nobody else changes meanwhile
    const { id: merchant } = await insertMerchant(client, { name: `Usual ${randomUUID()}` });
    const held = await insertHeld({ pool }, merchant, 'REVIEW');
    const { id: customerId } = await insertCustomer(client, {});
    await client.query('update transactions set customer_id = $1 where id = $2', [
      customerId,
      held,
    ]);
    for (const status of ['SUCCESS', 'FAILED', 'DECLINED'] as const)
      await insertPayment(client, {
        merchantId: merchant,
        customerId,
        status,
        amountCents: 14_00n,
        date: new Date(),
      });
    const found = await insertCase({ pool });
    await client.query(
      `update screening_cases set source = 'PROVIDER', listed_name = null, person_name = 'Rūta Nameless'
       where id = $1`,
      [found],
    );
    return [held, found];
  });
  await signIn(page, PEOPLE.staff);
  await page.goto(`/reviews?payment=${payment}`);
  const before = page.getByRole('region', { name: 'Tried before' });
  await expect(before.getByText('3, 1 paid')).toBeVisible();
  const facts = page.getByRole('region', { name: 'Payment', exact: true });
  await expect(facts).toContainText('Merchant’s average3.0 times the usual 14.00 EUR');
  await expect(facts).toContainText(/Others (today|that day)3, 42\.00 EUR in all, 1 paid/);
  // a figure opens its rows, of which this one is
  await facts.getByRole('link', { name: '3, 42.00 EUR in all, 1 paid' }).click();
  await expect(page.locator('main tbody tr')).toHaveCount(4);
  await page.goto(`/reviews?screening=${blind}`);
  const asked = page.getByRole('region', { name: 'What to ask the provider about' });
  await expect(asked.getByText('Rūta Nameless')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);

  // and one that it names, with all that it says of them beside ours
  await onDatabase(paydesk, (client) =>
    client.query(
      `update screening_cases set listed_name = 'NAMELESS, Rūta', listed_born = '1966-01-02',
         person_born = '1965-03-12', listed_details = $2 where id = $1`,
      [
        blind,
        {
          listName: 'Harbour List',
          programme: 'HL-7',
          position: 'Director',
          source: 'https://lists.test/7',
          countries: ['LV', 'EE'],
          aliases: ['NAMELESS, R.'],
        },
      ],
    ),
  );
  await page.reload();
  const line = (label: string) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: label, exact: true }) })
      .getByRole('cell');
  await expect(line('Born')).toHaveText(['12.03.1965', '02.01.1966', 'Differs']);
  // what one side alone has said is compared with nothing, and takes a line for all of it
  await expect(line('Not known to us')).toHaveText(['Country Latvia, Estonia']);
  await expect(page.getByRole('row')).toHaveCount(4);
  await expect(page.getByRole('table')).not.toContainText('Email');
  for (const cell of await page.getByRole('table').getByRole('cell').allInnerTexts())
    expect(cell).toMatch(/\w/);
  const alone = page.getByRole('region', { name: 'What else the list says' });
  for (const words of [
    'Other namesNAMELESS, R.',
    'PositionDirector',
    'ProgrammeHL-7',
    'ListHarbour List',
  ])
    await expect(alone).toContainText(words);
  await letGo(paydesk, payment);
  await onDatabase(paydesk, (client) =>
    client.query('delete from screening_cases where id = $1', [blind]),
  );
});
