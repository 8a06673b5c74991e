import type { Locator, Page } from '@playwright/test';
import { headersOf, listOn, watchCalls } from './lists.ts';
import { expect, test } from './server.ts';
import { insertTransaction, PEOPLE, rowsOf, signIn } from './support.ts';
import { caseId, openAction, openTransaction } from './transactions.ts';

const COLUMNS =
  'Created|User|Application|Action|Entity Type|Record|Merchant|IP Address|Result|Details';

/** Chooses one of many by typing what it is called. */
async function choose(page: Page, field: Locator, name: string, typed = name): Promise<void> {
  await field.click();
  const panel = page.getByRole('dialog', { name: /^Values for / });
  await panel.getByLabel(/^Find in /).fill(typed);
  await panel.getByRole('checkbox', { name, exact: true }).check();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
}

test('AT-01, API-17 the audit log: columns, filters, what changed, and the way to the record', async ({
  page,
  paydesk,
}) => {
  const [person] = await rowsOf<{ id: string; phone: string }>(
    paydesk,
    'select id, phone_number as phone from users where email = $1',
    [PEOPLE.owner.email],
  );
  await signIn(page, PEOPLE.staff);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/audit-logs');
  const first = listOn(page, 'Audit Logs');
  await expect(first.rows).toHaveCount(50);
  // people's acts alone, or what tasks and other systems did: one takes the other's place
  const acts = page.getByRole('button', { name: 'By people' });
  const systems = page.getByRole('button', { name: 'By systems' });
  await acts.click();
  await expect(acts).toHaveAttribute('aria-pressed', 'true');
  await expect(first.rows.first()).toBeVisible();
  await expect(first.rows.filter({ hasText: 'Not signed in' })).toHaveCount(0);
  await expect(page).toHaveURL('/audit-logs?f_by=PERSON');
  await systems.click();
  await expect(page).toHaveURL('/audit-logs?f_by=SYSTEM');
  await expect(systems).toHaveAttribute('aria-pressed', 'true');
  await expect(acts).toHaveAttribute('aria-pressed', 'false');
  // an institution that acts is called by its name
  const institutions = await rowsOf<{ name: string }>(
    paydesk,
    'select name from financing_institutions',
  );
  const ofSystems = ['Paydesk', 'Acquirer', 'Checkout', 'Recurring', 'API key'];
  const said = [...ofSystems, 'Institution', ...institutions.map(({ name }) => name)];
  await expect(first.rows.filter({ hasNotText: new RegExp(said.join('|')) })).toHaveCount(0);
  await systems.click();
  await expect(page).toHaveURL('/audit-logs');
  await expect(first.rows).toHaveCount(50);
  // what one line does not say is said in two, and no row is higher for it
  const inRows = await first.rows.evaluateAll((rows) =>
    rows.map((row) => [
      row.clientHeight,
      Math.round((row.querySelector('td:last-child span[title]')?.clientHeight ?? 0) / 16),
    ]),
  );
  expect(new Set(inRows.map(([height]) => height)).size).toBe(1);
  expect(Math.max(...inRows.map(([, lines]) => lines!))).toBe(2);
  // what changed is what the list is read for: no column is wider
  expect(await headersOf(first.table)).not.toContain('Entity Type');
  const widths = await first.table
    .locator('thead tr')
    .first()
    .getByRole('columnheader')
    .evaluateAll((heads) =>
      heads.map((one) => [one.textContent, one.getBoundingClientRect().width] as const),
    );
  const [widest] = widths.toSorted(([, a], [, b]) => b - a);
  expect(widest![0]).toMatch(/^Details/);
  const calls = watchCalls(page, '/api/audit-logs/users');
  await page.goto(
    '/audit-logs?c=createdDate,user,application,action,entityType,entityId,merchant,address,result,details',
  );
  const list = listOn(page, 'Audit Logs');
  await expect(list.rows).toHaveCount(50);
  expect(Object.fromEntries(calls[0]!)).toMatchObject({ sort: 'createdDate,DESC' });
  expect(await headersOf(list.table)).toEqual(COLUMNS.split('|'));
  for (const label of COLUMNS.split('|'))
    await expect(list.filter(label), label).toHaveCount(label === 'Details' ? 0 : 1);
  await list.filter('Result').selectOption('Failed');
  await expect.poll(() => calls.at(-1)!.get('f_result')).toBe('FAILED');
  await expect(list.rows.filter({ hasNotText: 'Failed' })).toHaveCount(0);
  // many are found by their words, under the kind of record that they are done to
  await choose(page, list.filter('Entity Type'), 'Transaction');
  await expect.poll(() => calls.at(-1)!.get('f_entityType')).toBe('=TRANSACTION');
  await choose(page, list.filter('Action'), 'Refund', 'transaction refund');
  await expect.poll(() => calls.at(-1)!.get('f_action')).toBe('=REFUND');
  await expect(list.rows.first()).toContainText('Refund');
  await expect(list.rows.filter({ hasText: /TRANSACTION/ })).toHaveCount(0);

  await page.goto(`/audit-logs?f_action=profile&f_entityId=${person!.id}`);
  await expect(list.rows).toHaveCount(1);
  const row = list.rows.first();
  await (await list.cell(row, 'Details')).getByText('Phone number').click();
  // whole, beside the list: who, when, of what, and an address to send
  const dialog = page.getByRole('dialog', { name: new RegExp(` · ${PEOPLE.owner.name}$`) });
  for (const term of ['Created', 'User', 'Record', 'IP Address', 'Result'])
    await expect(dialog.getByRole('term').filter({ hasText: term }), term).toBeVisible();
  await expect(page).toHaveURL(/[?&]open=[0-9a-f-]{36}/);
  await page.reload();
  const changes = dialog.getByRole('table', { name: 'Changes' });
  await expect(changes.getByRole('columnheader')).toHaveText(['Field', 'Before', 'After']);
  await expect(changes.getByRole('row', { name: 'Phone number' })).toContainText(person!.phone);
  await page.keyboard.press('Escape');
  const user = (await list.cell(row, 'Record')).getByRole('link', { name: PEOPLE.owner.name });
  await expect(user).toHaveAttribute('href', `/users/${person!.id}`);

  // also what changed nothing that would be told, and the next one by a key
  // and nothing of what it has not: a task has no application and no address
  await page.goto('/audit-logs?f_by=SYSTEM');
  await (await list.cell(list.rows.first(), 'Action')).getByRole('button').click();
  const told = page.getByRole('dialog').locator('dl').first();
  await expect(told).toContainText('Created');
  await expect(told).not.toContainText('—');
  await page.goto('/audit-logs?f_action=%3DLOGIN');
  await list.rows.first().getByRole('button', { name: 'Sign in' }).click();
  const opened = page.url();
  await expect(page.getByRole('dialog').getByText('Sign in ·')).toBeVisible();
  await page.keyboard.press('n');
  await expect(page).not.toHaveURL(opened);
  await page.keyboard.press('p');
  await expect(page).toHaveURL(opened);
  await page.keyboard.press('r');
  await expect(page.getByRole('dialog').locator('pre')).toContainText('{');
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/open=/);

  // what was asked for and its answer lead to each other, each to the second
  await page.goto('/audit-logs?f_action=%3DREFUND&f_entityType=%3DTRANSACTION&f_result=SUCCESS');
  await list.rows.first().getByRole('button', { name: 'Refund' }).click();
  const refund = page.getByRole('dialog');
  await expect(refund.getByText(/^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d \S+$/).first()).toBeVisible();
  const same = refund.getByRole('region', { name: 'Same action' });
  await same.getByRole('button', { name: 'Refund: begun' }).click();
  await expect(refund.getByText('Reason code')).toBeVisible();
  await same.getByRole('button', { name: 'Refund: success' }).click();
  await expect(same.getByRole('button', { name: 'Refund: begun' })).toBeVisible();

  await page.goto('/audit-logs?f_action=refund&f_entityType=transaction');
  const transaction = (await list.cell(list.rows.first(), 'Record')).getByRole('link', {
    name: / EUR$/,
  });
  const href = (await transaction.getAttribute('href'))!;
  await transaction.click();
  await expect(page).toHaveURL(href);
  await expect(page.getByRole('heading', { name: / EUR$/ })).toBeVisible();
});

test('SB-46 a payment has one history: its timeline, with what was done by whom', async ({
  page,
  paydesk,
}) => {
  const id = await caseId(paydesk, 'refundedTwice');
  await signIn(page, PEOPLE.owner);
  const calls = watchCalls(page, `/api/transactions/${id}/history`);
  await openTransaction(page, id);
  const history = page.getByRole('region', { name: 'Timeline' });
  await expect(history.getByRole('listitem').first()).toContainText(/Refund of .*by /);
  await expect(page.getByText('Change history')).toHaveCount(0);
  expect(calls).toHaveLength(0);
});

test('SB-03, SB-46 what staff does stands there at once, to the merchant as Paydesk’s', async ({
  page,
  paydesk,
  browser,
}) => {
  const { id } = await insertTransaction(paydesk, { status: 'FAILED' });
  await signIn(page, PEOPLE.staff);
  await openTransaction(page, id);
  const history = page.getByRole('region', { name: 'Timeline' });
  await expect(history.getByText(`by ${PEOPLE.staff.name}`)).toHaveCount(0);
  const dialog = await openAction(page, 'Mark as successful');
  await dialog.getByRole('button', { name: 'Mark as successful' }).click();
  await expect(history.getByText(`by ${PEOPLE.staff.name}`)).toBeVisible();
  await expect(history.getByText(/marked as successful by hand/)).toBeVisible();

  const elsewhere = await browser.newContext({ baseURL: paydesk.url });
  const theirs = await elsewhere.newPage();
  await signIn(theirs, PEOPLE.operator);
  await openTransaction(theirs, id);
  await expect(theirs.getByText('by Paydesk', { exact: true })).toBeVisible();
  await elsewhere.close();
});

test('SB-03, SB-46, SH-10..20 a merchant’s administrator reads the own audit log from the Business Profile, before and after, and takes it as JSON lines', async ({
  page,
}) => {
  await signIn(page, PEOPLE.owner);
  await page.goto('/merchant');
  await page.getByRole('main').getByRole('link', { name: 'audit log' }).click();
  await expect(page).toHaveURL(/\/merchant\/audit-log$/);
  const list = listOn(page, 'Audit Log');
  await expect(list.rows.first()).toBeVisible();
  await choose(page, list.filter('Action'), 'Update profile');
  const row = list.rows.first();
  await (await list.cell(row, 'Details')).getByText('Phone number').click();
  await expect(page).toHaveURL(/[?&]open=/);
  const changes = page.getByRole('dialog').getByRole('table', { name: 'Changes' });
  await expect(changes.getByRole('columnheader')).toHaveText(['Field', 'Before', 'After']);
  await page.keyboard.press('Escape');
  // by what the rows call it
  await list.filter('Record').fill('anna ozola');
  await expect(page).toHaveURL(/[?&]f_entityId=anna(\+|%20)ozola/);
  await expect(page.getByText('Record: anna ozola')).toBeVisible();
  await expect(list.rows.first()).toContainText('Anna Ozola');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'JSON lines' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^own-audit-logs_[\d-]+\.jsonl$/);
});
