import type { Page, Request } from '@playwright/test';
import { isFull, Share, spread } from '../packages/contract/src/testing/proof.ts';
import { deadEnds } from './links.ts';
import { MORE_ROWS, RULES_OF_COLOUR, TAGS, violationsOf } from './axe.ts';
import {
  addressOf,
  goWithin,
  mayOpen,
  parentOf,
  routeNamed,
  ROUTES,
  type Route,
} from './routes.ts';
import { expect, test, type Paydesk } from './server.ts';
import { shiftsOf, watchShifts } from './shifts.ts';
import { EACH_ROLE, merchantId, PEOPLE, rowsOf, signIn } from './support.ts';
import { caseId } from './transactions.ts';
import { patient } from './patience.ts';

/**
 * The one walk over the route table: every route that a role may open, on a record of the demo data,
 * by the ways of links. At each stop all is looked at that is the same for every screen: it opens,
 * no call fails, the console is silent, title and breadcrumbs stand before the answers are there,
 * no link leads to what the person may not open, nothing jumps when they come, neither the page nor a list on a desk scrolls sideways, axe finds nothing in either theme.
 * In short the wide window is shared by the two roles of a side, the provider's and a merchant's, of which
 * each opens its part of what both may, and one of the two that are looked at whole has the narrow one; axe
 * looks in one theme wide and in the other narrow, for the sides the other way round. All else is as in full.
 */
type Who = (typeof EACH_ROLE)[number];

/** A shift of 0.05 of the window is what nobody minds (look: nothing jumps). */
const MOST_SHIFT = 0.05;
const AT_ONCE = 15;
/** What loads says so after 200 ms; some screens have nothing to say. */
const SAID_MS = 400;

/** The two roles that open all there is are looked at whole; the others where they see more or less. */
const WHOLE: readonly Who[] = ['staff', 'owner'];
const OTHERWISE = ['transaction', 'merchant'];
/** Who opens the same screens, but for what a role leaves out of them. */
const SIDES: readonly (readonly Who[])[] = [
  ['staff', 'technical'],
  ['owner', 'operator'],
];

/** The table whose newest record of the demo data stands behind a route with a parameter, and which record is better. */
const RECORDS: Record<string, readonly [table: string, where?: string]> = {
  transaction: ['transactions'],
  purchase: ['purchases'],
  order: ['orders'],
  'recurring-payment': ['recurring_payments'],
  'payment-link': ['payment_links'],
  'consumer-credit': [
    'consumer_credits',
    // three, until one of them is answered
    `id in (select consumer_credit_id from consumer_credits_refunds
            group by 1 having count(distinct status) >= 2)`,
  ],
  user: ['users'],
  widget: ['widgets'],
  'shipping-method': ['shipping_methods'],
  cert: ['certificates'],
  customer: ['customers'],
  'merchant-by-id': ['merchants'],
  'financing-institution': ['financing_institutions', `code = 'NORTHCR'`],
  'financing-product': ['financing_products'],
  announcement: ['announcements'],
  'customers-announcement': ['customers_announcements', `title = 'Pay with one tap'`],
  rule: ['rules'],
  'screening-case': ['screening_cases'],
  'provider-key': ['provider_keys'],
  'api-key': ['named_api_keys'],
  approval: ['approvals'],
  'approval-threshold': ['approval_thresholds'],
  role: ['roles'],
  'delivery-company': ['delivery_companies'],
  'delivery-method': ['delivery_methods', `name = 'Coast Post counters'`],
};

/** Whoever has no merchant of their own is told so in place of the record. */
const OF_OWN_MERCHANT = ['widget', 'shipping-method', 'cert', 'api-key'];

const SCHEMES = ['light', 'dark'] as const;

/** The demo has none, and says so: made for a stop, and gone with the walk. */
async function providerKey(paydesk: Paydesk): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(
    paydesk,
    `insert into provider_keys (id, name, key_hash, last_four, writes_merchants, writes_customers,
       writes_purchases, writes_transactions, writes_loans, created_date, created_by, made_by)
     select gen_random_uuid(), 'Ledger', 'walked', 'abcd', true, true, false, false, false, now(), email, id
     from users where email = $1 returning id`,
    [PEOPLE.staff.email],
  );
  return row!.id;
}

/** The same of a merchant's. */
async function apiKey(paydesk: Paydesk): Promise<string> {
  const [there] = await rowsOf<{ id: string }>(
    paydesk,
    `select id from named_api_keys where key_hash = 'walked'`,
  );
  if (there) return there.id;
  const [row] = await rowsOf<{ id: string }>(
    paydesk,
    `insert into named_api_keys (id, merchant_id, name, key_hash, last_four, reads_orders, makes_orders,
       reads_recurring, changes_recurring, created_date, created_by)
     values (gen_random_uuid(), $1, 'Till', 'walked', 'abcd', true, false, false, false, now(), 'Anna Ozola')
     returning id`,
    [await merchantId(paydesk)],
  );
  return row!.id;
}

/** A merchant's threshold that no journey reaches. */
async function threshold(paydesk: Paydesk): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(
    paydesk,
    `insert into approval_thresholds (id, kind, counts, user_role, merchant_id, set_by, created_date, created_by)
     values (gen_random_uuid(), 'ADMINISTRATOR', 'EACH', 'MERCHANT_OPERATOR', $1, 'MERCHANT', now(), 'Anna Ozola')
     returning id`,
    [await merchantId(paydesk)],
  );
  return row!.id;
}

/** A merchant's role that no journey reaches. */
async function role(paydesk: Paydesk): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(
    paydesk,
    `insert into roles (id, name, base, rights, merchant_id, created_date, created_by)
     values (gen_random_uuid(), 'Till', 'MERCHANT_OPERATOR', '{PAYMENTS,REFUND}', $1, now(), 'Anna Ozola')
     on conflict do nothing returning id`,
    [await merchantId(paydesk)],
  );
  if (row) return row.id;
  const [there] = await rowsOf<{ id: string }>(paydesk, `select id from roles where name = 'Till'`);
  return there!.id;
}

/** What a merchant's person asked for and nobody agreed to in time. */
async function approval(paydesk: Paydesk): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(
    paydesk,
    `insert into approvals (id, kind, entity_type, entity_id, merchant_id, of_merchant_id, reason, status,
       asked_by_id, created_by, created_date, expires_date, call, about, amount_cents, currency)
     select gen_random_uuid(), 'REFUND', 'TRANSACTION', $1, merchant_id, merchant_id, 'The delivery came back',
       'EXPIRED', id, 'Oskars Liepa', now() - interval '3 days', now() - interval '2 days',
       'POST /api/transactions/{id}/actions/refund', 'Order 1000', 4990, 'EUR'
     from users where email = $2 returning id`,
    [await caseId(paydesk, 'refundedInPart'), PEOPLE.operator.email],
  );
  return row!.id;
}

async function recordOf(paydesk: Paydesk, name: string): Promise<string> {
  if (name === 'transaction') return caseId(paydesk, 'refundedInPart');
  if (name === 'provider-key') return providerKey(paydesk);
  if (name === 'api-key') return apiKey(paydesk);
  if (name === 'approval') return approval(paydesk);
  if (name === 'approval-threshold') return threshold(paydesk);
  if (name === 'role') return role(paydesk);
  const [table, where = 'true'] = RECORDS[name]!;
  const tenant = await rowsOf(
    paydesk,
    `select 1 from information_schema.columns where table_name = $1 and column_name = 'merchant_id'`,
    [table],
  );
  const own = tenant.length ? `merchant_id = '${await merchantId(paydesk)}'` : 'true';
  const [row] = await rowsOf<{ id: string }>(
    paydesk,
    `select id from ${table} where ${own} and ${where} and id < $1 order by id desc limit 1`,
    [paydesk.youngest],
  );
  expect(row, `${name} has a record`).toBeDefined();
  return row!.id;
}

function stopsOf(who: Who): Route[] {
  const person = PEOPLE[who];
  const staff = person.userRole.startsWith('BACKOFFICE');
  return ROUTES.filter(
    ({ access, set, name }) =>
      access === undefined &&
      mayOpen(person, set) &&
      !(staff && OF_OWN_MERCHANT.includes(name)) &&
      // an operator reaches the address and is told what is missing
      !(who === 'operator' && ['certs', 'cert', 'add-cert'].includes(name)),
  );
}

/** Of several who open a route, who does: one of them, in full each. */
function oneOf(all: readonly Who[], route: Route): readonly Who[] {
  const may = all.filter((who) => stopsOf(who).includes(route));
  return isFull ? may : may.slice(spread(route.path, may.length)).slice(0, 1);
}

/** Whether this one opens the route on a window so wide. */
function opens(who: Who, route: Route, width: number): boolean {
  const otherwise = OTHERWISE.includes(route.name);
  if (width === 1440)
    return (
      otherwise ||
      oneOf(
        SIDES.find((side) => side.includes(who))!,
        route,
      ).includes(who)
    );
  // in short every other one: which, its name says
  const taken = isFull || otherwise || spread(`${route.path} narrow`, 2) === 0;
  return WHOLE.includes(who) ? taken && oneOf(WHOLE, route).includes(who) : otherwise;
}

/** The line to the server: while it is held, what was asked gets no answer. */
async function lineOf(page: Page) {
  const calls = new Set<Request>();
  let line: PromiseWithResolvers<void> | undefined;
  page.on('request', (request) => {
    // the line that stays open is under way for ever
    if (/\/api\/(?!events)/.test(request.url())) calls.add(request);
  });
  page.on('requestfinished', (request) => calls.delete(request));
  page.on('requestfailed', (request) => calls.delete(request));
  await page.route('**/api/**', async (route) => {
    await line?.promise;
    // asked by a screen that has been left meanwhile
    await route.continue().catch(() => undefined);
  });
  return {
    calls,
    hold: () => {
      line = Promise.withResolvers();
    },
    release: () => line?.resolve(),
    /**
     * Nothing is under way any more, nor after two frames more in which what came could ask on; and no
     * part is still to come, which may wait for its own program: what it moved is this stop's, not the next one's.
     */
    settled: async () => {
      await expect(page.locator('main [data-coming]')).toHaveCount(0);
      for (let quiet = 0; quiet < 2; quiet = calls.size ? 0 : quiet + 1) {
        if (calls.size) await page.waitForTimeout(10);
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        );
      }
    },
  };
}

/** Of a list's width nothing may need: words in another font are a little wider. */
const SPARE = 24;

/**
 * AM-124: the lists whose first columns do not fit, or nearly. Those without rows ask for as much as
 * any rows can: this is looked at before they come, so that it is the same whatever stands in them.
 */
const sideways = (page: Page, spare: number) =>
  page.locator('section[data-density]:not([data-left]) table').evaluateAll(
    (all, spare) =>
      all.flatMap((table) => {
        const { scrollWidth, clientWidth } = table.parentElement!;
        const needed =
          scrollWidth > clientWidth ? scrollWidth : Number.parseFloat(table.style.minWidth);
        const room = clientWidth - needed;
        return room < spare ? [`${table.getAttribute('aria-label')} has ${room} to spare`] : [];
      }),
    spare,
  );

for (const who of EACH_ROLE)
  for (const width of [1440, 390]) {
    const stops = stopsOf(who).filter((route) => opens(who, route, width));
    for (let first = 0; first < stops.length; first += AT_ONCE)
      test(`RT-36 SH-27 AM-09 AM-53 AM-105 every route opens on a record without a fault, named, at rest and for everybody: ${PEOPLE[who].userRole}, ${width} wide, from ${stops[first]!.path}`, async ({
        page,
        paydesk,
      }) => {
        test.setTimeout(patient(120_000));
        const person = PEOPLE[who];
        const faults: string[] = [];
        const share = new Share('Looks of axe');
        let at = '';
        page.on('console', (message) => {
          if (message.type() === 'error') faults.push(`${at}: ${message.text()}`);
        });
        page.on('pageerror', (error) => faults.push(`${at}: ${error.message}`));
        page.on('response', (response) => {
          if (response.status() >= 400)
            faults.push(`${at}: ${response.status()} ${response.url()}`);
        });
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
        await watchShifts(page);
        const line = await lineOf(page);
        await signIn(page, person);
        await page.goto('/help');
        await expect(page.locator('main h1')).toBeVisible();
        // how much jumps is no matter of how slow the machine is
        await page.evaluate(() => document.documentElement.style.setProperty('--at-last', '60s'));

        for (const route of stops.slice(first, first + AT_ONCE)) {
          at = route.path;
          let address = addressOf(route);
          if (route.path.includes('{')) {
            expect(RECORDS[route.name], `${at} needs a record`).toBeDefined();
            address = route.path.replace(/\{\w+\}/, await recordOf(paydesk, route.name));
          }
          if (route.name === 'transaction-by-query')
            address += `?f_id=${await caseId(paydesk, 'refundedInPart')}`;
          await line.settled();
          await page.locator('main :is(h1, section)').evaluateAll((all) => {
            for (const one of all) one.setAttribute('data-left', '');
          });
          await shiftsOf(page);
          line.hold();
          await goWithin(page, address);
          if (route.name !== 'home') await named(page, route, person);
          // on a narrow window as long as it takes until a screen says that something is on its way
          if (width === 390 && line.calls.size)
            await page
              .getByText('Loading', { exact: true })
              .first()
              .waitFor({ timeout: SAID_MS })
              .catch(() => undefined);
          const title = page.locator('main h1:not([data-left])').first();
          if (width === 1440) {
            // a list has its title before its rows; what has none yet has asked for what it shows
            await expect.poll(async () => line.calls.size || (await title.count())).toBeTruthy();
            faults.push(...(await sideways(page, SPARE)).map((one) => `${at}: ${one}`));
          }
          line.release();
          await expect(title, at).toBeVisible();
          await expect(page.locator('main h1'), at).not.toHaveText(/not allowed/);
          await line.settled();
          faults.push(...(await deadEnds(page, person)).map((one) => `${at}: ${one}`));
          const { total, moved } = await shiftsOf(page);
          if (total > MOST_SHIFT)
            faults.push([`${at}: shifts by ${total.toFixed(3)}`, ...moved].join('\n  '));
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          if (wide > width) faults.push(`${at}: is ${wide} wide`);
          if (width === 1440)
            faults.push(...(await sideways(page, 0)).map((one) => `${at}: ${one}`));
          // in full by those who are looked at whole, in short by whoever opens it
          if (isFull && !WHOLE.includes(who) && !OTHERWISE.includes(route.name)) continue;
          const turn = Number(width === 390) + Number(!SIDES[0]!.includes(who));
          for (const colorScheme of share.inTurn(SCHEMES, route.path, turn)) {
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
            // names, roles and sizes are the same in the dark
            const rules = colorScheme === 'light' ? TAGS : RULES_OF_COLOUR;
            for (const { id, help, nodes } of await violationsOf(page, rules, MORE_ROWS))
              for (const { target, failureSummary } of nodes)
                faults.push(`${at}: ${colorScheme} ${id} (${help}): ${target}\n${failureSummary}`);
          }
          await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
        }
        await rowsOf(paydesk, `delete from provider_keys where key_hash = 'walked'`);
        await rowsOf(paydesk, `delete from named_api_keys where key_hash = 'walked'`);
        share.tell();
        expect(faults).toEqual([]);
      });
  }

/** Title, tab and breadcrumbs are the route's, before any answer is there (RT-36, SH-27). */
async function named(page: Page, route: Route, person: (typeof PEOPLE)[Who]): Promise<void> {
  if (route.name === 'not-found') {
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page).toHaveTitle('Page not found · Paydesk');
    return;
  }
  const parent = parentOf(person, route);
  // what has no title of its own is named by the list that it belongs to, whoever looks
  const own = route.title ?? routeNamed([route.parent!].flat().at(-1)!).title;
  await expect(page, route.path).toHaveTitle(`${own} · Paydesk`);
  const crumbs = page.locator('nav[aria-label=Breadcrumbs]');
  const current = crumbs.locator('[aria-current=page]');
  if (route.title) await expect(current, route.path).toHaveText(route.title);
  else await expect(current, route.path).toHaveCount(0);
  if (!parent) return;
  const link = crumbs.getByRole('link', { name: parent.title!, exact: true });
  if (mayOpen(person, parent.set)) await expect(link).toHaveAttribute('href', parent.path);
  else await expect(crumbs).toContainText(parent.title!);
}
