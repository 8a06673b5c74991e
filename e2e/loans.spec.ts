import type { Page } from '@playwright/test';
import { insertLoan } from '../apps/server/src/seed/factories/financing.ts';
import { NOBODY } from './routes.ts';
import { expect, test, type Paydesk } from './server.ts';
import { merchantId, onDatabase, PEOPLE, rowsOf, signIn } from './support.ts';
import { fieldsOf, openAction } from './transactions.ts';

const of = (merchant: string, more: string) => `
  select c.id from consumer_credits c join merchants m on m.id = c.merchant_id
  where m.name = '${merchant}' and ${more} order by c.id limit 1`;
const WHOLE = `c.status = 'CONFIRMED' and c.total_requested_refunds_cents = 0`;

async function loanId(paydesk: Paydesk, more = WHOLE, merchant = 'Amber & Oak'): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(paydesk, of(merchant, more));
  return row!.id;
}

async function confirmedLoan(paydesk: Paydesk): Promise<string> {
  const amber = await merchantId(paydesk);
  const made = await onDatabase(paydesk, (client) =>
    insertLoan(client, { merchantId: amber, status: 'CONFIRMED' }),
  );
  return made.id;
}

async function openLoan(page: Page, id: string): Promise<void> {
  await page.goto(`/financing/consumer-credits/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: /EUR$/ })).toBeVisible();
  // the raw fields are folded below the story
  await page.getByText('Loan Details', { exact: true }).click();
}

const cards = (page: Page) =>
  page.getByRole('region').getByRole('heading', { level: 2 }).allInnerTexts();
const related = (page: Page) => page.getByRole('region', { name: 'Related' }).getByRole('link');

const FIELDS =
  'ID|Status|Failure Reason|External Id|Amount|Total Requested Refunds Amount|Agreement Signing Date|Loan Number|Device OS|Offer Retrieval Finished|Created Date|Updated Date|Grace Repayment Count|Down Payment Amount|Down Payment Type|Down Payment Purchase Id|Application Url|Income Type|Order Id';

test('LN-01..05 LN-06..09 LN-10..12 RT-33 AM-06 AM-53 AM-95 what a merchant and staff see of one loan', async ({
  page,
  paydesk,
}) => {
  const id = await loanId(paydesk);
  await signIn(page, PEOPLE.operator);
  await openLoan(page, id);
  await expect(page).toHaveTitle(/EUR loan · Paydesk$/);
  const terms = (await fieldsOf(page, 'Loan Details')).map(([term]) => term);
  expect(terms).toEqual([...FIELDS.split('|'), 'All Offer Count', 'All Authentication Count']);
  await page.getByText('Details', { exact: true }).click();
  const institution = await fieldsOf(page, 'Financing Institution');
  expect(institution.map(([term]) => term)).toEqual(['ID', 'Name', 'Code', 'Active', 'Logo Url']);
  const seen = await cards(page);
  for (const name of ['Chosen Offer', 'Signature', 'Person', 'Comment'])
    expect(seen).not.toContain(name);
  const labels = ['Order', 'Merchant', 'Offers', 'Authentications', 'Signatures'];
  for (const [at, label] of labels.entries())
    await expect(related(page).nth(at)).toContainText(label);
  await expect(related(page)).toHaveCount(labels.length);
  // the lists are staff's: nothing hides that they are there, and whose they are is said beforehand
  const shut = page.getByRole('region', { name: 'Related' }).getByRole('listitem').last();
  await expect(shut).toHaveText('Ask the back office for:OffersAuthenticationsSignatures');
  await expect(shut.getByRole('link')).toHaveCount(3);
  await expect(related(page).filter({ hasText: 'Merchant' })).toHaveText('MerchantAmber & Oak');
  // by the number that the shop gave it, not by the end of an id
  const [order] = await rowsOf<{ number: string }>(
    paydesk,
    `select o.external_order_number as number from consumer_credits c
     join orders o on o.id = c.order_id and o.merchant_id = c.merchant_id where c.id = $1`,
    [id],
  );
  expect(order!.number).toBeTruthy();
  await expect(related(page).filter({ hasText: 'Order' })).toHaveText(`Order${order!.number}`);
  await related(page).filter({ hasText: 'Signatures' }).click();
  await expect(
    page.getByRole('heading', { name: 'You are not allowed to see this page.' }),
  ).toBeVisible();
  await openLoan(page, id);
  await related(page).filter({ hasText: 'Merchant' }).click();
  await expect(page).toHaveURL('/merchant');

  await signIn(page, PEOPLE.staff);
  await page.evaluate(() => localStorage.clear());
  await openLoan(page, id);
  expect((await fieldsOf(page, 'Loan Details')).map(([term]) => term)).toEqual([
    ...FIELDS.split('|'),
    'Merchant Id',
    'Customer Id',
    'All Offer Count',
    'All Authentication Count',
    'Comment',
  ]);
  // ids and codes are below who it is, until somebody wants them
  for (const name of ['Signature', 'Chosen Offer'])
    await page.getByText(name, { exact: true }).click();
  expect((await fieldsOf(page, 'Person')).map(([term]) => term)).toEqual(
    'Personal ID|First Name|Last Name|Date Of Birth|Phone Number|Email'.split('|'),
  );
  expect((await fieldsOf(page, 'Signature'))[1]).toEqual(['Status', 'Signed']);
  expect((await fieldsOf(page, 'Chosen Offer')).map(([term]) => term)).toEqual(
    'ID|Sequence|External Id|Financing Institution Name'.split('|'),
  );
  const hrefs = await related(page).evaluateAll((all) =>
    all.map((link) => link.getAttribute('href')!.replace(/[0-9a-f-]{36}/, '{id}')),
  );
  expect(hrefs).toEqual([
    '/order/{id}',
    '/financing/offers?f_consumerCreditId={id}',
    '/financing/authentications?f_consumerCreditId={id}',
    '/financing/signatures?f_consumerCreditId={id}',
  ]);
  const [first, last] = (await fieldsOf(page, 'Person')).slice(1, 3).map(([, value]) => value);
  const people = page.getByRole('region', { name: 'People' });
  await expect(people.getByRole('link', { name: `Customer ${first} ${last}` })).toHaveAttribute(
    'href',
    /^\/customers\//,
  );
  await expect(people.getByRole('link', { name: 'Merchant Amber & Oak' })).toHaveAttribute(
    'href',
    /^\/merchants\//,
  );
  await related(page).filter({ hasText: 'Offers' }).click();
  await expect(page.getByRole('heading', { name: 'Credit Offers' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Loan' }).first()).toHaveAttribute(
    'href',
    `/financing/consumer-credits/${id}`,
  );

  // nothing was offered for this one, and nobody proved who they are
  await openLoan(page, await confirmedLoan(paydesk));
  await expect(related(page)).toHaveCount(2);
  await expect(page.getByText('No offer has been chosen.')).toBeVisible();
});

for (const who of ['operator', 'owner'] as const)
  test(`LN-13, LN-15..17 LN-18..22 LN-36 AM-91 FI-03 a refund of a loan is requested: ${who}`, async ({
    page,
    paydesk,
  }) => {
    const id = await confirmedLoan(paydesk);
    await signIn(page, PEOPLE[who]);
    await openLoan(page, id);
    const actions = page.getByRole('region', { name: 'Loan actions' });
    const money = page.getByRole('region', { name: 'Money' });
    await expect(money).toContainText("Lent1'000.00 EUR");
    await expect(actions.getByRole('button', { name: 'Request refund' })).toBeEnabled();
    const calls: string[] = [];
    page.on('request', (request) => calls.push(`${request.method()} ${request.url()}`));
    const dialog = await openAction(page, 'Request refund');
    await expect(dialog).toHaveAccessibleName('Request a refund of this loan');
    const reason = dialog.getByLabel('Reason');
    expect((await reason.getByRole('option').allInnerTexts()).slice(1)).toEqual([
      'Product out of stock',
      'Returned product',
      'Cancelled service',
      'Price adjustment',
      'Other',
    ]);
    const amount = dialog.getByLabel('Amount');
    for (const [typed, message] of [
      ['', 'Amount is required'],
      ['0', "Value must be between 0.01 and 1'000.00"],
      ['1000.01', "At most 1'000.00 EUR is left to refund."],
    ] as const) {
      await amount.fill(typed);
      await amount.press('Enter');
      await expect(dialog.getByText(message)).toBeVisible();
    }
    await expect(dialog.getByText('Reason is required')).toBeVisible();
    // what is wrong is said as the field is left, whatever the pause in typing
    await amount.fill('400');
    await expect(amount).not.toHaveAttribute('aria-invalid');
    await page.evaluate((pause) => {
      const real = window.setTimeout;
      window.setTimeout = ((run: () => void, ms?: number) =>
        ms === pause ? 0 : real(run, ms)) as typeof setTimeout;
    }, 500);
    await amount.fill('abc');
    await amount.press('Tab');
    await expect(dialog.getByText('Value must be a number')).toBeVisible();
    await amount.fill('400');
    await expect(dialog.getByText("1'000.00 EUR left")).toBeVisible();
    await expect(dialog.getByText('Left after this: 600.00 EUR')).toBeVisible();
    await expect(dialog.getByText('Once it has agreed, this can’t be undone.')).toBeVisible();
    await reason.selectOption('OTHER');
    await dialog.getByLabel('Internal note').fill('for us');
    await dialog.getByLabel('Note to the financing institution').fill('for them');
    calls.length = 0;
    await dialog.getByRole('button', { name: 'Request refund of 400.00 EUR' }).click();
    await expect(page.getByRole('status').last()).toContainText(
      'Credit refund request has been sent to financing institution',
    );
    await expect(page.getByRole('status').last()).toContainText(
      '400.00 EUR requested. The answer shows here in a moment.',
    );
    await expect(money).toContainText('Left to refund600.00 EUR');
    const path = `/api/financing/consumer-credits/${id}`;
    expect(calls.filter((call) => call.endsWith(`${path}/refund-requests`))[0]).toMatch(/^POST /);
    expect(calls.some((call) => call.startsWith('GET ') && call.endsWith(path))).toBe(true);
    const row = page.getByRole('table', { name: 'Refund requests' }).getByRole('row').nth(1);
    await expect(row).toContainText('400.00');
    await expect(row).toContainText('for them');
    // the answer comes by itself, from the outbox
    await expect
      .poll(() =>
        rowsOf(
          paydesk,
          'select status from consumer_credits_refunds where consumer_credit_id = $1',
          [id],
        ),
      )
      .toEqual([{ status: 'CONFIRMED' }]);
    await page.reload();
    await expect(row).toContainText('Confirmed');
  });

test('LN-33, SB-46 a borrower’s personal id is masked on screen and paper, and seen whole by the look that is recorded', async ({
  page,
  paydesk,
}) => {
  const [one] = await rowsOf<{ id: string; customer: string }>(
    paydesk,
    `select c.id, c.customer_id as customer from consumer_credits c
     join consumer_credit_persons p on p.consumer_credit_id = c.id
     where c.status = 'CONFIRMED' order by c.id limit 1`,
  );
  const { id, customer } = one!;
  await signIn(page, PEOPLE.staff);
  const answered = page.waitForResponse((each) =>
    each.url().endsWith(`/api/financing/consumer-credits/${id}`),
  );
  await openLoan(page, id);
  const { person } = (await (await answered).json()) as { person: { personalId: string } };
  const whole = page.getByText(person.personalId);
  const masked = page.getByText(/^\w{2}•{6,}\w{2}$/);
  await expect(masked).toBeVisible();
  await expect(whole).toHaveCount(0);
  await page.getByRole('button', { name: 'Show personal ID' }).click();
  const dialog = page.getByRole('dialog', { name: /^Show the personal ID of/ });
  await dialog.getByLabel('Why you need to see it').fill('He called about this loan');
  await dialog.getByRole('button', { name: 'Show personal ID' }).click();
  await expect(whole).toBeVisible();
  const logs = await rowsOf<{ reason: string }>(
    paydesk,
    `select details->>'reason' as reason from audit_logs
     where action = 'SHOW_PERSONAL_ID' and entity_id = $1`,
    [customer],
  );
  expect(logs).toEqual([{ reason: 'He called about this loan' }]);
  // who prints while it is shown prints it masked
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(whole).toHaveCount(0);
  await expect(masked).toBeVisible();
});

test('LN-07 a loan is printed on one page', async ({ page, paydesk }) => {
  // with its papers and what was tried to tell its merchant; the newest has had time for the most
  const loans = await rowsOf<{ id: string }>(
    paydesk,
    `select c.id from consumer_credits c
     where c.status = 'CONFIRMED' and c.checkout_id is not null and not exists (
       select from consumer_credits_refunds r where r.consumer_credit_id = c.id)
     order by c.created_date desc limit 4`,
  );
  await signIn(page, PEOPLE.staff);
  for (const { id } of loans) {
    await page.goto(`/financing/consumer-credits/${id}`);
    await expect(
      page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').first(),
    ).toBeVisible();
    const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(paper.match(/\/Type \/Page\b/g), id).toHaveLength(1);
  }
});

test('FI-04, LN-36 a row of the list of all refunds says whose it is and how long it waits, and leads to itself on its loan', async ({
  page,
  paydesk,
}) => {
  const [waits] = await rowsOf<{ id: string; number: string; name: string }>(
    paydesk,
    `select r.id, c.loan_number as number, w.first_name || ' ' || w.last_name as name
     from consumer_credits_refunds r join consumer_credits c on c.id = r.consumer_credit_id
     join customers w on w.id = c.customer_id
     where r.status = 'REQUESTED' and c.loan_number is not null
       and r.created_date < now() - interval '3 days' order by r.id limit 1`,
  );
  await signIn(page, PEOPLE.staff);
  await page.goto('/financing/consumer-credits-refunds?f_status=REQUESTED');
  const table = page.getByRole('table', { name: 'Loan Refunds' });
  const row = table.locator('tbody').getByRole('row').filter({ hasText: waits!.number });
  await expect(row).toContainText(waits!.name);
  await expect(row).toContainText(/Requested\s*for \d+ days/);
  await expect(page.getByText(/waiting for the institution/).first()).toBeVisible();
  // on a phone too
  await page.setViewportSize({ width: 390, height: 844 });
  const card = page.getByRole('listitem').filter({ hasText: waits!.number }).first();
  await expect(card.getByText(waits!.name)).toBeVisible();
  await expect(card.getByText(/for \d+ days/)).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await row.getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`open=${waits!.id}$`));
  await expect(
    page.getByRole('table', { name: 'Refund requests' }).locator('tr[aria-current]'),
  ).toHaveCount(1);
  // and whom to call
  await expect(
    page
      .getByRole('table', { name: 'Refund requests' })
      .locator('tr[aria-current]')
      .getByRole('link', { name: /^\+44 1632 960/ }),
  ).toHaveAttribute('href', /^tel:\+441632960/);
  await expect(
    page.getByText(
      /^(A refund of [\d'.]+ EUR waits for the institution, since|The answer to a refund of [\d'.]+ EUR is overdue: the institution usually decides at once, and this one has waited \d+ days, since) \d\d\.\d\d\.\d{4}/,
    ),
  ).toBeVisible();
});

test('FI-04, LN-36, SB-39 what waits for its institution is cancelled from the list of all refunds, which says what was done', async ({
  page,
  paydesk,
}) => {
  const [waits] = await rowsOf<{ id: string }>(
    paydesk,
    `select id from consumer_credits_refunds
     where status = 'REQUESTED' and sent_date is not null and cancel_asked_date is null order by id limit 1`,
  );
  await signIn(page, PEOPLE.staff);
  await page.goto(`/financing/consumer-credits-refunds?f_id=${waits!.id}`);
  const row = page.getByRole('table', { name: 'Loan Refunds' }).locator('tbody').getByRole('row');
  await row.getByRole('button', { name: /^Actions for the request for/ }).click();
  await page.getByRole('menuitem', { name: 'Cancel the request' }).click();
  const dialog = page.getByRole('dialog');
  // one button alone says ‘Cancel’, and of how much
  await expect(dialog.getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(dialog).toHaveCount(0);
  await row.getByRole('button', { name: /^Actions for the request for/ }).click();
  await page.getByRole('menuitem', { name: 'Cancel the request' }).click();
  await dialog.getByRole('button', { name: /^Cancel the request for [\d'.]+ EUR$/ }).click();
  await expect(page.getByRole('status').last()).toContainText(
    /The institution is asked to cancel the refund of [\d'.]+ EUR/,
  );
  await expect(row).toContainText(/cancellation asked\s*for/);
  // one that was answered has nothing left to be done
  await page.goto('/financing/consumer-credits-refunds?f_status=CONFIRMED');
  await expect(row.first()).toBeVisible();
  await expect(row.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
});

test('FI-04, SB-39 a request that was cancelled ends muted as its chip is, and looks like none that was confirmed', async ({
  page,
  paydesk,
}) => {
  const [request] = await rowsOf<{ id: string; loan: string }>(
    paydesk,
    `select id, consumer_credit_id as loan from consumer_credits_refunds
     where status = 'CANCELLED' order by id limit 1`,
  );
  await signIn(page, PEOPLE.staff);
  await page.goto(`/financing/consumer-credits/${request!.loan}?open=${request!.id}`);
  const steps = page
    .getByRole('table', { name: 'Refund requests' })
    .locator('tr[aria-current]')
    .getByRole('list');
  const dot = (title: RegExp) =>
    steps
      .getByRole('listitem')
      .filter({ hasText: title })
      .evaluate((step) => getComputedStyle(step, '::after').backgroundColor);
  await expect(steps.getByRole('listitem')).toHaveCount(3);
  expect(await dot(/^Cancelled/)).not.toBe(await dot(/^Requested/));
  // over with it: nothing of it is to come
  expect(await dot(/^Cancelled/)).toBe(await dot(/^Not booked/));
  // when, and by whom
  await expect(steps.getByRole('listitem').nth(1)).toHaveText(
    /^Cancelled\d\d\.\d\d\.\d{4} \d\d:\d\d, \S+ \S+/,
  );
});

test('LN-14, AM-105 LN-04, LN-05 AM-80 what the state forbids is disabled and says why', async ({
  page,
  paydesk,
}) => {
  await signIn(page, PEOPLE.owner);
  const refund = page.getByRole('button', { name: 'Request refund', exact: true });
  for (const [status, reason] of [
    ['DRAFT', 'Only a confirmed loan can be refunded; the status of this loan is ‘Draft’'],
    ['FAILED', 'Only a confirmed loan can be refunded; the status of this loan is ‘Failed’'],
    ['REFUNDED', 'Nothing is left to refund'],
  ] as const) {
    const more =
      status === 'FAILED'
        ? `c.status = 'FAILED' and c.all_offer_count = 0`
        : `c.status = '${status}'`;
    await openLoan(page, await loanId(paydesk, more));
    await expect(refund).toBeDisabled();
    await expect(refund).toHaveAccessibleDescription(reason);
    await expect(related(page).filter({ hasText: 'Offers' })).toHaveCount(
      status === 'REFUNDED' ? 1 : 0,
    );
  }
});

test('LN-11, LN-23..26 the comment: a textarea of 511 characters, saved and loaded again', async ({
  page,
  paydesk,
}) => {
  const id = await confirmedLoan(paydesk);
  await signIn(page, PEOPLE.staff);
  await openLoan(page, id);
  const card = page.getByRole('region', { name: 'Comment' });
  const field = card.getByLabel('Comment');
  expect(await field.evaluate((element) => element.tagName)).toBe('TEXTAREA');
  await field.fill('x'.repeat(512));
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('Called the customer');
  const reloaded = page.waitForRequest(
    (request) => request.method() === 'GET' && request.url().endsWith(`/consumer-credits/${id}`),
  );
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').last()).toContainText(
    'Consumer credit comment successfully modified',
  );
  await reloaded;
  await expect(
    page.getByRole('region', { name: 'Loan Details' }).getByText('Called the customer'),
  ).toBeVisible();
  await page.goto(`/financing/consumer-credits?f_id=${id}&c=id,comment`);
  await expect(page.getByRole('cell', { name: 'Called the customer' })).toBeVisible();
});

test('FI-01, AM-105 on a phone an instalment says its interest; what ends a loan is behind the menu, and its institution is a link for staff', async ({
  page,
  paydesk,
}) => {
  const [lent] = await rowsOf<{ id: string; institution: string }>(
    paydesk,
    `select c.id, c.financing_institution_id as institution from consumer_credits c
     where c.status = 'CONFIRMED' and c.checkout_id is not null and exists (
       select from loan_instalments i where i.consumer_credit_id = c.id
         and i.merchant_id = c.merchant_id and i.interest_cents > 0)
     order by c.id limit 1`,
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, PEOPLE.staff);
  await page.goto(`/financing/consumer-credits/${lent!.id}`);
  await expect(
    page.getByRole('region', { name: 'Financing Institution' }).getByRole('link').first(),
  ).toHaveAttribute('href', `/financing/financing-institutions/${lent!.institution}`);
  await expect(page.getByRole('button', { name: 'Repay early' })).toHaveCount(0);
  await page.getByRole('button', { name: 'More actions' }).click();
  // what can be done stands before what can't
  const disabled = await page
    .getByRole('menuitem')
    .evaluateAll((items) => items.map((item) => item.getAttribute('aria-disabled') === 'true'));
  expect(disabled).toContain(true);
  expect(disabled).toEqual(disabled.toSorted());
  await page.getByRole('menuitem', { name: /^Repay early/ }).click();
  const repay = page.getByRole('dialog');
  await expect(repay).toContainText(/at most [\d'.]+ EUR, what is left by the schedule/);
  await expect(
    repay.getByRole('button', { name: /^Repay early, at most [\d'.]+ EUR$/ }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  // what happened is within reach: before what was agreed in full, and the institution's papers
  const topOf = async (name: string) =>
    (await page.getByRole('heading', { level: 2, name, exact: true }).boundingBox())!.y;
  for (const below of ['People', 'Person', 'Financing Institution'])
    expect(await topOf('Timeline'), below).toBeLessThan(await topOf(below));
  await page.getByText(/^Schedule: /).click();
  const first = page.getByRole('table', { name: 'Schedule' }).getByRole('row').nth(1);
  await expect(first.getByText(/^interest \d/)).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(first.getByText(/^interest \d/)).toBeHidden();
});

test('FI-01 a schedule of some pages is counted and shown whole', async ({ page, paydesk }) => {
  const id = await confirmedLoan(paydesk);
  await onDatabase(paydesk, (client) =>
    client.query(
      `insert into loan_instalments (id, consumer_credit_id, merchant_id, number, due_date, amount_cents,
         interest_cents, principal_cents, paid_cents, paid_date, status)
       select gen_random_uuid(), c.id, c.merchant_id, nth, date '2026-01-15' + nth * 30, 500, 0, 500,
         case when nth <= 205 then 500 else 0 end,
         case when nth <= 205 then date '2026-01-15' + nth * 30 end,
         case when nth <= 205 then 'PAID' else 'DUE' end
       from consumer_credits c, generate_series(1, 240) nth where c.id = $1`,
      [id],
    ),
  );
  await signIn(page, PEOPLE.staff);
  await page.goto(`/financing/consumer-credits/${id}`);
  await page.getByText('Schedule: 205 of 240 instalments paid').click();
  await expect(page.getByRole('table', { name: 'Schedule' }).getByRole('row')).toHaveCount(241);
});

test('LN-13, AM-105 a loan under way has its refund and one next step as buttons, the rest behind the menu, where links find it too', async ({
  page,
  paydesk,
}) => {
  const [waits] = await rowsOf<{ id: string }>(
    paydesk,
    `select id from consumer_credits where checkout_id is not null
       and status in ('APPLICATION_CREATED', 'WAITING_FOR_CONFIRMATION') order by id limit 1`,
  );
  const path = `/financing/consumer-credits/${waits!.id}`;
  await signIn(page, PEOPLE.staff);
  await page.goto(path);
  const actions = page.getByRole('region', { name: 'Loan actions' });
  await expect(actions.getByRole('button')).toHaveText(['Request refund', 'Ask again', '']);
  await actions.getByRole('button', { name: 'More actions' }).click();
  for (const name of [/^Send again/, /^Cancel the loan/])
    await expect(page.getByRole('menuitem', { name })).not.toHaveAttribute('aria-disabled');
  await page.goto(`${path}?do=cancel+the+loan`);
  await expect(page.getByRole('dialog', { name: 'Cancel this loan?' })).toBeVisible();
  await expect(page).toHaveURL(path);
});

test('LN-27, API-48 a loan that can’t be fetched leaves nothing of the one before', async ({
  page,
  paydesk,
}) => {
  await signIn(page, PEOPLE.operator);
  await openLoan(page, await loanId(paydesk));
  const foreign = await loanId(paydesk, WHOLE, 'Baltic Books');
  for (const id of [foreign, NOBODY]) {
    await page.evaluate((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    }, `/financing/consumer-credits/${id}`);
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Loan Details' })).toHaveCount(0);
  }
});
