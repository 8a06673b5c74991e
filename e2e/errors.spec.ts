import type { Page, Route } from '@playwright/test';
import { listOn, watchCalls } from './lists.ts';
import { expect, test } from './server.ts';
import {
  callAs,
  closeTold,
  insertTransaction,
  loginOf,
  onDatabase,
  PASSWORD,
  PEOPLE,
  signIn,
} from './support.ts';

interface FieldError {
  field: string;
  message: string;
}

const LIST = /\/api\/transactions\?/;

const refusal = (errors: FieldError[] = [], errorCode = 'VALIDATION_FAILURE') => ({
  errorCode,
  message: 'Refused',
  errors,
  requestId: 'request-0815',
});

const answering = (status: number, errors?: FieldError[]) => (route: Route) =>
  route.fulfill({ status, json: refusal(errors) });

/** What is told in passing; a page that could not be shown says so in its place too. */
const failures = (page: Page) => page.locator('[role=alert]:not(main *)');

/** An open list whose next calls end so. */
async function openList(page: Page) {
  await signIn(page, PEOPLE.owner);
  await page.goto('/transactions');
  const list = listOn(page, 'Transactions');
  await expect(list.rows).toHaveCount(50);
  const refresh = page.getByRole('button', { name: 'Refresh' });
  return {
    list,
    async failing(how: (route: Route) => Promise<void>) {
      await page.unroute(LIST);
      await page.route(LIST, how);
      await refresh.click();
    },
  };
}

const amountRow = { field: 'amount', message: 'Value must be a number' };
const dateRow = { field: 'date', message: 'Date must be DD.MM.YYYY' };

test('ER-02, ER-03 ER-07..10 ER-13..17 ER-18 every status in its words, red, with Close, and nothing goes on loading', async ({
  page,
}) => {
  const { failing, list } = await openList(page);
  const alert = failures(page);
  for (const [how, words] of [
    [answering(400, [amountRow]), ['amount Value must be a number']],
    [
      answering(400, [amountRow, dateRow]),
      ['Validation errors', 'amount Value must be a number', 'date Date must be DD.MM.YYYY'],
    ],
    [answering(400), ['Bad request. Please try again later.']],
    [answering(403), ['This action is not allowed. Please contact Application administrator.']],
    [answering(404), ['Resource not found. Please try again later.']],
    [answering(500), ['Server error. Please try again later.', /^Request id request-0815/]],
    [answering(504), ['Application Server is not available. Please try again later.']],
    [answering(418), ['Unexpected server status: 418']],
    [
      (route: Route) => route.fulfill({ status: 502, body: 'Bad gateway' }),
      ['Unexpected server status: 502'],
    ],
    [(route: Route) => route.abort('connectionrefused'), ['Remote Server is not available.']],
    [
      (route: Route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<p>Hello' }),
      ['Remote Server is not available.'],
    ],
  ] as const) {
    await failing(how);
    for (const line of words) await expect(alert.getByText(line, { exact: true })).toBeVisible();
    const close = alert.getByRole('button', { name: 'Close' });
    await expect(close).toHaveCount(1);
    const [ground, text] = await alert.locator('[data-kind=failure]').evaluate((item) => {
      const style = getComputedStyle(item);
      return [style.backgroundColor, style.color, style.borderLeftColor];
    });
    expect([ground, text], 'red').toEqual(
      expect.arrayContaining([expect.stringMatching(/^rgb\((253, 231, 231|168, 30, 30)\)$/)]),
    );
    // the list says the same where its rows would be, and waits for nothing
    for (const line of words)
      await expect(page.getByRole('main').getByText(line, { exact: true })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await close.click();
    await expect(alert).toBeEmpty();
  }
  await page.unroute(LIST);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(list.rows).toHaveCount(50);
});

test('ER-16, GT-16 a list that took too long says how to go on: narrower filters, or again', async ({
  page,
}) => {
  const { failing, list } = await openList(page);
  const message = 'The answer took too long, try narrower filters';
  await failing((route) =>
    route.fulfill({ status: 504, json: { ...refusal([], 'TIMEOUT'), message } }),
  );
  const main = page.getByRole('main');
  await expect(main.getByText('Application Server is not available.')).toBeVisible();
  await expect(main.getByText(`${message}.`, { exact: true })).toBeVisible();
  await expect(failures(page).getByText(`${message}.`, { exact: true })).toBeVisible();
  await page.unroute(LIST);
  await main.getByRole('button', { name: 'Retry' }).click();
  await expect(list.rows).toHaveCount(50);
});

test('ER-04 a failure is gone after six seconds, unless somebody reads it', async ({ page }) => {
  await page.clock.install();
  const { failing } = await openList(page);
  const words = failures(page).getByText('Server error. Please try again later.');
  await page.mouse.move(0, 0);
  await page.clock.pauseAt(Date.now() + 60_000);
  /** How long it is there by then, at most. */
  const comes = async (what: typeof words) => {
    let waited = 0;
    await expect(async () => {
      waited += 20;
      await page.clock.runFor(20);
      await expect(what).toBeVisible({ timeout: 100 });
    }).toPass();
    return waited;
  };
  await failing(answering(500));
  const age = await comes(words);
  await page.clock.runFor(5980 - age);
  await expect(words).toBeVisible();
  await page.clock.runFor(20 + age);
  await expect(words).toBeHidden();

  await failing(answering(504));
  const later = failures(page).getByText('Application Server is not available.');
  await comes(later);
  await later.hover();
  await page.clock.runFor(60_000);
  await expect(later).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(6000);
  await expect(later).toBeHidden();
});

test('ER-01 calls of every kind that fail are told in the same way', async ({ page, paydesk }) => {
  const broken = answering(500);
  const words = failures(page).getByText('Server error. Please try again later.', { exact: true });
  const close = async () => {
    await expect(words).toBeVisible();
    await closeTold(failures(page));
  };
  // a login
  await page.route('**/api/login', broken);
  await page.goto('/login');
  await page.getByLabel('Email address').fill(PEOPLE.owner.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await close();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);
  // a list, another list, a file
  await signIn(page, PEOPLE.technical);
  await page.route(LIST, broken);
  await page.goto('/transactions');
  await close();
  await page.unroute(LIST);
  await page.route(/\/api\/soap-logs\?/, broken);
  await page.goto('/soap-logs');
  await close();
  await page.route(/\/api\/mpi-logs\.csv/, broken);
  await page.goto('/mpi-logs');
  await expect(page.getByText(/messages (in .* · )?1–50 of /)).toBeVisible();
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  await close();
  await expect(page.getByRole('button', { name: 'Export to CSV' })).toBeEnabled();
  // a record
  const { content } = await callAs<{ content: { id: string }[] }>(
    paydesk,
    PEOPLE.technical,
    '/api/transactions',
  );
  await page.route(`**/api/transactions/${content[0]!.id}`, broken);
  await page.goto(`/transactions/${content[0]!.id}`);
  await close();
  // the own user: no page at all without it, but a way to try again
  await page.route('**/api/users/me', broken);
  await page.reload();
  await expect(page.getByText('Server error. Please try again later.').first()).toBeVisible();
  await page.unroute('**/api/users/me');
  await page.unroute(`**/api/transactions/${content[0]!.id}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: /Profile of Oskar/ })).toBeVisible();
});

test('ER-01 GT-01 a list of messages is asked for once, with its views, and once closed its failure stays closed', async ({
  page,
}) => {
  await signIn(page, PEOPLE.technical);
  const asked = watchCalls(page, '/api/soap-logs');
  await page.route(/\/api\/soap-logs\?/, answering(500));
  const views = Promise.withResolvers<void>();
  await page.route('**/api/saved-views', async (route) => {
    await views.promise;
    await route.continue();
  });
  const wanted = page.waitForRequest('**/api/saved-views');
  await page.goto('/soap-logs');
  await expect(page.getByRole('heading', { level: 1, name: 'SOAP Logs' })).toBeVisible();
  await wanted;
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(asked, 'not before it is known which view it opens with').toEqual([]);
  views.resolve();
  await expect(failures(page)).not.toBeEmpty();
  await closeTold(failures(page));
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('ER-01 a record that is read again by itself says once that it can’t be, and anew where it is asked to', async ({
  page,
  paydesk,
}) => {
  const { id } = await insertTransaction(paydesk);
  await signIn(page, PEOPLE.owner);
  let fails = false;
  const address = `/api/transactions/${id}`;
  await page.route(`**${address}`, (route) => (fails ? answering(500)(route) : route.continue()));
  const listening = page.waitForResponse(/\/api\/events/);
  await page.goto(`/transactions/${id}`);
  const out = page.getByText('This may be out of date: it could not be refreshed.');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('10.00 EUR');
  await listening;
  let written = 0;
  /** Somebody else writes to it, and it is read anew; what was on its way before that is no answer to it. */
  const again = async () => {
    const answered = page.waitForResponse(
      (one) => one.url().endsWith(address) && (one.status() === 500) === fails,
    );
    await onDatabase(paydesk, (client) =>
      client.query('update transactions set description = $2 where id = $1', [
        id,
        `Written ${++written} times`,
      ]),
    );
    await (await answered).finished();
  };
  fails = true;
  await again();
  await expect(failures(page)).not.toBeEmpty();
  await closeTold(failures(page));
  await again();
  await page.waitForTimeout(500);
  await expect(failures(page), 'closed stays closed').toBeEmpty();
  await out.getByRole('button', { name: 'Retry' }).click();
  await expect(failures(page)).toContainText('Server error. Please try again later.');
  fails = false;
  await again();
  await expect(out).toHaveCount(0);
});

test('ER-18 a screen whose program can’t come while the server is away is waited for, and the console stays', async ({
  page,
}) => {
  await signIn(page, PEOPLE.owner);
  await page.goto('/transactions');
  await expect(page.getByText(/^1–50 of /)).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Widgets', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Remote Server is not available.');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Widgets' })).toBeVisible();
  await expect(page).toHaveURL(/widgets/);
});

test('ER-18 a screen only pointed at fails in silence; one that is waited for says so once, as often as the server goes', async ({
  page,
}) => {
  await signIn(page, PEOPLE.owner);
  const widgets = page.getByRole('link', { name: 'Widgets', exact: true });
  // a slow line: were the old screen taken away before the new page is there, the watch would see it. And with a
  // route nothing comes out of the browser's cache
  await page.route(/\/widgets$/, async (route) => {
    await new Promise((done) => setTimeout(done, 300));
    await route.continue();
  });
  const away = (path: RegExp) => page.waitForEvent('requestfailed', (one) => path.test(one.url()));
  for (const outage of [1, 2]) {
    await page.goto('/transactions');
    await expect(page.getByText(/^1–50 of /)).toBeVisible();
    await page.context().setOffline(true);
    const failed = away(/\/WidgetsScreen/);
    await widgets.hover();
    await failed;
    await page.evaluate(() => fetch('/').catch(() => null));
    await expect(failures(page), 'nobody waits for it').toBeEmpty();

    await widgets.click();
    await expect(failures(page)).toContainText('Remote Server is not available.');
    await closeTold(failures(page));
    await away(/:\d+\/$/);
    await page.evaluate(() => fetch('/').catch(() => null));
    await expect(failures(page), `closed stays closed, outage ${outage}`).toBeEmpty();
    await widgets.click();
    await expect(failures(page), 'asked for again').toContainText('not available');
    await page.context().setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Widgets' })).toBeVisible();
  }
});

test('ER-18 for the code of a release that is no more the page is loaded anew, once and whenever the person asks', async ({
  page,
}) => {
  await signIn(page, PEOPLE.owner);
  await page.goto('/transactions');
  await expect(page.getByText(/^1–50 of /)).toBeVisible();
  let loaded = 0;
  await page.route(/\/widgets$/, async (route) => {
    loaded++;
    await route.continue();
  });
  await page.route(/\/WidgetsScreen/, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Widgets', exact: true }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText('Please reload the page and try again.');
  expect(loaded).toBe(1);
  await page.unroute(/\/WidgetsScreen/);
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Widgets' })).toBeVisible();
  expect(loaded).toBe(2);
});

test('ER-18 a part whose program can’t come says so alone: the list, its filters and what was typed stay, and Try again brings it once the server answers', async ({
  page,
  paydesk,
}) => {
  const { id } = await insertTransaction(paydesk, { amountCents: 50_00n });
  await signIn(page, PEOPLE.owner);
  const gone = /assets\/(ActionDialog|FilterAdd|Totals|Palette)-[^/]*\.js$/;
  await page.route(gone, (route) => route.abort('connectionrefused'));
  await page.goto('/transactions?f_status=SUCCESS');
  const main = page.getByRole('main');
  const words = 'This part could not be loaded.';
  await expect(page.getByText(/^1–50 of /)).toBeVisible();
  // what the rows come to
  await expect(main.getByRole('alert')).toHaveText(`${words} Try again`);
  const open = async (press: () => Promise<unknown>) => {
    await press();
    await expect(failures(page)).toContainText(words);
    await expect(main.locator('tbody tr')).toHaveCount(50);
    await closeTold(failures(page));
  };
  await open(() => page.getByRole('button', { name: 'Add filter' }).click());
  await open(() => page.keyboard.press('Control+k'));

  await page.goto(`/transactions/${id}`);
  const refund = page.getByRole('button', { name: 'Refund', exact: true });
  await refund.click();
  await expect(failures(page)).toContainText(words);
  await expect(refund).toBeVisible();
  // nobody answers: the page stays, and says why
  await page.context().setOffline(true);
  await failures(page).getByRole('button', { name: 'Try again' }).click();
  await expect(failures(page)).toContainText('Remote Server is not available.');
  await expect(refund).toBeVisible();
  await page.context().setOffline(false);
  await page.unroute(gone);
  await refund.click();
  await Promise.all([
    page.waitForEvent('load'),
    failures(page).getByRole('button', { name: 'Try again' }).last().click(),
  ]);
  await refund.click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('ER-12 a 401 of any call but the login ends the session', async ({ page }) => {
  const { failing } = await openList(page);
  await failing((route) => route.fulfill({ status: 401, json: refusal([], 'UNAUTHORIZED') }));
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(page).toHaveURL((url) => url.searchParams.get('redirectFrom') === '/transactions');
  await expect(failures(page)).toBeEmpty();
  expect(await page.context().cookies()).toEqual([]);
});

test('ER-20, ER-21 a refused list call names its fields, with VALIDATION_FAILURE', async ({
  paydesk,
}) => {
  const { token } = await loginOf(paydesk, PEOPLE.owner);
  const answer = await fetch(`${paydesk.url}/api/transactions?f_date=soon&size=0&f_nothing=1`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(400);
  const body = (await answer.json()) as { errorCode: string; errors: FieldError[] };
  expect(body.errorCode).toBe('VALIDATION_FAILURE');
  expect(body.errors.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
    { field: 'f_date', message: 'Date must be DD.MM.YYYY' },
    { field: 'f_nothing', message: 'Unknown filter' },
    { field: 'size', message: 'Value must be between 1 and 200' },
  ]);
});

test('ER-22, ER-23 an invalid form sends nothing, marks every field and says so', async ({
  page,
  paydesk,
}) => {
  const { id } = await insertTransaction(paydesk, { amountCents: 50_00n });
  await signIn(page, PEOPLE.owner);
  await page.goto(`/transactions/${id}`);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog');
  let sent = 0;
  page.on('request', (request) => (sent += Number(request.method() === 'PUT')));
  await dialog.getByLabel('Amount').fill('');
  await dialog.getByRole('button', { name: /^Refund/ }).click();
  const summary = dialog.getByText('Validation error. Please check validation error messages.');
  await expect(summary).toBeVisible();
  await expect(failures(page), 'what the fields say is no notification').toBeEmpty();
  for (const [label, message] of [
    ['Amount', 'Amount is required'],
    ['Reason', 'Reason is required'],
  ] as const) {
    await expect(dialog.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByText(message)).toBeVisible();
  }
  expect(sent).toBe(0);

  // a failure is told until the next attempt, and its success takes it away
  await dialog.getByLabel('Amount').fill('12.50');
  await expect(summary).toBeHidden();
  await dialog.getByLabel('Reason').selectOption('RETURNED_PRODUCT');
  const address = `**/api/transactions/${id}/actions/refund`;
  await page.route(address, (route) =>
    route.fulfill({ status: 500, json: refusal([], 'SERVER_ERROR') }),
  );
  await dialog.getByRole('button', { name: /^Refund/ }).click();
  await expect(failures(page).getByText('Server error. Please try again later.')).toBeVisible();
  await page.unroute(address);
  await dialog.getByRole('button', { name: /^Refund/ }).click();
  await expect(dialog).toBeHidden();
  await expect(failures(page)).toBeEmpty();
});

test('TX-31 any JSON of a record is shown, and a panel that can’t be drawn takes nothing else with it', async ({
  page,
  paydesk,
}) => {
  const reportData = { nested: { b: [1, null] }, list: ['x', { y: 1 }], toString: { z: 1 } };
  const { id } = await insertTransaction(paydesk, { reportData: reportData as never });
  await signIn(page, PEOPLE.staff);
  await page.route('**/api/timelines/**', (route) =>
    route.fulfill({ json: { events: [{ nonsense: true }], truncated: false } }),
  );
  await page.goto(`/transactions/${id}`);
  await page.getByText('Report details').click();
  await expect(page.getByText('{"b":[1,null]}')).toBeVisible();
  const broken = page.getByText('Timeline could not be shown.');
  await expect(broken).toBeVisible();
  await expect(page.getByRole('region', { name: 'Related' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(broken).toHaveCount(0);
  await expect(page.getByRole('region', { name: /Timeline/ })).toBeVisible();

  // figures that are no numbers break the totals and one table, and nothing beside them
  await page.route('**/api/reports/business-days?**', async (route) => {
    const response = await route.fetch();
    const days = (await response.json()) as Record<string, unknown>[];
    for (const day of days)
      for (const key of Object.keys(day)) if (key.endsWith('Amount')) day[key] = { nested: 1 };
    await route.fulfill({ response, json: days });
  });
  await page.route('**/api/reports/figures?**', async (route) => {
    const response = await route.fetch();
    const report = (await response.json()) as { now: { debitTransactions: { amount: unknown } } };
    report.now.debitTransactions.amount = { nested: 1 };
    await route.fulfill({ response, json: report });
  });
  await page.goto('/business-days');
  await expect(page.getByText('The totals could not be shown.')).toBeVisible();
  await expect(page.getByText('Amounts, EUR could not be shown.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Transactions' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Business Days' })).toBeVisible();
});
