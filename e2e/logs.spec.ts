import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { insertFailedCallback, insertMessage } from '../apps/server/src/testing/messages.ts';
import { headersOf, listOn, watchCalls } from './lists.ts';
import { expect, test } from './server.ts';
import { callAs, merchantId, onDatabase, PEOPLE, rowsOf, signIn } from './support.ts';

const LOGS = [
  {
    slug: 'soap-logs',
    title: 'SOAP Logs',
    columns: 'Transaction|Direction|Operation|Result|HTTP Status|Duration ms|Payload|Created',
    choice: ['Direction', 'RESPONSE', 'direction', 'Response'],
    both: 'Request and answer',
  },
  {
    slug: 'mpi-logs',
    title: '3DS Logs',
    columns: 'Transaction|Message Type|ECI|Result|xid|Payload|Created',
    choice: ['Message Type', 'PARes', 'messageType', 'Payer check answer'],
    // in words, and by their names where one is open
    both: /^(Enrolment|Payer check|Authentication|Challenge)$/,
  },
] as const;

/** What is copied stands on the page, where a test reads it. */
const keepCopied = (page: Page) =>
  page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      document.body.dataset['copied'] = text;
    };
  });

/** What the button would put on the clipboard; where there is none, it keeps the focus all the same. */
async function curlOf(page: Page, dialog: Locator): Promise<string> {
  await keepCopied(page);
  const copy = dialog.getByRole('button', { name: /^Cop(y as curl|ied)$/ });
  await expect(copy).toHaveText('Copy as curl');
  await copy.click();
  await expect(page.locator('body')).toHaveAttribute('data-copied', /./);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
  });
  await copy.click();
  await expect(copy).toHaveText('Copied');
  await expect(copy).toBeFocused();
  await dialog.getByRole('button', { name: 'Copy request' }).click();
  const [card, said] = await Promise.all(
    [
      dialog.getByRole('region', { name: 'Request' }),
      dialog.locator('header [aria-live]').first(),
    ].map((one) => one.boundingBox()),
  );
  expect(said!.x + said!.width, 'the hint is whole').toBeLessThan(card!.x + card!.width);
  return (await page.locator('body').getAttribute('data-copied'))!;
}

for (const { slug, title, columns, choice, both } of LOGS)
  test(`RT-39, RT-40 AT-05, AT-06 ${title}: columns, filter by transaction, pages and links`, async ({
    page,
    paydesk,
  }) => {
    // of the demo’s: what other journeys paid ends with a message that nobody answers
    const [busiest] = await rowsOf<{ id: string; count: number }>(
      paydesk,
      `select transaction_id as id, count(*)::int as count from ${slug.replace('-', '_')}
       where transaction_id < $1 group by 1 having count(*) % 2 = 0 order by 2 desc, 1 limit 1`,
      [paydesk.youngest],
    );
    // a request and its answer are one line
    const lines = busiest!.count / 2;
    await signIn(page, PEOPLE.technical);
    const calls = watchCalls(page, `/api/${slug}`);
    await page.goto(`/${slug}`);
    const list = listOn(page, title);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByText(/^50 messages in \d+ exchanges · 1–50 of /)).toBeVisible();
    expect(Object.fromEntries(calls[0]!)).toMatchObject({
      page: '0',
      size: '50',
      sort: 'createdDate,DESC',
    });
    expect(await headersOf(list.table)).toEqual([...columns.split('|'), 'Links']);
    const beyond = await list.table.evaluate(
      ({ parentElement: box }) => box!.scrollWidth - box!.clientWidth,
    );
    expect(beyond, 'nothing is beside the window').toBe(0);
    for (const label of columns.split('|')) await expect(list.filter(label), label).toHaveCount(1);

    const [label, name, key, words] = choice;
    await list.filter(label).selectOption(name);
    await expect.poll(() => calls.at(-1)!.get(`f_${key}`)).toBe(name);
    await expect(list.rows.filter({ hasText: words })).toHaveCount(50);

    await page.goto(`/${slug}?f_transactionId=${busiest!.id}`);
    await expect(list.rows).toHaveCount(lines);
    await expect(await list.cell(list.rows.first(), columns.split('|')[1]!)).toHaveText(both);
    expect(Object.fromEntries(calls.at(-1)!)).toMatchObject({ f_transactionId: busiest!.id });
    // what stands there and what is counted
    const exchanges = lines === 1 ? '1 exchange' : `${lines} exchanges`;
    const said = `${busiest!.count} messages in ${exchanges} · 1–${busiest!.count} of ${busiest!.count}`;
    await expect(page.getByText(said, { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: title }).locator('..')).toContainText(
      `${busiest!.count} messages`,
    );
    const payment = (await list.cell(list.rows.first(), 'Transaction')).getByRole('link');
    await expect(payment).toHaveAttribute('href', `/transactions/${busiest!.id}`);
    await expect(list.chips.getByRole('listitem')).toHaveText([/^Transaction: …/]);
    // a message with its other half, read and raw; the next one by a key, and an address for each
    const payload = (await list.cell(list.rows.first(), 'Payload')).getByRole('button').first();
    await payload.click();
    const dialog = page.getByRole('dialog');
    const halves = ['Request', 'Answer'].map((name) => dialog.getByRole('region', { name }));
    for (const half of halves) await expect(half.getByRole('term').first()).toBeVisible();
    await expect(dialog.getByText(/^Answered after \d/)).toBeVisible();
    // of this payment: of the whole list the page beside is read as well where a pair is cut by it
    const ofList = calls.filter(
      (call) => call.get('sort') === 'createdDate,DESC' && call.has('f_transactionId'),
    );
    expect(ofList, 'no row is read anew because one is opened').toHaveLength(1);
    const opened = new URL(page.url()).searchParams.get('open');
    await page.keyboard.press('r');
    // XML of the demo's, JSON of what the tasks sent since
    await expect(halves[0]!.locator('pre')).toContainText(/^\s*[<{]/);
    await page.keyboard.press('n');
    await expect.poll(() => new URL(page.url()).searchParams.get('open')).not.toBe(opened);
    await page.keyboard.press('p');
    await expect.poll(() => new URL(page.url()).searchParams.get('open')).toBe(opened);
    const copied = await curlOf(page, dialog);
    expect(copied).toMatch(/^curl --request POST /);
    expect(copied.match(/--header '[^']+'/g)).toEqual([expect.stringMatching(/Content-Type: /)]);
    await page.reload();
    for (const half of halves) await expect(half.getByRole('term').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page).not.toHaveURL(/open=/);

    // from line to line by the keyboard, and what can be done with one
    const [first, second] = [0, 1].map((at) => list.rows.nth(at).getByTitle('Show Payload'));
    await first!.focus();
    await page.keyboard.press('ArrowDown');
    await expect(second!).toBeFocused();
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'Open', exact: true }).click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    // and what a ticket to the acquirer is made of
    await list.rows.first().getByRole('checkbox').check();
    await keepCopied(page);
    await page.getByRole('region', { name: 'Selected rows' }).getByText('Copy 2 messages').click();
    const begins = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z \w`;
    await expect(page.locator('body')).toHaveAttribute(
      'data-copied',
      new RegExp(`^${begins}[^]+\\n\\n${begins}[^]+$`),
    );
    await page.getByRole('button', { name: 'Clear', exact: true }).click();

    // oldest first is the one other order
    await list.table.getByRole('button', { name: 'Created', exact: true }).click();
    await expect.poll(() => calls.at(-1)!.get('sort')).toBe('createdDate,ASC');
    const times = () =>
      list.rows
        .getByRole('time')
        .evaluateAll((all) => all.map((time) => time.getAttribute('datetime')!));
    const oldestFirst = (await times()).toSorted();
    await expect.poll(times).toEqual(oldestFirst);

    const link = list.rows.first().getByRole('link', { name: 'Transaction' });
    await expect(link).toHaveAttribute('href', `/transactions/${busiest!.id}`);
    await link.click();
    await expect(page).toHaveURL(`/transactions/${busiest!.id}`);
    // beside the letters of its id too it opens, and is not copied
    await page.goBack();
    await (await list.cell(list.rows.first(), 'Transaction')).click();
    await expect(page).toHaveURL(`/transactions/${busiest!.id}`);
  });

for (const { slug, title } of LOGS)
  test(`CS-07 AM-35 ${title} as a file`, async ({ page, paydesk }) => {
    const { content } = await callAs<{ content: { transactionId: string }[] }>(
      paydesk,
      PEOPLE.staff,
      `/api/${slug}`,
    );
    const id = content[0]!.transactionId;
    await signIn(page, PEOPLE.staff);
    const calls = watchCalls(page, `/api/${slug}.csv`);
    await page.goto(`/${slug}?f_transactionId=${id}`);
    const list = listOn(page, title);
    await expect(list.rows.first()).toBeVisible();
    const { totalElements: count } = await callAs<{ totalElements: number }>(
      paydesk,
      PEOPLE.staff,
      `/api/${slug}?f_transactionId=${id}`,
    );
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export to CSV' }).click();
    const download = await downloading;
    const day = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'));
    expect(download.suggestedFilename()).toBe(`${slug}_${day}.csv`);
    expect(Object.fromEntries(calls[0]!)).toEqual({
      sort: 'createdDate,DESC',
      timeZone: 'Europe/Riga',
      f_transactionId: id,
    });
    const text = await readFile(await download.path(), 'utf8');
    expect(text.match(new RegExp(`^${id}`, 'gm'))?.length ?? 0).toBe(count);
  });

test('AT-05, GT-16 what is searched within messages without days is refused in the field’s own words', async ({
  page,
}) => {
  await signIn(page, PEOPLE.technical);
  await page.goto('/soap-logs');
  const list = listOn(page, 'SOAP Logs');
  await list.filter('Payload').fill('amount');
  await list.filter('Payload').press('Enter');
  const days = list.chips.getByRole('listitem').filter({ hasText: 'Created' });
  await expect(days).toContainText('7 days');
  await days.getByRole('button').last().click();
  const words =
    'Payload: To search within messages, filter by Created first: at most 7 days, or one transaction';
  await expect(page.getByText(words, { exact: true })).toBeVisible();
  // and the file of it
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  await expect(page.getByRole('alert').getByText(words, { exact: true })).toBeVisible();
});

test('AT-05 all refusals of the last days are one choice, each beside its request where it is opened', async ({
  page,
}) => {
  await signIn(page, PEOPLE.technical);
  await page.goto('/soap-logs');
  const list = listOn(page, 'SOAP Logs');
  await list.filter('Result').selectOption('REFUSED');
  await expect(list.chips.getByRole('listitem').filter({ hasText: 'Created' })).toContainText(
    '7 days',
  );
  for (const cell of await list.rows.all())
    await expect(await list.cell(cell, 'Result')).toHaveText(/^(Refused|Declined)/);
  await list.rows.first().getByTitle('Show Payload').click();
  const panel = page.getByRole('dialog');
  for (const name of ['Request', 'Answer'])
    await expect(panel.getByRole('region', { name }).getByRole('term').first()).toBeVisible();
});

test('EL-08 a message as curl names this installation where it came to it, and the merchant’s address where it was sent', async ({
  page,
  paydesk,
}) => {
  await signIn(page, PEOPLE.technical);
  const [{ url } = { url: '' }] = await rowsOf<{ url: string }>(
    paydesk,
    `select m.purchase_notification_url as url from merchants m where m.name = 'Amber & Oak'`,
  );
  for (const [type, address] of [
    ['PMTREQ', paydesk.url],
    ['PURCHCOMPLREQ', url],
  ]) {
    await page.goto(`/exchange-logs?f_xmlType=${type}&f_merchantName=amber`);
    await page.getByTitle('Show Payload').first().click();
    const dialog = page.getByRole('dialog');
    await expect(
      dialog.getByRole('region', { name: 'Request' }).getByRole('term').first(),
    ).toBeVisible();
    expect(await curlOf(page, dialog)).toMatch(new RegExp(`^curl --request POST '${address}/?' `));
  }
});

test('AM-48, EL-09 a callback that did not arrive is sent again from its row or where it is read, by staff alone', async ({
  page,
  paydesk,
}) => {
  const amber = await merchantId(paydesk);
  const { id } = await onDatabase(paydesk, (client) =>
    insertFailedCallback({ pool: client }, amber),
  );
  const list = listOn(page, 'Exchange Requests And Responses');
  await signIn(page, PEOPLE.owner);
  await page.goto(`/exchange-logs?f_id=${id}`);
  // that nobody was told of it, by its answer and in its colour, apart from what it says
  const outcome = (await list.cell(list.rows, 'Outcome')).getByText('Not delivered 500');
  await expect(outcome).toHaveAttribute('data-tone', 'error');
  await expect(await list.cell(list.rows, 'Payload')).toHaveText(/^Settled/);
  await expect(list.rows.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
  const panel = page.getByRole('dialog', { name: 'Callback to the merchant' });
  await list.rows.getByTitle('Show Payload').click();
  await expect(panel.getByRole('link', { name: 'Change the address' })).toHaveAttribute(
    'href',
    '/merchant',
  );
  // where it was sent, how often, and one message is no messages
  const sent = panel.getByRole('region', { name: 'Request' });
  await expect(sent.getByRole('definition').first()).toHaveText(/^https?:/);
  await expect(sent.getByText('9 attempts, the last on', { exact: false })).toBeVisible();
  await expect(page.getByText('1 message', { exact: true })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, PEOPLE.staff);
  // why one can’t be read goes by what it tells of
  const waits = listOn(page, 'Undelivered Messages');
  const payloadOf = async (message: string, name: string) => {
    await page.goto(`/undelivered-messages?f_id=${message}`);
    await (await waits.cell(waits.rows, 'Kind')).click();
    return page.getByRole('dialog', { name }).getByRole('region', { name: 'Payload' });
  };
  const [refund, mail] = await onDatabase(paydesk, async (pool) => [
    await insertMessage({ pool }, amber, { kind: 'CREDIT_REFUND' }),
    await insertMessage({ pool }, amber, { kind: 'MAIL' }),
  ]);
  await expect(await payloadOf(refund!, 'Refund of a loan · Given up')).toContainText(
    'or it tells of the refund of a loan, which you may not read.',
  );
  await expect(await payloadOf(mail!, 'Email · Given up')).toContainText('its key is gone.');
  // from what waits to be sent to what it says
  const payload = await payloadOf(id, 'Callback · Given up');
  await expect(payload).toContainText('or it tells of a purchase, which you may not read.');
  const told = page.getByRole('dialog', { name: 'Callback · Given up' });
  await expect(told.getByRole('button', { name: 'Send again' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('link', { name: 'Message', exact: true }).click();
  await expect(page).toHaveURL(`/exchange-logs?f_id=${id}`);
  await list.rows.getByTitle('Show Payload').click();
  await expect(panel.getByRole('button', { name: 'Send again' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await list.rows.getByRole('button', { name: /^Actions for the callback of/ }).click();
  await page.getByRole('menuitem', { name: 'Send again' }).click();
  const question = page.getByRole('dialog', { name: 'Send this callback again?' });
  await question.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('status').last()).toContainText(
    'The callback is on its way to the merchant again',
  );
  // until it arrives staff read when it is tried next, and where it waits
  await page.reload();
  await list.rows.getByTitle('Show Payload').click();
  await expect(
    panel.getByRole('definition').filter({ hasText: 'Undelivered message' }).getByRole('link'),
  ).toHaveAttribute('href', `/undelivered-messages?f_id=${id}`);
});

test('AM-48 a callback behind an address that fails says that it was not tried, in its row and where it is read', async ({
  page,
  paydesk,
}) => {
  const [{ id: merchant, url }] = (await rowsOf<{ id: string; url: string }>(
    paydesk,
    `select id, purchase_notification_url as url from merchants
     where purchase_notification_url is not null and name not like 'Amber%' limit 1`,
  )) as [{ id: string; url: string }];
  const id = await onDatabase(paydesk, async (pool) => {
    const message = await insertMessage({ pool }, merchant, { givenUp: false, usefulForHours: 2 });
    await pool.query('update outbox set error = null, attempts = 0 where id = $1', [message]);
    await pool.query(
      `insert into callback_lanes (lane, failures, address, error, failing_since, open_until)
       values ($1, 7, $2, 'The address answered 500', now(), now() + interval '2 hours')
       on conflict (lane) do update set failures = 7, address = excluded.address,
         error = excluded.error, failing_since = now(), open_until = excluded.open_until`,
      [merchant, url],
    );
    return message;
  });
  await signIn(page, PEOPLE.staff);
  await page.goto(`/undelivered-messages?f_id=${id}`);
  const waits = listOn(page, 'Undelivered Messages');
  const words = 'Not tried, as those before it failed: The address answered 500';
  await expect(await waits.cell(waits.rows, 'Error')).toHaveText(words);
  await (await waits.cell(waits.rows, 'Kind')).click();
  await expect(page.getByRole('dialog').getByText(words)).toBeVisible();
});

test('AT-05 on a phone a row says its message before its payment, and all that is done with a request is reached', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, PEOPLE.technical);
  await page.goto('/soap-logs');
  const answered = page
    .getByRole('listitem')
    .filter({ hasText: /Capture.*Approved/s })
    .first();
  await expect(answered).toHaveText(/^(Request and answer)?Capture.*Approved.*…/s);
  // how it ended is a pill beside the time
  const [time, ended] = await Promise.all(
    [answered.getByRole('time'), answered.getByText('Approved', { exact: true })].map((one) =>
      one.boundingBox(),
    ),
  );
  expect(Math.abs(time!.y + time!.height / 2 - (ended!.y + ended!.height / 2))).toBeLessThan(6);
  await expect(answered.getByText('Request and answer', { exact: true })).toBeHidden();
  await page.getByTitle('Show Payload').first().click();
  const request = page.getByRole('dialog').getByRole('region', { name: 'Request' });
  const curl = request.getByRole('button', { name: 'Copy as curl' });
  await expect(curl).toBeVisible();
  const [own, card] = [(await curl.boundingBox())!, (await request.boundingBox())!];
  expect(own.x + own.width).toBeLessThanOrEqual(card.x + card.width);
});
