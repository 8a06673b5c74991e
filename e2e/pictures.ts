import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { caseDescription } from '../apps/server/src/seed/cases.ts';
import { boxesOf, compared, FOLDER, packed, SCHEMES, settled, SIZES, taken } from './picture.ts';
import { addressOf, mayOpen, parentOf, ROUTES, type Route } from './routes.ts';
import { expect, test } from './server.ts';
import { loginOf, markNoticeSeen, onDatabase, PEOPLE, sessionCookie } from './support.ts';
import type { Browser, BrowserContext, Page } from '@playwright/test';

/**
 * `npm run pictures`: docs/pictures, every screen of the console, wide and narrow, light and dark.
 * `-- --check` compares them with what is there, and `-- --only=widget` looks at the named routes
 * alone (ADR 139). The demo data are of one moment, and the clock of server, database and browser
 * stands at it; a picture that shows the same as the one before is left as it is.
 */
const CLOCK = '2030-05-14T13:30:00Z';
const CHECK = process.env['PICTURES'] === 'check';
const ONLY = process.env['PICTURES_ONLY']?.split(',');

/** Why a route has no picture. */
const NOT_TAKEN: Readonly<Record<string, string>> = {
  home: 'it leads to the first screen of a role',
  setup: 'a demo is set up',
  'password-renewal': 'of an expired password alone; its form is that of password recovery',
  'second-factor': 'of a half finished sign-in alone',
  'provider-key': 'no core stands beside the demo, so there is none',
  'api-key': 'the demo has none',
  approval: 'the demo has none',
  'approval-threshold': 'the demo has none',
  role: 'the demo has none',
  'transaction-by-query': 'it leads to a transaction',
  'add-shipping-method': 'an older address of shipping-methods/add',
  'what-changed': 'it is another one with each line of the changelog',
};

/** A list whose rows are others on each run, and with them its widths. */
const ROWS = 'main table, main ul:has(> li[class*="card"]), nav[aria-label="Pages"], h1 ~ *';

/** What runs on at a clock that stands, or has ids made anew: it is shown, and not compared. */
const MOVES: Readonly<Record<string, string>> = {
  'audit-logs': ROWS,
  'own-audit-logs': ROWS,
  certs: `${ROWS}, main :is(dd, pre)`,
  'consumer-credits': ROWS,
  'exchange-logs': ROWS,
  'meta-data': ROWS,
  offers: ROWS,
  purchases: ROWS,
  'rules-evaluation-results': ROWS,
  screening: ROWS,
  'screening-cases': ROWS,
  'task-executions': ROWS,
  'undelivered-messages': ROWS,
  // the newest one
  'screening-case': 'main',
  cert: 'dd',
  system: 'main article > :not(header), h1 ~ *',
  // where it listens
  installation: 'input[value^="http"]',
  // which build it is
  help: 'dd',
  documentation: 'dd',
  'payment-link': '#payment-link-code',
};

/** What else there is to see, beside the routes. */
const MORE: Readonly<Record<string, (page: Page, refunded: string) => Promise<void>>> = {
  'list-empty': async (page) => {
    await page.goto('/transactions?f_status=DECLINED&f_date=10.05.2030&f_description=lamp');
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  },
  'refund-error': async (page, refunded) => {
    await page.goto(`/transactions/${refunded}`);
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund this payment' });
    await dialog.getByLabel('Amount').fill('100.00');
    await dialog.getByLabel('Reason').selectOption('RETURNED_PRODUCT');
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(dialog.getByText('At most 69.75 EUR is left to refund.')).toBeVisible();
    await dialog.getByLabel('Amount').focus();
  },
};

// the demo's own clock goes before the real one by what the moment is ahead
const ahead = Math.round((Date.parse(CLOCK) - Date.now()) / 1000);
test.use({ paydeskEnvironment: { SEED_CLOCK: CLOCK, CLOCK_OFFSET_SECONDS: String(ahead) } });

const WHO = ['owner', 'staff', 'technical'] as const;
/** Who may open it, and the list above it where that leads there. */
const whoFor = (route: Route) => {
  const { access, path, set } = route;
  if (access === 'open' || access === 'login') return 'nobody';
  const sees = (one: (typeof WHO)[number]) =>
    mayOpen(PEOPLE[one], set) &&
    (!path.includes('{') || mayOpen(PEOPLE[one], parentOf(PEOPLE[one], route)?.set));
  return WHO.find(sees) ?? 'staff';
};

test('the pictures', async ({ paydesk, browser }) => {
  const refunded = await onDatabase(paydesk, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select id from transactions where description = $1 and refunded_transaction_id is null',
      [caseDescription('AO', 'refundedTwice')],
    );
    return rows[0]!.id;
  });
  mkdirSync(FOLDER, { recursive: true });
  const wanted = (name: string) => !ONLY || ONLY.includes(name);
  const routes = ROUTES.filter(({ name }) => !(name in NOT_TAKEN) && wanted(name));
  const found = new Map<string, string>([['transaction', `/transactions/${refunded}`]]);
  const wrong: string[] = [];
  const names = new Set<string>();

  for (const viewport of SIZES) {
    const contexts = new Map<string, Promise<Page>>();
    const pageOf = (who: string) => {
      const page = contexts.get(who) ?? newPage(browser, paydesk.url, viewport, who);
      contexts.set(who, page);
      return page;
    };
    const look = async (name: string, page: Page) => {
      await settled(page);
      const moving = MOVES[name] ? await boxesOf(page, MOVES[name]) : [];
      for (const scheme of SCHEMES) {
        const file = `${name}-${viewport.width}-${scheme}.png`;
        names.add(file);
        const png = await taken(page, scheme);
        const why = compared(file, png, moving);
        if (why && CHECK) wrong.push(`${file}: ${why}`);
        else if (why) {
          console.log(`${file}: ${why}`);
          writeFileSync(new URL(file, FOLDER), packed(png));
        }
      }
    };
    for (const route of routes) {
      const page = await pageOf(whoFor(route));
      try {
        if (route.path.includes('{') && !found.has(route.name))
          found.set(route.name, await firstOf(page, route));
        await page.goto(found.get(route.name) ?? addressOf(route));
        await look(route.name, page);
      } catch (error) {
        wrong.push(`${route.name}: ${(error as Error).message.split('\n')[0]}`);
      }
    }
    for (const [name, open] of Object.entries(MORE).filter(([name]) => wanted(name))) {
      const page = await pageOf('owner');
      await open(page, refunded);
      await look(name, page);
    }
    for (const page of contexts.values()) await (await page).context().close();
  }
  // of screens that are no more
  const over = ONLY ? [] : readdirSync(FOLDER).filter((file) => !names.has(file));
  for (const file of over)
    if (CHECK) wrong.push(`${file}: there is no such screen`);
    else rmSync(new URL(file, FOLDER));
  expect(wrong.join('\n'), 'npm run pictures takes them anew').toBe('');
});

async function newPage(
  browser: Browser,
  baseURL: string,
  viewport: (typeof SIZES)[number],
  who: string,
): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    viewport,
    baseURL,
    hasTouch: viewport.width < 500,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  // sessions go by the real time, the screens by the demo's
  if (who !== 'nobody') {
    const login = await loginOf({ url: baseURL }, PEOPLE[who as (typeof WHO)[number]]);
    await context.addCookies([
      sessionCookie({ url: baseURL }, login, Date.parse(CLOCK) + 8 * 3_600_000),
    ]);
    await context.addInitScript(markNoticeSeen);
  }
  await page.clock.setFixedTime(CLOCK);
  return page;
}

/** The first record of the list above, as its row leads there. */
async function firstOf(page: Page, route: Route): Promise<string> {
  const above = parentOf(PEOPLE[whoFor(route) as (typeof WHO)[number]], route);
  await page.goto(addressOf(above!));
  const pattern = `^${route.path.replace(/\{\w+\}/g, '[0-9a-f-]{36}')}$`;
  const found = await page.waitForFunction(
    (like) =>
      [...document.querySelectorAll('[data-href], main a[href]')]
        .map((one) => one.getAttribute('data-href') ?? one.getAttribute('href')!)
        .find((href) => new RegExp(like).test(href)),
    pattern,
    { timeout: 8000 },
  );
  return (await found.jsonValue()) as string;
}
