import type { Route } from '@playwright/test';
import { listOn } from './lists.ts';
import { expect, test } from './server.ts';
import { shiftsOf, watchShifts } from './shifts.ts';
import { PEOPLE, signIn } from './support.ts';

test.use({ sharedTab: false });

test('GT-20, GT-21, GT-25 rows come before a total that takes long; it follows by itself, moves nothing, and ends with its filter', async ({
  page,
}) => {
  await watchShifts(page);
  await signIn(page, PEOPLE.staff);
  /** The totals that are counted, and how they come to their end. */
  const counting: { filter: string; answer: Route }[] = [];
  await page.route(/\/api\/transactions\?/, async (route) => {
    const request = route.request();
    const prefer = await request.headerValue('prefer');
    if (prefer === 'return=minimal') {
      const filter = new URL(request.url()).searchParams.get('f_amount')!;
      counting.push({ filter, answer: route });
      return;
    }
    expect(prefer).toBe('respond-async');
    const response = await route.fetch();
    const body = { ...((await response.json()) as object), totalElements: null };
    await route.fulfill({ response, status: 202, json: body });
  });
  const cancelled: string[] = [];
  page.on('requestfailed', (request) => cancelled.push(request.url()));

  await page.goto('/transactions?f_amount=0.01..');
  const { rows, pages, filter } = listOn(page, 'Transactions');
  const heading = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) });
  const count = pages.locator('[aria-live=polite]').last();
  await expect(rows).toHaveCount(50);
  await expect(count, 'said to who hears it').toHaveText('1–50 of counting');
  await expect(heading).toContainText('counting');
  await expect(pages.getByRole('button', { name: 'Next' })).toBeEnabled();
  expect(counting.map((one) => one.filter)).toEqual(['0.01..']);

  await filter('Amount').fill('0.02..');
  await expect.poll(() => counting.map((one) => one.filter)).toEqual(['0.01..', '0.02..']);
  await expect
    .poll(() => cancelled.map((url) => new URL(url).searchParams.get('f_amount')))
    .toContain('0.01..');
  await expect(count).toHaveText('1–50 of counting');

  // longer ago than what a person did explains
  await page.waitForTimeout(600);
  await shiftsOf(page);
  const answer = await counting[1]!.answer.fetch();
  const { content, totalElements } = (await answer.json()) as {
    content: unknown[];
    totalElements: number;
  };
  expect(content).toEqual([]);
  await counting[1]!.answer.fulfill({
    response: answer,
    json: { content, totalElements, enumerations: {} },
  });
  const words = String(totalElements).replace(/\B(?=(\d{3})+$)/g, "'");
  await expect(count).toHaveText(`1–50 of ${words}`);
  await expect(heading).toContainText(words);
  expect(await shiftsOf(page), 'nothing moves').toMatchObject({ total: 0 });

  // another page has the same total: it stays while it is counted anew
  await pages.getByRole('button', { name: 'Next' }).click();
  await expect(count).toHaveText(`51–100 of ${words}`);
  await expect.poll(() => counting.length).toBe(3);
  await counting[2]!.answer.fulfill({
    response: answer,
    json: { content, totalElements: 75, enumerations: {} },
  });
  await expect(count).toHaveText('51–100 of 75');
  await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled();

  // one that can't be told is asked for by hand
  await filter('Amount').fill('0.03..');
  await expect.poll(() => counting.length).toBe(4);
  await counting[3]!.answer.fulfill({ status: 503, json: {} });
  await pages.getByRole('button', { name: 'count again' }).click();
  await expect.poll(() => counting.length).toBe(5);
  await counting[4]!.answer.fulfill({
    response: answer,
    json: { content, totalElements: 1234567, enumerations: {} },
  });
  await expect(count).toHaveText("1–50 of 1'234'567");
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
