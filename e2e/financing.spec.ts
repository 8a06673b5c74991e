import type { Page } from '@playwright/test';
import { insertLender } from '../apps/server/src/seed/factories/financing.ts';
import { actionOf } from './people.ts';
import { expect, test, type Paydesk } from './server.ts';
import { onDatabase, PEOPLE, rowsOf, signIn } from './support.ts';
import { fieldsOf } from './transactions.ts';

const lender = (paydesk: Paydesk) => onDatabase(paydesk, (client) => insertLender(client));
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const heads = (page: Page) =>
  page
    .getByRole('columnheader')
    .allInnerTexts()
    .then((all) => all.map((text) => text.trim()).filter(Boolean));

const middle = ({ y, height }: DOMRect) => y + height / 2;

test('FI-05, AM-124 on a phone an order stands in the first line and its loan with its reason in the second, below a sum of one line', async ({
  page,
  paydesk,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, PEOPLE.staff);
  await page.goto('/financing/credit-orders');
  const cards = page.locator('main li[data-href]');
  await expect(cards.first()).toBeVisible();
  const sum = page.getByText(/^[\d']+ of [\d']+ paid ·/).first();
  await expect(sum).toBeVisible();
  const [above, below] = [await sum.boundingBox(), await cards.first().boundingBox()];
  const strip = below!.y - above!.y - above!.height;
  expect(strip).toBeGreaterThanOrEqual(0);
  expect(strip).toBeLessThan(16);
  const looks = await cards.evaluateAll((all, youngest) => {
    // journeys before this one have left rows as no shop sends them
    const ofDemo = (all as HTMLElement[]).filter(
      (card) => card.dataset['href']!.split('/').at(-1)! < youngest,
    );
    return ofDemo.map((card) => {
      const parts = [
        '[data-kind=amount]',
        '[data-kind=status]',
        '[data-kind=status] ~ [data-kind=status]',
        'p',
      ];
      const [amount, order, loan, reason] = parts.map((part) =>
        card.querySelector(part)?.getBoundingClientRect(),
      );
      return {
        height: card.getBoundingClientRect().height,
        says: card.innerText,
        amount: amount!,
        order: order!,
        loan,
        reason,
      };
    });
  }, paydesk.youngest);
  expect(looks.length).toBeGreaterThan(10);
  for (const { amount, order, loan, reason } of looks) {
    expect(Math.abs(middle(order) - middle(amount))).toBeLessThan(4);
    if (!loan) continue;
    expect(loan.top).toBeGreaterThanOrEqual(order.bottom);
    expect(Math.abs(loan.right - order.right), 'one below the other').toBeLessThan(2);
    if (reason) expect(Math.abs(middle(reason) - middle(loan))).toBeLessThan(4);
  }
  const least = Math.min(...looks.map(({ height }) => height));
  const higher = looks.filter(({ height }) => height - least >= 8);
  expect(higher.map(({ says }) => says)).toEqual([]);
});

test('FI-05, FI-09, FI-12, AM-05 the lists of staff: their columns, where their rows and links lead', async ({
  page,
  paydesk,
}) => {
  await signIn(page, PEOPLE.technical);
  const [loan] = await rowsOf<{ id: string; order_id: string }>(
    paydesk,
    `select id, order_id from consumer_credits where status = 'CONFIRMED' order by id limit 1`,
  );
  await page.goto(`/financing/credit-orders?f_consumerCreditId=${loan!.id}`);
  const row = page.locator('tbody tr').first();
  await expect(row).toContainText('Confirmed');
  expect((await heads(page)).join('|')).toContain(
    'Order|External Number|Merchant|Loan|Amount|Order Status|Loan Status|Offers ok/all|Created',
  );
  await expect(row.getByRole('link', { name: 'Loan' })).toHaveAttribute(
    'href',
    `/financing/consumer-credits/${loan!.id}`,
  );
  // what all of them come to is at the foot, as of other orders
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(' EUR');
  await row.getByText('Paid').click();
  await expect(page).toHaveURL(`/order/${loan!.order_id}`);

  // what a loan has and what has no screen of its own is read and answered on the loan's
  for (const list of ['consumer-credits-refunds', 'offers', 'signatures', 'authentications']) {
    await page.goto(`/financing/${list}`);
    const first = page.locator('tbody tr').first();
    const leads = await first.getByRole('link', { name: 'Loan' }).getAttribute('href');
    await first.locator('td[data-kind]').last().click();
    // a refund is marked there
    await expect(page).toHaveURL(new RegExp(`${leads}(\\?open=[0-9a-f-]{36})?$`));
  }

  await page.goto('/financing/financing-institutions?sort=name,ASC');
  const northern = page.locator('tbody tr').filter({ hasText: 'Northern Credit' });
  await expect(northern).toBeVisible();
  expect(await heads(page)).toEqual([
    'ID',
    'Logo',
    'Name',
    'Code',
    'Active',
    'Products',
    'Created',
  ]);
  const logo = northern.locator('img');
  await expect(logo).toHaveAttribute('src', '/logo/institutions/northcr.svg');
  await expect
    .poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  await expect(
    page.locator('tbody tr').filter({ hasText: 'Old Harbour Lending' }).locator('img'),
  ).toHaveCount(0);
  await northern.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Northern Credit' })).toBeVisible();
  await expect(card(page, 'Details').locator('img')).toHaveCount(1);

  // a picture that is not there, and one that is none, leave the letter and no broken image
  for (const [code, path] of [
    ['NORTHCR', '/logo/institutions/gone.svg'],
    ['GULFSAV', '/version.json'],
  ])
    await onDatabase(paydesk, (client) =>
      client.query('update financing_institutions set logo_url = $2 where code = $1', [code, path]),
    );
  await page.reload();
  await expect(card(page, 'Details').getByText('N', { exact: true })).toBeVisible();
  await expect(card(page, 'Details').locator('img')).toHaveCount(0);
  await page.goto('/financing/financing-institutions?sort=name,ASC');
  await expect(northern.getByText('N', { exact: true })).toBeVisible();
  const gulf = page.locator('tbody tr').filter({ hasText: 'GULFSAV' });
  await expect(gulf.getByText('G', { exact: true })).toBeVisible();
  await expect(northern.locator('img').or(gulf.locator('img'))).toHaveCount(0);
  await expect(page.locator('tbody img')).toHaveCount(1);
  for (const [code, path] of [
    ['NORTHCR', '/logo/institutions/northcr.svg'],
    ['GULFSAV', '/logo/institutions/gulfsav.svg'],
  ])
    await onDatabase(paydesk, (client) =>
      client.query('update financing_institutions set logo_url = $2 where code = $1', [code, path]),
    );

  await page.goto(
    '/financing-products?f_code=NORTHCR-1&c=id,institution,name,code,minAmount,maxAmount,minTermMonths,maxTermMonths,interestRate,active,createdDate',
  );
  await expect(page.locator('tbody tr')).toHaveCount(1);
  expect((await heads(page)).slice(0, 11)).toEqual(
    'ID|Institution|Name|Code|Min Amount|Max Amount|Min Term|Max Term|Interest Rate|Active|Created'.split(
      '|',
    ),
  );
  await expect(page.getByRole('link', { name: 'Institution', exact: true })).toHaveAttribute(
    'href',
    /^\/financing\/financing-institutions\//,
  );
});

test('FI-10, FI-11, AM-61, AM-82, AM-111 an institution: its products, and its features turned on and off after a question', async ({
  page,
  paydesk,
}) => {
  const { institution, product } = await lender(paydesk);
  const address = `/financing/financing-institutions/${institution.id}`;
  await signIn(page, PEOPLE.staff);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: institution.name })).toBeVisible();
  expect((await fieldsOf(page, 'Details')).map(([term]) => term)).toEqual([
    'Name',
    'Code',
    'Active',
    'Products',
    'Address',
    'Supervisory authority',
    'Created',
    'Gateway',
    'Operations email',
    'Operations phone',
  ]);
  const features = card(page, 'Features').getByRole('listitem');
  await expect(features).toHaveText([/Instant decision/, /Remote signing/, /Partial refund/]);
  const signing = features.filter({ hasText: 'Remote signing' });
  await expect(signing).toContainText('Never turned on');
  await signing.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn on remote signing?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(signing).toContainText('Off');
  await signing.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByRole('button', { name: 'Turn on remote signing' }).click();
  await expect(page.getByRole('status').last()).toContainText('Remote signing is on');
  await expect(signing).toContainText(PEOPLE.staff.name);
  await signing.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off remote signing' }).click();
  await expect(signing.getByRole('button', { name: 'Turn on' })).toBeVisible();
  await page.getByText('Change history').click();
  await expect(page.getByText('Update feature: success')).toHaveCount(2);
  const products = page.getByRole('table', { name: 'Products' });
  const head = card(page, 'Products 1').locator('header');
  await expect(head.getByRole('button', { name: 'New product' })).toBeVisible();
  // what it costs, for how long and how much, each with its unit
  await expect(products.getByRole('row').last()).toContainText(
    /\d+\.\d\d %3–36 months50\.00–5'000\.00 EUR/,
  );
  await products.getByRole('link', { name: 'Instalments' }).click();
  await expect(page).toHaveURL(`/financing-products/${product.id}`);

  // who may not change anything reads all of it
  await signIn(page, PEOPLE.technical);
  await page.evaluate(() => localStorage.clear());
  await page.goto(address);
  await expect(features).toHaveCount(3);
  await expect(page.getByRole('button', { name: /^Turn/ })).toHaveCount(0);
});

test('FI-13, FI-14, SB-41, AM-74 a product is changed: refused by its fields, then asked for with what will be different', async ({
  page,
  paydesk,
}) => {
  const { product } = await lender(paydesk);
  await signIn(page, PEOPLE.staff);
  await page.goto(`/financing-products/${product.id}`);
  const form = card(page, 'Details');
  const save = form.getByRole('button', { name: 'Save' });
  await expect(form.getByLabel('Interest Rate')).toHaveValue('9.90');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.url());
  });
  await form.getByLabel('Min Amount').fill("6'000");
  await form.getByLabel('Min Term').fill('40');
  await form.getByLabel('Interest Rate').fill('9.955');
  await save.click();
  for (const words of [
    'Min Amount cannot exceed Max Amount',
    'Min Term cannot exceed Max Term',
    'At most 2 decimal places',
  ])
    await expect(form.getByText(words)).toBeVisible();
  await form.getByLabel('Min Amount').fill('100,05');
  await form.getByLabel('Min Term').fill('6');
  await form.getByLabel('Interest Rate').fill('9.95');
  await form.getByRole('checkbox', { name: 'Active' }).uncheck();
  await save.click();
  const dialog = page.getByRole('dialog', { name: 'Save product' });
  await expect(dialog.getByRole('row')).toHaveText([
    /Field/,
    'Min Amount50.00100.05',
    'Min Term36',
    'Interest Rate9.909.95',
    'ActiveYesNo',
  ]);
  expect(sent).toEqual([]);
  await dialog.getByRole('button', { name: 'Save product' }).click();
  await expect(page.getByRole('status').last()).toContainText(
    'Product updated: new offers follow it',
  );
  await expect(card(page, 'Record')).toContainText(PEOPLE.staff.name);
  await expect(page.getByText('Inactive')).toBeVisible();
  await page.reload();
  await expect(form.getByLabel('Min Amount')).toHaveValue('100.05');
  expect(
    await rowsOf(
      paydesk,
      'select min_amount_cents::int as cents, interest_rate_bp as rate, active from financing_products where id = $1',
      [product.id],
    ),
  ).toEqual([{ cents: 10005, rate: 995, active: false }]);

  await signIn(page, PEOPLE.technical);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/financing-products/${product.id}`);
  await expect(card(page, 'Details')).toContainText('9.95 %');
  await expect(page.getByRole('button', { name: /Save|Delete/ })).toHaveCount(0);
});

test('FI-15, SB-41, AM-105 a product without offers is deleted after a question; one with offers says why not', async ({
  page,
  paydesk,
}) => {
  const { product } = await lender(paydesk);
  const [offered] = await rowsOf<{ id: string }>(
    paydesk,
    `select id from financing_products where code = 'NORTHCR-1'`,
  );
  await signIn(page, PEOPLE.staff);
  await page.goto(`/financing-products/${offered!.id}`);
  const remove = await actionOf(page, 'Delete product');
  await expect(remove).toBeDisabled();
  await expect(remove).toContainText('Offers refer to this product: deactivate it instead');
  await page.keyboard.press('Escape');
  await card(page, 'Related')
    .getByRole('link', { name: /Offers/ })
    .click();
  await expect(page).toHaveURL(`/financing/offers?f_financingProductId=${offered!.id}`);
  await expect(page.locator('tbody tr').first()).toContainText('Northern Credit');

  await page.goto(`/financing-products/${product.id}`);
  await (await actionOf(page, 'Delete product')).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete Instalments' }).click();
  await expect(page).toHaveURL('/financing-products');
  await expect(page.getByRole('status').last()).toContainText('Product deleted');
  await page.goto(`/financing-products/${product.id}`);
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
});
