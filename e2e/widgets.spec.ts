import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { insertMerchant, insertShippingMethod } from '../apps/server/src/seed/factories.ts';
import { insertWidget, type WidgetGiven } from '../apps/server/src/seed/factories/widgets.ts';
import type { WidgetRow } from '../apps/server/src/seed/tables.ts';
import type { Widget } from '../packages/contract/src/resources/widgets/widget.ts';
import { expect, test, type Paydesk } from './server.ts';
import { callAs, insertPerson, onDatabase, rowsOf, signIn } from './support.ts';

const chair = {
  reference: 'SKU-1',
  label: 'Oak chair',
  amount: 121,
  currency: 'EUR' as const,
  taxRate: 0.21,
  count: 2,
};

/** A merchant that no other test knows, with its people and these widgets. */
async function shopOf(paydesk: Paydesk, widgets: Omit<WidgetGiven, 'merchantId'>[] = []) {
  const { merchantId, made } = await onDatabase(paydesk, async (client) => {
    const { id: merchantId } = await insertMerchant(client);
    const made: WidgetRow[] = [];
    for (const given of widgets) made.push(await insertWidget(client, { ...given, merchantId }));
    return { merchantId, made };
  });
  const person = (userRole: 'MERCHANT_ADMIN' | 'MERCHANT_OPERATOR') =>
    insertPerson(paydesk, { merchantId, userRole, firstName: 'Rūta', lastName: 'Zvirbule' });
  return {
    merchantId,
    made,
    owner: await person('MERCHANT_ADMIN'),
    operator: await person('MERCHANT_OPERATOR'),
  };
}

const headed = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the button"]');
const items = (page: Page) => page.getByRole('table', { name: 'Order Items' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const widgetOf = (paydesk: Paydesk, person: { email: string }, id: string) =>
  callAs<Widget>(paydesk, person, `/api/widgets/${id}`);

const cell = (page: Page, item: number, label: string) =>
  page.getByLabel(`Item ${item}, ${label}`, { exact: true });

test('WD-01, WD-04, WD-20, WD-24, WD-34, WD-38, SM-23, RT-49 both types are created: the form begins as CHECKOUT, the message comes on the widget’s own screen', async ({
  page,
  paydesk,
}) => {
  const { owner } = await shopOf(paydesk);
  await signIn(page, owner);
  await page.goto('/widgets');
  await page.getByRole('link', { name: 'Create' }).first().click();
  await expect(page).toHaveURL('/widgets/add');
  const type = page.getByRole('combobox', { name: 'Type' });
  await expect(type).toHaveValue('CHECKOUT');
  // in view at the foot of a form that is longer than the window
  await page.setViewportSize({ width: 1440, height: 700 });
  await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeInViewport({
    ratio: 1,
  });
  await expect(type.locator('option')).toHaveText(['Checkout', 'Instant']);
  await expect(page.getByRole('combobox', { name: 'Currency' }).locator('option')).toHaveText([
    'EUR',
  ]);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill('Our checkout');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(headed(page, 'Our checkout')).toBeVisible();
  await expect(page.getByText('Widget successfully created')).toBeVisible();
  await expect(page).toHaveURL(/\/widget\/[0-9a-f-]{36}$/);

  await page.goto('/widgets/add');
  await page.getByLabel('Name').fill('Gift voucher');
  await type.selectOption('INSTANT');
  await page.getByRole('button', { name: 'Create' }).click();
  // nothing is sent without a total, and nothing typed is lost
  await expect(page.getByText('Total Amount is required')).toBeVisible();
  await page.getByLabel('Total Amount').fill('12,1');
  await page.getByLabel('Tax Rate').fill('21 %');
  const totals = page.getByLabel('Totals');
  await expect(totals).toContainText('10.00 EUR');
  await expect(totals).toContainText('2.10 EUR');
  // before it is saved the script draws what is typed
  await expect(preview(page).getByText('12.10 EUR')).toBeVisible();
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(headed(page, 'Gift voucher')).toBeVisible();
  const made = await widgetOf(paydesk, owner, page.url().split('/').at(-1)!);
  expect([made.type, made.amount, made.totalAmount, made.totalTaxRate]).toEqual([
    'INSTANT',
    10,
    12.1,
    0.21,
  ]);
  // the checkout itself, at a phone's width, out of what is typed: nothing of it is asked of anybody
  await page.getByRole('button', { name: 'At the checkout' }).click();
  const phone = page.frameLocator('iframe[title="What the shopper sees"]');
  await expect(phone.getByText('Continue to card · 12.10 EUR')).toBeVisible();
  await page.getByLabel('Total Amount').fill('13');
  await expect(phone.getByText('Continue to card · 13.00 EUR')).toBeVisible();
  await expect(phone.getByText(/takes 13.00 EUR/)).toHaveCount(0);
  await page.getByText('Recurring payment', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Interval' }).selectOption('MONTH');
  await expect(phone.getByText(/takes 13.00 EUR from your card now and every month/)).toBeVisible();
});

test('AM-108, WD-13, OR-09 the phone shows the choice of how to pay, and the deliveries after the address, as the shopper would find them; nothing is opened by it', async ({
  page,
  paydesk,
}) => {
  const { made, owner, merchantId } = await shopOf(paydesk, [
    { name: 'Basket', type: 'CHECKOUT' },
    { name: 'Sofa', type: 'INSTANT', items: [{ ...chair, label: 'Sofa', amount: 1200, count: 1 }] },
  ]);
  await onDatabase(paydesk, (client) =>
    insertShippingMethod(client, { merchantId, name: 'Two people carry it in' }),
  );
  await signIn(page, owner);
  const phone = page.frameLocator('iframe[title="What the shopper sees"]');
  const views = page.getByRole('group', { name: 'What the shopper sees' });
  await page.goto(`/widget/${made[0]!.id}`);
  await views.getByRole('button', { name: 'At the checkout' }).click();
  await expect(phone.getByRole('button', { name: 'Continue to delivery' })).toBeAttached();
  await views.getByRole('button', { name: 'Delivery' }).click();
  await expect(phone.getByRole('heading', { name: 'Delivery and payment' })).toBeAttached();
  const ways = (name: string) => phone.locator('label.way', { hasText: name });
  await expect(ways('Two people carry it in')).toContainText('Free');
  // a shop that is asked what it costs names the price when it is chosen
  const asks = `update merchants set delivery_cost_calculation_url = $2 where id = $1`;
  await rowsOf(paydesk, asks, [merchantId, 'https://shop.test/cost']);
  await page.reload();
  await views.getByRole('button', { name: 'Delivery' }).click();
  await expect(ways('Two people carry it in')).toContainText('Priced by the shop');
  await expect(ways('Card')).toContainText('All at once');
  await expect(ways('Instalments')).toContainText(
    /[\d'.]+\sEUR\sa\smonth\sfor\s\d+\smonths · APR\s[\d.]+\s% · [\d'.]+\sEUR\sin\sall/,
  );
  // of another type nothing is delivered: the page that stands there is the first
  await page.getByRole('combobox', { name: 'Type' }).selectOption('INSTANT');
  await page.getByLabel('Total Amount').fill('0,5');
  await expect(phone.getByRole('button', { name: 'Continue to card · 0.50 EUR' })).toBeAttached();
  await expect(views.getByRole('button', { name: 'Delivery' })).toHaveCount(0);

  await page.goto(`/widget/${made[1]!.id}`);
  await views.getByRole('button', { name: 'At the checkout' }).click();
  await expect(ways('Instalments')).toBeAttached();
  await expect(views.getByRole('button', { name: 'Delivery' })).toHaveCount(0);
  // what repeats is paid by card
  await page.getByText('Recurring payment', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Interval' }).selectOption('MONTH');
  await expect(ways('Instalments')).toHaveCount(0);
  await expect(
    phone.getByRole('button', { name: "Continue to card · 1'200.00 EUR" }),
  ).toBeAttached();
  const begun = await rowsOf(paydesk, 'select from checkouts where merchant_id = $1', [merchantId]);
  expect(begun).toHaveLength(0);
});

test('WD-05, WD-06, WD-17, WD-25, WD-28, WD-31..33, WD-35 items are added, changed and deleted, with totals at once; one save keeps them', async ({
  page,
  paydesk,
}) => {
  const { made, owner } = await shopOf(paydesk, [
    { name: 'Chairs', type: 'INSTANT', items: [chair] },
    { name: 'Plain', type: 'CHECKOUT' },
  ]);
  await signIn(page, owner);
  await page.goto(`/widget/${made[1]!.id}`);
  await expect(headed(page, 'Plain')).toBeVisible();
  await expect(items(page)).toHaveCount(0);
  await page.goto(`/widget/${made[0]!.id}`);
  await expect(items(page).locator('tbody tr')).toHaveCount(1);
  const authorization = page.getByLabel('Order Authorization');
  await expect(authorization).not.toBeEditable();
  await expect(authorization).toHaveAccessibleDescription(/^Only the total of this widget can be/);

  const rows = items(page).locator('tbody tr');
  const add = page.getByRole('button', { name: 'Add item' });
  await add.click();
  await expect(cell(page, 2, 'Reference')).toBeFocused();
  // a share of the contract, a percent for people
  await expect(cell(page, 2, 'Tax Rate')).toHaveValue('21');
  await expect(cell(page, 2, 'Count')).toHaveValue('1');
  // one that is not whole yet is told of only where somebody has been
  await expect(items(page).locator('[aria-invalid]')).toHaveCount(0);
  await cell(page, 2, 'Amount').fill('1.234');
  await cell(page, 2, 'Tax Rate').fill('0.21');
  await cell(page, 2, 'Count').fill('a');
  await cell(page, 2, 'Label').focus();
  await expect(items(page).locator('[aria-invalid]')).toHaveCount(4);
  await save(page);
  for (const [label, message] of [
    ['Reference', 'Reference is required'],
    ['Label', 'Label is required'],
    ['Amount', 'At most 2 decimal places'],
    ['Tax Rate', 'Value must be a whole percent from 0 to 100'],
    ['Count', 'Value must be a number'],
  ] as const)
    await expect(cell(page, 2, label)).toHaveAccessibleDescription(message);
  await expect(cell(page, 2, 'Reference')).toBeFocused();
  // it counts once it is whole, at each key
  await expect(page.getByLabel('Totals')).toContainText('242.00 EUR');
  for (const text of ['SKU-2', 'Wool rug', '10', '0', '1']) {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(items(page).locator('[aria-invalid]')).toHaveCount(0);
  await expect(page.getByLabel('Totals')).toContainText('252.00 EUR');
  await cell(page, 2, 'Count').fill('3');
  await expect(rows.nth(1)).toContainText('30.00');
  await expect(page.getByLabel('Totals')).toContainText('272.00 EUR');
  // below the last one Enter begins another, which asks nothing as it goes: nothing stands in it
  await page.keyboard.press('Enter');
  await expect(cell(page, 3, 'Reference')).toBeFocused();
  await page.getByRole('button', { name: 'Delete item 3' }).click();
  await expect(rows).toHaveCount(2);

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Delete Oak chair' }).click();
  await expect(dialog).toContainText('Delete Oak chair?');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Delete Oak chair' }).click();
  await dialog.getByRole('button', { name: 'Delete item' }).click();
  await expect(rows).toHaveCount(1);
  await expect(add).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, 1, 'Reference')).toBeFocused();
  await expect(cell(page, 1, 'Label')).toHaveValue('Oak chair');
  await expect(page.getByLabel('Totals')).toContainText('272.00 EUR');
  await page.getByRole('button', { name: 'Delete Oak chair' }).click();
  await dialog.getByRole('button', { name: 'Delete item' }).click();

  // what the server alone refuses stands by the item, and the form is as it was
  await page.route(`**/api/widgets/${made[0]!.id}`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 400,
          json: {
            errorCode: 'VALIDATION_FAILURE',
            message: 'Some values are refused',
            errors: [{ field: 'config.items[0].amount', message: 'At most 2 decimal places' }],
            requestId: 'r',
          },
        })
      : route.fallback(),
  );
  await save(page);
  await expect(cell(page, 1, 'Amount')).toHaveAccessibleDescription('At most 2 decimal places');
  await expect(cell(page, 1, 'Amount')).toBeFocused();
  await page.unrouteAll();
  await save(page);
  await expect(page.getByText('Widget successfully updated.')).toBeVisible();
  const { config, totalAmount } = await widgetOf(paydesk, owner, made[0]!.id);
  expect(totalAmount).toBe(30);
  expect(config.items).toEqual([
    { reference: 'SKU-2', label: 'Wool rug', amount: 10, currency: 'EUR', taxRate: 0, count: 3 },
  ]);
});

test('WD-15, WD-16, AM-20, GT-26 a type without items asks first: cancel keeps both, yes deletes them; PAYMENT is shown where it is stored', async ({
  page,
  paydesk,
}) => {
  const many = Array.from({ length: 21 }, (_, at) => ({ ...chair, label: `Chair ${at + 1}` }));
  const { made, owner } = await shopOf(paydesk, [
    { name: 'Chairs', type: 'INSTANT', items: many },
    { name: 'Deposit', type: 'PAYMENT', totalAmount: 250 },
  ]);
  await signIn(page, owner);
  await page.goto(`/widget/${made[0]!.id}`);
  const rows = items(page).locator('tbody tr');
  const size = page.getByRole('navigation', { name: 'Pages' }).getByRole('combobox');
  await expect(size.locator('option')).toHaveText(['10', '20', '50']);
  await expect(rows).toHaveCount(10);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(cell(page, 11, 'Label')).toHaveValue('Chair 11');
  await size.selectOption('50');
  await expect(rows).toHaveCount(21);

  const type = page.getByRole('combobox', { name: 'Type' });
  const question = page.getByRole('dialog');
  await type.selectOption('CHECKOUT');
  await expect(question).toContainText('All items will be deleted');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(type).toHaveValue('INSTANT');
  await expect(rows).toHaveCount(21);

  await type.selectOption('CHECKOUT');
  await question.getByRole('button', { name: 'Change type and delete items' }).click();
  await expect(type).toHaveValue('CHECKOUT');
  await expect(items(page)).toHaveCount(0);
  const authorization = page.getByLabel('Order Authorization');
  await expect(authorization).toHaveValue('Callback');
  await expect(authorization).toHaveAccessibleDescription(/your Order Verification URL is asked/);
  // not yet: only saving makes it so
  expect((await widgetOf(paydesk, owner, made[0]!.id)).config.items).toHaveLength(21);
  await save(page);
  await expect(page.getByText('Widget successfully updated.')).toBeVisible();
  const after = await widgetOf(paydesk, owner, made[0]!.id);
  expect([after.type, after.config.items]).toEqual(['CHECKOUT', []]);

  await page.goto(`/widget/${made[1]!.id}`);
  await expect(type).toHaveValue('PAYMENT');
  await expect(type.locator('option')).toHaveText(['Checkout', 'Instant', 'Payment']);
});

test('WD-02, WD-03, WD-07, WD-08, WD-36, WD-37, RT-50, RT-51, AM-99 detail and clone from the list; Disable and Activate at once', async ({
  page,
  paydesk,
}) => {
  const { made, owner } = await shopOf(paydesk, [
    {
      name: 'Chairs',
      type: 'INSTANT',
      items: [chair],
      totalLabel: 'Two chairs',
      totalTaxRate: '0.21',
    },
  ]);
  const { id } = made[0]!;
  await signIn(page, owner);
  await page.goto('/widgets');
  await expect(page.getByRole('columnheader')).toHaveText(
    [
      'ID',
      'Name',
      'Type',
      'Order Authorization',
      'Status',
      'Creation Method',
      'Total Amount',
      'Created',
      'Created By',
      'Links',
    ].map((label) => new RegExp(label)),
  );
  await page.getByRole('link', { name: 'Clone' }).click();
  // the address is the form's once the form is there
  await expect(page.getByLabel('Name')).toHaveValue('Copy of Chairs');
  const search = new URL(page.url()).searchParams;
  expect(Object.fromEntries(search)).toEqual({
    id,
    type: 'INSTANT',
    totalAmount: '242',
    totalCurrency: 'EUR',
    totalLabel: 'Two chairs',
    orderAuthorizationType: 'WIDGET_TOTAL_AMOUNT',
    totalTaxRate: '0.21',
  });
  await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('INSTANT');
  await expect(page.getByLabel(/^Label/)).toHaveValue('Two chairs');
  await expect(page.getByLabel('Order Authorization')).toHaveValue('Widget total amount');
  await expect(items(page).locator('tbody tr')).toHaveCount(1);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(headed(page, 'Copy of Chairs')).toBeVisible();

  // without items the total is the address’s own
  await page.goto(
    '/widgets/add?type=INSTANT&totalAmount=12.5&totalCurrency=EUR&totalLabel=Tea&totalTaxRate=0.12',
  );
  await expect(page.getByLabel('Total Amount')).toHaveValue('12.50');
  await expect(page.getByLabel('Currency')).toHaveValue('EUR');
  await expect(page.getByLabel(/^Label/)).toHaveValue('Tea');
  await expect(page.getByLabel('Tax Rate')).toHaveValue('12');

  await page.goto('/widgets');
  await page.locator(`tr[data-href="/widget/${id}"]`).click();
  await expect(headed(page, 'Chairs')).toBeVisible();
  // unsaved words survive what stands beside them
  await page.getByLabel('Name').fill('Four chairs');
  const actions = page.getByRole('region', { name: 'Actions' });
  await actions.getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText('Widget successfully disabled.')).toBeVisible();
  // said at its head, and done among its actions alone: of a phone they stand right below
  await expect(page.getByText('Disabled: nobody can pay by it.')).toBeVisible();
  const activate = page.getByRole('main').getByRole('button', { name: 'Activate' });
  await expect(activate).toHaveCount(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(activate).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
  await activate.click();
  await expect(page.getByText('Widget successfully activated.')).toBeVisible();
  await expect(activate).toHaveCount(0);
  await expect(page.getByText('nobody can pay by it')).toHaveCount(0);
  await actions.getByRole('button', { name: 'Disable' }).click();
  await actions.getByRole('button', { name: 'Activate' }).click();
  await expect(actions.getByRole('button', { name: 'Disable' })).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Four chairs');
});

test('RO-18, RO-19, RO-27, RO-28, AM-105 an operator sees list, widget and code, and finds nothing to change them by', async ({
  page,
  paydesk,
}) => {
  const { made, operator } = await shopOf(paydesk, [
    { name: 'Chairs', type: 'INSTANT', items: [chair] },
  ]);
  await signIn(page, operator);
  await page.goto('/widgets');
  await expect(page.locator('tbody tr')).toHaveCount(1);
  for (const name of ['Create', 'Clone'])
    await expect(page.getByRole('link', { name })).toHaveCount(0);
  await page.locator('tbody tr').click();
  await expect(headed(page, 'Chairs')).toBeVisible();
  await expect(items(page).locator('tbody tr')).toHaveCount(1);
  await expect(page.getByText('242.00 EUR').first()).toBeVisible();
  await expect(page.getByText(`data-widget="${made[0]!.id}"`)).toBeVisible();
  for (const name of ['Save', 'Add item', 'Delete Oak chair', 'Disable'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await page.goto('/widgets/add');
  await expect(page.getByText(/CREATE_MERCHANT_WIDGET/)).toBeVisible();
});

test('AM-108, SB-51 where the code to copy names another host than the console is open at, the preview is drawn all the same, and the browser has nothing to say', async ({
  page,
  paydesk,
}) => {
  const { made, owner } = await shopOf(paydesk, [
    { name: 'Chairs', type: 'INSTANT', items: [chair], totalLabel: 'Two chairs' },
  ]);
  const { id } = made[0]!;
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text());
  });
  await signIn(page, owner);
  await page.route(`**/api/widgets/${id}`, async (route) => {
    const answer = await route.fetch();
    const widget = (await answer.json()) as Widget;
    const htmlCode = widget.htmlCode.replaceAll(paydesk.url, 'https://pay.elsewhere.test');
    expect(htmlCode).toContain('https://pay.elsewhere.test/widget.js');
    await route.fulfill({ response: answer, json: { ...widget, htmlCode } });
  });
  await page.goto(`/widget/${id}`);
  await expect(preview(page).getByRole('link', { name: 'Two chairs' })).toContainText('EUR');
  await expect(page.getByLabel('The code')).toContainText('https://pay.elsewhere.test/widget.js');
  expect(said).toEqual([]);
});

test('AM-108, SB-34, SB-35 the preview and a page of another site run the same code: the button, escaped, opens /pay; disabled, it says so', async ({
  page,
  paydesk,
}) => {
  const label = `"><script>alert(1)</script> & 'tea'`;
  const { made, owner } = await shopOf(paydesk, [
    { name: 'Tea', type: 'INSTANT', totalAmount: 1249.9, totalLabel: label },
  ]);
  const { id } = made[0]!;
  page.on('dialog', () => expect.soft(false, 'a script out of a label ran').toBe(true));
  await signIn(page, owner);
  await page.goto(`/widget/${id}`);
  const button = preview(page).getByRole('link', { name: label });
  await expect(button).toContainText("1'249.90 EUR");
  await expect(button).toHaveAttribute('href', `${paydesk.url}/pay/${id}`);
  const { htmlCode } = await widgetOf(paydesk, owner, id);
  const shown = await page.locator('iframe').getAttribute('srcdoc');
  expect(shown).toContain(htmlCode);
  // of no origin: nothing of the console is in its reach
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', /^(?!.*allow-same-origin)/);
  await page.getByRole('button', { name: 'Copy code' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();

  const shop = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html',
      // as strict as a shop’s policy may be
      'content-security-policy': `default-src 'none'; script-src ${paydesk.url}; connect-src ${paydesk.url}`,
    });
    response.end(`<!doctype html><title>Shop</title><p>Tea</p>${htmlCode}${htmlCode}`);
  });
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
  try {
    const address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;
    await page.goto(address);
    const buttons = page.getByRole('link', { name: label });
    await expect(buttons).toHaveCount(2);
    await expect(buttons.first()).toContainText("1'249.90 EUR");
    const opened = page.context().waitForEvent('page');
    await buttons.first().click();
    const pay = await opened;
    await expect(pay).toHaveURL(/\/pay\/c\/[\w-]{36}$/);
    await expect(
      pay.getByRole('button', { name: "Continue to card · 1'249.90 EUR" }),
    ).toBeVisible();
    await callAs(paydesk, owner, `/api/widgets/${id}/disable`, { method: 'PUT' });
    const later = await page.context().newPage();
    await later.goto(`/pay/${id}`);
    await expect(later.getByRole('main').getByText(/not available/)).toHaveCount(1);
    await expect(later.getByText(/ask there how else to pay/)).toBeVisible();
    await later.close();
    await page.reload();
    await expect(page.getByText('Not available now').first()).toBeVisible();
    await expect(page.locator('a[href*="/pay/"]').first()).not.toBeVisible();
  } finally {
    shop.close();
  }
});

test('WD-02, WD-34, AM-108 the code stands line by line, as it is copied, in sight once a widget is made; the phone is as high as a button, which stands in its middle', async ({
  page,
  paydesk,
}) => {
  const { made, owner } = await shopOf(paydesk, [{ name: 'Chairs', type: 'CHECKOUT' }]);
  await signIn(page, owner);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/widget/${made[0]!.id}?created=true`);
    await expect(page.getByText('Widget successfully created')).toBeVisible();
    const code = page.getByLabel('The code', { exact: true });
    await expect(code).toContainText(`data-widget="${made[0]!.id}"`);
    const { height, line, over } = await code.evaluate((pre) => ({
      height: pre.clientHeight,
      line: parseFloat(getComputedStyle(pre).lineHeight) || 20,
      over: document.documentElement.scrollWidth - innerWidth,
    }));
    // two lines, a scroll bar perhaps, and what stands around them
    expect(height, `${width} wide`).toBeLessThan(4.5 * line);
    expect(over).toBeLessThanOrEqual(0);
    for (const name of ['Copy code', 'Copy basket code'])
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    const phone = page.locator('iframe[title="Preview of the button"]');
    expect((await phone.boundingBox())!.height).toBeLessThan(160);
    const button = preview(page).getByRole('link', { name: 'Chairs' });
    await expect(button).toBeVisible();
    expect(await button.evaluate(isInMiddle)).toBe(true);
    // in the place that was kept for it
    await expect(phone).toHaveCSS('opacity', '1');
  }
});

/** Of the page that it stands in. */
function isInMiddle(element: Element): boolean {
  const { left, right } = element.getBoundingClientRect();
  return Math.abs(left + right - innerWidth) < 4;
}
