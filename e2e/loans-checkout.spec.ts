import type { Page } from '@playwright/test';
import { insertWidget } from '../apps/server/src/seed/factories/widgets.ts';
import { AUTHENTICATION_METHODS } from '../packages/contract/src/resources/authentications.ts';
import { isFull } from '../packages/contract/src/testing/proof.ts';
import {
  TEST_APPLICANTS,
  type TestApplicantName,
} from '../packages/contract/src/test-applicants.ts';
import { RULES_OF_COLOUR, TAGS, violationsOf } from './axe.ts';
import { expect, test, type Paydesk } from './server.ts';
import { callAs, merchantId, onDatabase, PEOPLE, rowsOf } from './support.ts';
import { patient } from './patience.ts';

/**
 * A loan as its shopper walks it, on a phone, against the sandboxes of the institutions and of whoever makes sure of
 * people. `npm run prove -- loans` walks it by every method, and to each of its ends.
 */

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  reducedMotion: 'reduce',
  sharedTab: false,
});

type Method = keyof typeof AUTHENTICATION_METHODS;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** In both schemes; the frame is somebody else's. */
async function accessible(page: Page): Promise<void> {
  expect(await violationsOf(page, TAGS, ['iframe'])).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOf(page, RULES_OF_COLOUR, ['iframe'])).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
}

/** A checkout of 240.00 EUR that is open, and by which its shopper wants to pay by instalments. */
async function begin(page: Page, paydesk: Paydesk, search = ''): Promise<string> {
  const { id } = await onDatabase(paydesk, async (client) =>
    insertWidget(client, {
      merchantId: await merchantId(paydesk),
      type: 'INSTANT',
      totalAmount: 240,
    }),
  );
  await page.goto(`/pay/${id}${search}`);
  await expect(heading(page, 'Your details')).toBeVisible();
  await page.getByRole('radio', { name: /^Instalments/ }).check();
  await page.getByLabel('Email').fill('liga@shopper.test');
  await page.getByLabel('First name').fill('Līga');
  await page.getByLabel('Last name').fill('Kalniņa');
  return new URL(page.url()).pathname.split('/').at(-1)!;
}

async function toApply(page: Page): Promise<void> {
  await button(page, 'Continue to the loan').click();
  await expect(heading(page, 'About you')).toBeFocused();
}

async function fill(page: Page, applicant: TestApplicantName): Promise<void> {
  const { words } = TEST_APPLICANTS.find(({ name }) => name === applicant)!;
  await page.getByText('Test people of the sandbox').click();
  await page.getByRole('button', { name: `Use this person: ${words}`, exact: true }).click();
  await page.getByText('Test people of the sandbox').click();
  await page.getByRole('checkbox').check();
}

/** To the offers, or to what came instead. */
async function apply(
  page: Page,
  paydesk: Paydesk,
  { applicant = 'offered', search }: { applicant?: TestApplicantName; search?: string } = {},
): Promise<string> {
  const id = await begin(page, paydesk, search);
  await toApply(page);
  await fill(page, applicant);
  await button(page, /^Apply for/).click();
  return id;
}

const LATE = { timeout: patient(30_000) };

async function takeOffer(page: Page, lender?: string): Promise<void> {
  await expect(heading(page, 'Choose your offer')).toBeVisible(LATE);
  if (lender) await page.getByRole('radio', { name: new RegExp(`^${lender}`) }).check();
  await button(page, /^Take /).click();
  await expect(heading(page, 'Show who you are')).toBeFocused();
}

/** What the person presses on the page of whoever asks: in its frame, or where it allows none, gone to. */
async function press(page: Page, name: RegExp): Promise<void> {
  const away = button(page, /^Go to /);
  // what is in a frame is never the other one of two
  await expect(page.locator('iframe').or(away)).toBeVisible();
  // the way out stands there until the frame has come, and goes then; a frame that grows moves what is pressed
  const held = page.frameLocator('iframe').getByRole('button', { name });
  await expect(async () => {
    if (await page.locator('iframe').isVisible()) {
      await held.click({ timeout: 5000 });
      return expect(held).toBeHidden({ timeout: 5000 });
    }
    await away.click({ timeout: 2000 });
    await button(page, name).click();
  }).toPass();
}

async function identify(page: Page, method: Method, answer = /^Confirm(:| that)/): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${AUTHENTICATION_METHODS[method]}`) }).check();
  await button(page, `Continue with ${AUTHENTICATION_METHODS[method]}`).click();
  await press(page, answer);
}

async function sign(page: Page, answer = /^Sign$/): Promise<void> {
  await expect(heading(page, 'Read and sign')).toBeVisible(LATE);
  await page.getByRole('checkbox').check();
  await button(page, /^Sign with/).click();
  await press(page, answer);
}

const loansOf = (paydesk: Paydesk, checkout: string) =>
  rowsOf<{ id: string; status: string; token: string | null }>(
    paydesk,
    'select id, status, token from consumer_credits where checkout_id = $1 order by created_date',
    [checkout],
  );

test('LN-35, FI-12 a shopper borrows once: costs before anything is asked, reload, a lost line, a double click, two tabs, a wrong person, back; the papers are what was agreed to', async ({
  page,
  paydesk,
}) => {
  test.slow();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  const checkout = await begin(page, paydesk);
  await page.getByRole('radio', { name: '12 months', exact: true }).check();
  // 240.00 at the cheapest product's rate; each figure again in the legal sentence
  const example = page.getByText(/^Representative example: a loan of 240\.00 EUR/);
  await expect(example).toContainText('12 monthly instalments');
  await expect(page.getByText('APR', { exact: true })).toBeVisible();
  await accessible(page);
  await toApply(page);
  await button(page, /^Apply for/).click();
  await expect(page.getByText('Personal ID is required', { exact: true })).toBeVisible();
  await accessible(page);
  await fill(page, 'offered');
  await page.reload();
  await expect(page.getByLabel('Personal ID', { exact: true })).toHaveValue('38402292719');
  const paper = page.getByRole('link', { name: /^Consumer credit information/ }).first();
  const read = await page.request.get((await paper.getAttribute('href'))!);
  expect(read.headers()['content-type']).toBe('application/pdf');
  await page.getByRole('checkbox').check();

  const other = await page.context().newPage();
  await other.goto(page.url());
  await page.context().setOffline(true);
  await button(page, /^Apply for/).click();
  await expect(page.getByText('You are offline at the moment.')).toBeVisible();
  await page.context().setOffline(false);
  await button(page, /^Apply for/).dblclick();
  await expect(heading(page, 'Choose your offer')).toBeVisible(LATE);
  await accessible(page);
  await other.reload();
  await expect(heading(other, 'Choose your offer')).toBeVisible(LATE);
  await other.close();
  // whoever has the address alone, as the shop has it, is shown nothing; the mail's has a key
  const elsewhere = await page.context().browser()!.newContext();
  const stranger = await elsewhere.newPage();
  await stranger.setViewportSize({ width: 390, height: 844 });
  await stranger.goto(page.url());
  await expect(heading(stranger, 'Go on where you applied')).toBeVisible();
  await accessible(stranger);
  const [begun] = await loansOf(paydesk, checkout);
  // as a mail opens it: a document of its own, not another place in the one that stands
  await stranger.goto('about:blank');
  await stranger.goto(`${page.url()}#loan=${begun!.token}`);
  await expect(heading(stranger, 'Choose your offer')).toBeVisible(LATE);
  expect(stranger.url()).not.toContain('#');
  await elsewhere.close();
  await button(page, /^Take /).dblclick();
  await expect(heading(page, 'Show who you are')).toBeFocused();
  await accessible(page);
  await identify(page, 'SMART_ID', /^Answer as somebody else$/);
  await expect(page.getByRole('alert')).toContainText('2 tries are left');
  await identify(page, 'SMART_ID');
  await expect(heading(page, 'Read and sign')).toBeVisible(LATE);
  const shown = (await page.getByText(/^SHA-256/).innerText()).slice('SHA-256 '.length);
  await accessible(page);
  await page.reload();
  await button(page, /^Sign with/).click();
  await expect(page.getByText('Please read the agreement, and say so')).toBeVisible();
  await sign(page);
  await expect(heading(page, 'Thank you')).toBeVisible(LATE);
  // the order's may be another one
  await expect(page.getByText('go to the email address in your application.')).toBeVisible();
  await accessible(page);
  await page.goBack();
  await page.goForward();
  await page.getByRole('link', { name: /^Your loan/ }).click();
  await expect(heading(page, 'Your loan')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(13);
  await accessible(page);

  const loans = await loansOf(paydesk, checkout);
  expect(loans.map(({ status }) => status)).toEqual(['CONFIRMED']);
  const [kept] = await rowsOf<{ signed: string; order: string; read: boolean }>(
    paydesk,
    `select (select sha256 from loan_documents where consumer_credit_id = $1 and kind = 'AGREEMENT') as signed,
       (select o.status from orders o join consumer_credits l on l.order_id = o.id where l.id = $1) as order,
       exists (select from loan_documents where consumer_credit_id = $1 and kind = 'SECCI'
         and consented_date is not null and sha256 = encode(sha256($2), 'hex')) as read`,
    [loans[0]!.id, await read.body()],
  );
  expect(kept).toEqual({ signed: shown, order: 'PAID', read: true });
  expect(complaints).toEqual([]);
});

if (isFull) {
  const rest = (Object.keys(AUTHENTICATION_METHODS) as Method[]).filter(
    (method) => method !== 'SMART_ID',
  );
  for (const method of rest)
    test(`LN-35 a loan by ${AUTHENTICATION_METHODS[method]}`, async ({ page, paydesk }) => {
      await apply(page, paydesk);
      await takeOffer(page);
      await identify(page, method);
      await sign(page);
      await expect(heading(page, 'Thank you')).toBeVisible(LATE);
    });

  test('LN-35 pages of others in place of a frame', async ({ page, paydesk }) => {
    await apply(page, paydesk, { search: '?way=redirect' });
    await takeOffer(page);
    await identify(page, 'SMART_ID');
    await sign(page);
    await expect(heading(page, 'Thank you')).toBeVisible(LATE);
  });

  for (const applicant of ['later', 'lostAnswer', 'confirmedLater', 'lostConfirmation'] as const)
    test(`LN-35 ${TEST_APPLICANTS.find(({ name }) => name === applicant)!.words}: confirmed in the end`, async ({
      page,
      paydesk,
    }) => {
      test.setTimeout(patient(180_000));
      await apply(page, paydesk, { applicant });
      await takeOffer(page);
      await identify(page, 'ID_CARD');
      await sign(page);
      await expect(heading(page, 'Thank you')).toBeVisible({ timeout: patient(90_000) });
    });

  test('LN-35 signed late: the answer comes ten seconds after', async ({ page, paydesk }) => {
    await apply(page, paydesk);
    await takeOffer(page);
    await identify(page, 'MOBILE_ID');
    await sign(page, /^Confirm, and be heard ten seconds later$/);
    await expect(heading(page, 'Thank you')).toBeVisible({ timeout: patient(60_000) });
  });

  for (const applicant of ['declined', 'declinedLater'] as const)
    test(`LN-35 ${applicant}: told why, and the order is paid by card`, async ({
      page,
      paydesk,
    }) => {
      await apply(page, paydesk, { applicant });
      await expect(heading(page, 'The loan did not go ahead')).toBeVisible({
        timeout: patient(60_000),
      });
      await expect(page.getByText('No institution made you an offer.')).toBeVisible();
      await accessible(page);
      await button(page, 'Pay in another way').click();
      await page.getByRole('radio', { name: /^Card/ }).check();
      await button(page, 'Continue to card · 240.00 EUR').click();
      await expect(page.frameLocator('iframe').locator('[name=number]')).toBeVisible();
    });

  test('LN-35 refused after signing: nothing is owed, and nothing paid', async ({
    page,
    paydesk,
  }) => {
    const id = await apply(page, paydesk, { applicant: 'refused' });
    await takeOffer(page);
    await identify(page, 'SMART_ID');
    await sign(page);
    await expect(heading(page, 'The loan did not go ahead')).toBeVisible(LATE);
    await expect(page.getByText(/You owe nothing/).first()).toBeVisible();
    expect((await loansOf(paydesk, id)).map(({ status }) => status)).toEqual(['FAILED']);
  });

  test('LN-35 expired: the time to go on is over, and another one is applied for', async ({
    page,
    paydesk,
  }) => {
    test.setTimeout(patient(240_000));
    const id = await apply(page, paydesk);
    await expect(heading(page, 'Choose your offer')).toBeVisible(LATE);
    await rowsOf(
      paydesk,
      'update consumer_credits set status_until = now() where checkout_id = $1',
      [id],
    );
    await expect(heading(page, 'The loan did not go ahead')).toBeVisible({
      timeout: patient(90_000),
    });
    await expect(page.getByText('The time to continue is over.')).toBeVisible();
    await button(page, 'Pay in another way').click();
    await page.getByRole('radio', { name: /^Instalments/ }).check();
    await toApply(page);
    await fill(page, 'offered');
    await button(page, /^Apply for/).click();
    await expect(heading(page, 'Choose your offer')).toBeVisible(LATE);
    expect((await loansOf(paydesk, id)).map(({ status }) => status)).toEqual([
      'FAILED',
      'OFFER_SELECTION',
    ]);
  });

  test('LN-35 not identified three times: nobody is promised a look that can’t be asked for', async ({
    page,
    paydesk,
  }) => {
    await apply(page, paydesk);
    await takeOffer(page);
    for (const left of [/2 tries are left/, /One try is left/, null]) {
      await identify(page, 'SMART_ID', /^Answer as somebody else$/);
      if (left) await expect(page.getByRole('alert')).toContainText(left);
    }
    await expect(heading(page, 'The loan did not go ahead')).toBeVisible(LATE);
    await expect(page.getByText('You could not be identified.')).toBeVisible();
    await expect(page.getByText(/a computer decided/)).toHaveCount(0);
    await expect(button(page, 'Ask a person to look at it')).toHaveCount(0);
  });

  test('AM-118, LN-35 given up after signing: that the lender decides is said before', async ({
    page,
    paydesk,
  }) => {
    await apply(page, paydesk, { applicant: 'confirmedLater' });
    await takeOffer(page);
    await identify(page, 'SMART_ID');
    await sign(page);
    await expect(heading(page, 'Your signature has arrived')).toBeVisible(LATE);
    await button(page, 'Give up this application').click();
    await expect(page.getByText(/You have signed, so the lender is asked/)).toBeVisible();
    await button(page, 'Yes, give it up').click();
    await expect(heading(page, 'The loan did not go ahead')).toBeVisible(LATE);
  });

  test('LN-35 given up: asked about first', async ({ page, paydesk }) => {
    await apply(page, paydesk);
    await takeOffer(page);
    await button(page, 'Give up this application').click();
    await button(page, 'Yes, give it up').click();
    await expect(heading(page, 'The loan did not go ahead')).toBeVisible();
    await expect(page.getByText('You cancelled the application.')).toBeVisible();
  });

  test('LN-14 refunded in part and whole, as the checkout and the loan’s page show it', async ({
    page,
    paydesk,
  }) => {
    test.setTimeout(patient(120_000));
    const checkout = await apply(page, paydesk);
    await takeOffer(page);
    await identify(page, 'ID_CARD');
    await sign(page);
    await expect(heading(page, 'Thank you')).toBeVisible(LATE);
    const [loan] = await loansOf(paydesk, checkout);
    await rowsOf(
      paydesk,
      `insert into financing_institution_features (financing_institution_id, feature, enabled, updated_date, updated_by)
       select financing_institution_id, 'PARTIAL_REFUND', true, now(), 'a test' from consumer_credits where id = $1
       on conflict (financing_institution_id, feature) do update set enabled = true`,
      [loan!.id],
    );
    for (const amount of [100, 140]) {
      const path = `/api/financing/consumer-credits/${loan!.id}/refund-requests`;
      const body = { amount, reason: 'RETURNED_PRODUCT' };
      await callAs(paydesk, PEOPLE.owner, path, { method: 'POST', body });
      await expect
        .poll(
          async () =>
            (
              await rowsOf<{ open: number }>(
                paydesk,
                `select count(*)::int as open from consumer_credits_refunds
                 where consumer_credit_id = $1 and status = 'REQUESTED'`,
                [loan!.id],
              )
            )[0]!.open,
          { timeout: patient(45_000) },
        )
        .toBe(0);
    }
    await page.reload();
    await expect(heading(page, 'The loan has been refunded')).toBeVisible(LATE);
  });

  for (const [what, words] of [
    ['Withdraw', /You have withdrawn from this loan/],
    ['Repay', /Nothing is owed any more/],
  ] as const)
    test(`LN-35 on the loan’s own page: ${what.toLowerCase()}`, async ({ page, paydesk }) => {
      await apply(page, paydesk);
      await takeOffer(page);
      await identify(page, 'ID_CARD');
      await sign(page);
      await expect(heading(page, 'Thank you')).toBeVisible(LATE);
      await page.getByRole('link', { name: /^Your loan/ }).click();
      await button(page, new RegExp(`^${what}`)).click();
      await button(page, new RegExp(`^Yes, ${what.toLowerCase()}`)).dblclick();
      await expect(page.getByText(words)).toBeVisible(LATE);
      await accessible(page);
    });
}
