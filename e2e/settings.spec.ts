import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { headersOf, listOn, watchCalls } from './lists.ts';
import { actionOf } from './people.ts';
import { expect, test } from './server.ts';
import { insertPerson, merchantId, onDatabase, PEOPLE, rowsOf, signIn } from './support.ts';

/** A page that was just opened has no head yet. */
const hasColumns = (table: Locator, labels: string) =>
  expect.poll(() => headersOf(table)).toEqual(labels.split('|'));

const heading = (name: string) => ({ level: 1, name }) as const;
const boxOf = async (of: Locator) => (await of.boundingBox())!;

test('ST-01..03, AM-05 a rule, from the list to its detail, to what it said and to what it looked at', async ({
  page,
  paydesk,
}) => {
  const [expected] = await rowsOf<{ count: number }>(
    paydesk,
    `select count(*)::int as count from rules_evaluation_results e join rules r on r.id = e.rule_id
     where r.code = 'MAX_AMOUNT' and e.subject_type = 'TRANSACTION' and e.result = 'REVIEW'`,
  );
  await signIn(page, PEOPLE.technical);
  await page.goto('/settings/rules');
  const rules = listOn(page, 'Rules');
  await hasColumns(rules.table, 'ID|Name|Code|Type|Severity|Threshold|Active|Updated');
  // money is money, and a number says what it counts; where no head is above it too
  const limits = { MAX_AMOUNT: "5'000.00 EUR", PAYMENTS_AN_HOUR: '10 payments an hour' };
  for (const [code, limit] of Object.entries(limits))
    await expect(await rules.cell(rules.rows.filter({ hasText: code }), 'Threshold')).toHaveText(
      limit,
    );
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [code, limit] of Object.entries(limits))
    await expect(page.getByRole('listitem').filter({ hasText: code })).toContainText(
      `Threshold: ${limit}`,
    );
  await page.setViewportSize({ width: 1440, height: 900 });
  await rules.filter('Type').selectOption('Limit');
  await expect(rules.rows).toHaveCount(2);
  await rules.rows.filter({ hasText: 'Payment above the limit' }).getByRole('link').click();
  await expect(page.getByRole('heading', heading('Payment above the limit'))).toBeVisible();
  await expect(page.getByText('MAX_AMOUNT')).toBeVisible();
  await expect(page.getByText('High', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Rule Results' }).last().click();
  const results = listOn(page, 'Rule Results');
  await hasColumns(
    results.table,
    'ID|Rule|Subject Type|Subject ID|Merchant|Result|Score|Details|Created',
  );
  await expect(results.chips.getByRole('listitem')).toHaveCount(1);
  await results.filter('Subject Type').selectOption('Transaction');
  await results.filter('Result').selectOption('To review');
  await expect(results.rows).toHaveCount(expected!.count);
  await expect(results.rows.filter({ hasNotText: 'Payment above the limit' })).toHaveCount(0);
  const subject = await results.cell(results.rows.first(), 'Subject ID');
  await subject.getByRole('link').click();
  await expect(page).toHaveURL(/\/transactions\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('EUR');
});

test('GT-12, ST-04, ST-05, CS-17 card ranges as a list and as a file, and the settings of an application', async ({
  page,
}) => {
  await signIn(page, PEOPLE.technical);
  await page.goto('/settings/bin-ranges');
  const ranges = listOn(page, 'BIN Ranges');
  const labels = 'ID|From|To|Scheme|Card Type|Issuer|Country|Active|Updated';
  await hasColumns(ranges.table, labels);
  // what is not on says so by a word that is seen
  const off = await ranges.cell(ranges.rows.filter({ hasText: '41770000' }), 'Active');
  expect((await off.getByText('No', { exact: true }).boundingBox())!.width).toBeGreaterThan(8);
  const on = await ranges.cell(ranges.rows.filter({ hasText: '40250000' }), 'Active');
  expect((await on.getByText('Yes', { exact: true }).boundingBox())!.width).toBeGreaterThan(24);
  await expect(on.locator('svg')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('listitem').filter({ hasText: '40250000' })).toContainText(
    /40250000\s*– 40254999/,
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await ranges.filter('Scheme').selectOption('American Express');
  await ranges.table.getByRole('button', { name: 'From' }).click();
  await expect(ranges.rows).toHaveCount(3);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  const [head, ...rows] = text.replace('\uFEFF', '').trim().split('\r\n');
  expect(head).toBe(`${labels.replaceAll('|', ',')},Product`);
  expect(rows).toHaveLength(3);

  await page.goto('/settings/meta-data');
  const settings = listOn(page, 'Meta Data');
  await hasColumns(settings.table, 'Key|Value|Application|Description|Updated|Updated By|Links');
  await settings.filter('Application').selectOption('Payment app');
  await settings.filter('Key').fill('expire');
  await expect(settings.rows).toHaveText([/^purchases\.expire\.days30Payment app/]);
  // who may not change them has no menu
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
});

test('AM-14, CU-08, FI-04, ST-03 what wants doing is one press away where most of a list went well', async ({
  page,
}) => {
  await signIn(page, PEOPLE.staff);
  for (const [address, title, preset, said] of [
    ['/recurring-dues', 'Charges Due', 'Not paid', /Missed|Unpaid|Declined, tried again/],
    ['/rules-evaluation-results', 'Rule Results', 'To review', /To review/],
    ['/rules-evaluation-results', 'Rule Results', 'Rejected', /Rejected/],
    ['/screening', 'Screening', 'Possible match', /Possible match/],
    ['/financing/consumer-credits-refunds', 'Loan Refunds', 'Waiting', /Requested/],
  ] as const) {
    await page.goto(address);
    const list = listOn(page, title);
    // and says how many that are
    const press = page.getByRole('button', { name: new RegExp(`^${preset} [\\d']+$`) });
    await press.click();
    await expect(press).toHaveAttribute('aria-pressed', 'true');
    await expect(list.rows.filter({ hasNotText: said })).toHaveCount(0);
    await expect(list.rows.filter({ hasText: said }).first()).toBeVisible();
    await press.click();
    await expect(page).toHaveURL(address);
  }
});

test('AM-118 an administrator changes a setting, within its range, and its history says so', async ({
  page,
}) => {
  await signIn(page, PEOPLE.staff);
  await page.goto('/settings/meta-data');
  const settings = listOn(page, 'Meta Data');
  const row = settings.rows.filter({ hasText: 'support.phone' });
  await row.getByRole('button', { name: 'Actions for support.phone' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit support.phone' });
  await dialog.getByLabel('Phone').fill('nobody');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Phone must be a phone number')).toBeVisible();
  await dialog.getByLabel('Phone').fill('+371 6700 1111');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').last()).toContainText('Setting updated successfully');
  await expect(row).toContainText('+371 6700 1111');

  await row.getByRole('link', { name: 'Change history' }).click();
  await expect(listOn(page, 'Audit Logs').rows.first()).toContainText('Update setting');
});

test('ST-10, ST-11, SB-45, AM-46 what everybody is told, and one for customers as they read it', async ({
  page,
  paydesk,
}) => {
  await signIn(page, PEOPLE.staff);
  const told = watchCalls(page, '/api/announcements');
  await page.goto('/announcements');
  const all = listOn(page, 'Announcements');
  await hasColumns(all.table, 'ID|Title|Application|Status|Valid From|Valid To|Active|Created');
  await expect(all.rows.filter({ hasText: 'Withdrawn' })).toHaveCount(1);
  await all.filter('Application').selectOption('Back office');
  await expect(all.rows).toHaveCount(1);
  expect(told).toHaveLength(0);

  // written past everything that cleans it
  const script = '<p>Read <a href="https://portal.paydesk.test/">this</a></p>';
  await onDatabase(paydesk, (client) =>
    client.query(`update customers_announcements set text = $1 where title = 'Pay with one tap'`, [
      `${script}<img src="x" onerror="document.title='harm'"><script>document.title='harm'</script>`,
    ]),
  );
  await page.goto('/customers-announcements');
  const customers = listOn(page, 'Customer Announcements');
  await hasColumns(
    customers.table,
    'ID|Title|Language|Segment|Status|Valid From|Valid To|Active|Created',
  );
  const filtered = page.waitForResponse(/customers-announcements\?.*f_language=EN/);
  await customers.filter('Language').selectOption('English');
  await filtered;
  await expect(customers.rows.filter({ hasNotText: 'English' })).toHaveCount(0);
  await customers.rows.filter({ hasText: 'one tap' }).getByRole('link').click();
  await expect(page.getByRole('heading', heading('Pay with one tap'))).toBeVisible();
  await expect(page.getByLabel('Segment')).toHaveValue('ALL');
  const text = page.getByRole('region', { name: 'Preview' });
  await expect(text.getByRole('link', { name: 'this' })).toBeVisible();
  await expect(text.locator('img, script')).toHaveCount(0);
  await expect(page).toHaveTitle('Pay with one tap · Paydesk');
});

test('SB-45, AM-46 staff announce something: typed, seen as it will be read, made, changed by two, and deleted', async ({
  page,
  paydesk,
}) => {
  await signIn(page, PEOPLE.staff);
  await page.goto('/announcements');
  await page.getByRole('button', { name: 'New announcement' }).click();
  const dialog = page.getByRole('dialog', { name: 'New announcement' });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Title').fill('Works on Sunday');
  await dialog.getByLabel('Text').fill('<p>From <b>ten</b></p><script>1</script>');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview.locator('b')).toHaveText('ten');
  await expect(preview).toContainText('Works on Sunday');
  await dialog.getByLabel('Valid From', { exact: true }).fill('31.02.2031 10:00');
  await dialog.getByRole('button', { name: 'Create announcement' }).click();
  await expect(dialog.getByText('Value must be a date and a time')).toBeVisible();
  await dialog.getByLabel('Valid From', { exact: true }).fill('5.3.2031 7:30');
  await expect(preview).toContainText('05.03.2031');
  await dialog.getByRole('button', { name: 'Create announcement' }).click();
  await expect(page.getByRole('heading', heading('Works on Sunday'))).toBeVisible();
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Valid From', { exact: true })).toHaveValue('05.03.2031 07:30');

  // somebody else ends it while this one is open
  await onDatabase(paydesk, (client) =>
    client.query(`update announcements set title = 'Theirs' where title = 'Works on Sunday'`),
  );
  await page.getByLabel('Title').fill('Mine');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // beside what is printed alone
  await expect(page.getByText('Theirs').filter({ visible: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', heading('Mine'))).toBeVisible();

  await (await actionOf(page, 'Delete')).click();
  const question = page.getByRole('dialog', { name: 'Delete Mine?' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Delete announcement' }).click();
  await expect(page).toHaveURL(/\/announcements$/);
  const list = listOn(page, 'Announcements');
  await expect(list.rows.filter({ hasText: 'Withdrawn' })).toHaveCount(1);
  await expect(list.rows.filter({ hasText: 'Mine' })).toHaveCount(0);
});

test('AM-117, SB-45 a form says a thing once, has from and until in one line, and is no wider than on a page of its own', async ({
  page,
}) => {
  await signIn(page, PEOPLE.staff);
  await page.goto('/settings/installation');
  const logo = page.getByRole('region', { name: 'Logo' });
  await expect(logo.getByRole('group', { name: 'Logo' })).toBeVisible();
  const { height: said } = await boxOf(logo.locator('legend'));
  expect(said, 'its card says it already').toBeLessThan(4);
  const main = await boxOf(page.getByRole('main'));
  const [first, last] = [
    await boxOf(page.getByRole('region', { name: 'Provider' })),
    await boxOf(logo),
  ];
  const margins = [first.x - main.x, main.x + main.width - (last.x + last.width)].map(Math.round);
  expect(margins[1], 'as far from the edge as at the left').toBe(margins[0]);

  await page.goto('/announcements');
  await listOn(page, 'Announcements').rows.first().getByRole('link').first().click();
  const from = await boxOf(page.getByRole('textbox', { name: /^Valid From/ }));
  const until = await boxOf(page.getByRole('textbox', { name: /^Valid To/ }));
  expect(until.y).toBe(from.y);
  expect(until.x + until.width - from.x).toBeLessThanOrEqual(560);
});

test('DL-01..03 who delivers is filled in: a method with its point, a company that offers it', async ({
  page,
}) => {
  await signIn(page, PEOPLE.staff);
  await page.goto('/delivery/methods');
  await page.getByRole('button', { name: 'New method' }).click();
  const method = page.getByRole('dialog', { name: 'New delivery method' });
  await expect(method).toBeVisible();
  await method.getByLabel('Name').fill('By bicycle');
  await method.getByLabel('Type').selectOption('PICKUP_POINT');
  await method.getByRole('button', { name: 'Create method' }).click();
  await expect(page.getByRole('heading', heading('By bicycle'))).toBeVisible();
  // in the middle of a list that is empty stands what its head has too
  await page.getByRole('button', { name: 'New pickup point' }).last().click();
  const point = page.getByRole('dialog', { name: 'New pickup point' });
  await expect(point).toBeVisible();
  const texts = { 'External ID': 'B-1', Name: 'Kiosk', City: 'Riga', Address: 'Market 1' };
  for (const [label, text] of Object.entries(texts))
    await point.getByLabel(label, { exact: true }).fill(text);
  await point.getByLabel('Country').selectOption('LV');
  await point.getByLabel('Postal Code').fill('LV-1050');
  await point.getByRole('button', { name: 'Create pickup point' }).click();
  const points = listOn(page, 'Pickup Points');
  await expect(points.rows).toHaveCount(1);
  // what hangs on it says why it stays
  await expect(await actionOf(page, 'Delete')).toContainText(
    'It has 1 pickup point: switch it off instead',
  );
  await page.keyboard.press('Escape');

  await page.goto('/delivery/companies');
  await page.getByRole('button', { name: 'New company' }).click();
  const company = page.getByRole('dialog', { name: 'New delivery company' });
  await expect(company).toBeVisible();
  await company.getByLabel('Name', { exact: true }).fill('Pedal');
  await company.getByLabel('Code').fill('AMBER');
  await company.getByLabel('Country').selectOption('LV');
  await company.getByRole('checkbox', { name: 'By bicycle' }).check();
  await company.getByRole('button', { name: 'Create company' }).click();
  await expect(company.getByText('Another company has this Code')).toBeVisible();
  await company.getByLabel('Code').fill('PEDAL');
  await company.getByRole('button', { name: 'Create company' }).click();
  await expect(page.getByRole('heading', heading('Pedal'))).toBeVisible();
  // what it offers stands there once, and stays, whatever else is changed
  const offers = listOn(page, 'Methods').rows;
  await expect(offers).toHaveCount(1);
  await expect(page.getByRole('checkbox', { name: 'By bicycle' })).toHaveCount(0);
  const edit = async (name: string) => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = page.getByRole('dialog', { name: `Edit ${name}` });
    const offered = form.getByRole('checkbox', { name: 'By bicycle' });
    await expect(offered).toBeChecked();
    return { form, offered, save: form.getByRole('button', { name: 'Save', exact: true }) };
  };
  const renamed = await edit('Pedal');
  await renamed.form.getByLabel('Name', { exact: true }).fill('Pedals');
  await renamed.save.click();
  await expect(page.getByRole('heading', heading('Pedals'))).toBeVisible();
  await expect(offers).toHaveCount(1);
  const emptied = await edit('Pedals');
  await emptied.offered.uncheck();
  await emptied.save.click();
  await expect(page.getByText('This company offers no method.')).toBeVisible();
  await (await actionOf(page, 'Delete')).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete company' }).click();
  await expect(page).toHaveURL(/\/delivery\/companies$/);

  await page.goto('/delivery/methods?f_name=bicycle');
  await listOn(page, 'Delivery Methods').rows.getByRole('link').click();
  await page.getByRole('button', { name: 'Actions for Kiosk' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete pickup point' }).click();
  await expect(page.getByText('This method has no pickup points.')).toBeVisible();
  await (await actionOf(page, 'Delete')).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete method' }).click();
  await expect(page).toHaveURL(/\/delivery\/methods/);
});

test('DL-01..05, AM-29 who delivers: a company, its method, the method’s points and companies', async ({
  page,
}) => {
  await signIn(page, PEOPLE.staff);
  await page.goto('/delivery/companies');
  const companies = listOn(page, 'Delivery Companies');
  await hasColumns(companies.table, 'ID|Name|Code|Country|Active|Methods');
  await companies.rows.filter({ hasText: 'Gulf Couriers' }).getByRole('link').click();
  await expect(page.getByRole('heading', heading('Gulf Couriers'))).toBeVisible();
  const methods = listOn(page, 'Methods');
  await expect(methods.rows).toHaveCount(3);
  await methods.rows.filter({ hasText: 'Amber Lockers' }).getByRole('link').click();

  await expect(page.getByRole('heading', heading('Amber Lockers'))).toBeVisible();
  const points = listOn(page, 'Pickup Points');
  await hasColumns(
    points.table,
    'ID|External ID|Name|Country|City|Address|Postal Code|Active|Actions',
  );
  await expect(points.rows).toHaveCount(50);
  await points.pages.getByRole('button', { name: 'Next' }).click();
  await expect(points.rows).toHaveCount(10);
  await page.getByRole('link', { name: 'Companies', exact: true }).click();
  await expect(listOn(page, 'Companies').rows).toHaveCount(3);
  await page.goBack();
  await expect(points.rows).toHaveCount(10);

  await page.goto('/delivery/methods');
  const all = listOn(page, 'Delivery Methods');
  await hasColumns(all.table, 'ID|Name|Company|Type|Active');
  await all.filter('Company').fill('north');
  await expect(all.rows).toHaveCount(3);
  await all.filter('Company').fill('');
  await all.rows.filter({ hasText: 'Two-man freight' }).getByRole('link').click();
  await expect(page.getByText('No company offers this method.')).toBeVisible();
  await page.getByRole('link', { name: 'Pickup points' }).click();
  await expect(page.getByText('This method has no pickup points.')).toBeVisible();
});

test('DL-06 which merchant agreed about which method; none of it is for a merchant', async ({
  page,
  paydesk,
}) => {
  await signIn(page, PEOPLE.staff);
  await page.goto('/delivery/merchants');
  const agreed = listOn(page, 'Delivery Merchants');
  await hasColumns(agreed.table, 'Merchant|Delivery Method|External ID|Enabled|Created');
  await agreed.filter('Merchant').fill('Baltic');
  await expect(agreed.rows).toHaveCount(3);
  await agreed.rows.getByRole('link', { name: 'Coast Post parcel' }).click();
  await expect(page.getByRole('heading', heading('Coast Post parcel'))).toBeVisible();

  const person = await insertPerson(paydesk, { merchantId: await merchantId(paydesk) });
  await page.evaluate(() => localStorage.clear());
  await signIn(page, person);
  await page.goto('/delivery/merchants');
  await expect(
    page.getByRole('heading', { name: 'You are not allowed to see this page.' }),
  ).toBeVisible();
});
