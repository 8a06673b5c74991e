import type { BrowserContext, Page } from '@playwright/test';
import { expect, test, type Paydesk } from './server.ts';
import { insertPerson, loginOf, merchantId, PASSWORD, sessionCookie } from './support.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Sessions' });
const rows = (page: Page) =>
  card(page).getByRole('list', { name: 'Sessions' }).getByRole('listitem');

/** A session of its own in that browser, on the profile. */
async function openProfile(
  context: BrowserContext,
  paydesk: Paydesk,
  person: { email: string },
): Promise<Page> {
  const login = await loginOf(paydesk, person, { fresh: true });
  await context.addCookies([sessionCookie(paydesk, login)]);
  const page = await context.newPage();
  await page.goto(`${paydesk.url}/profile`);
  await expect(rows(page).first()).toContainText('This session');
  return page;
}

const out = async (page: Page) => {
  await page.reload();
  await expect(page.getByRole('button', { name: /^Login$|Profile of/ })).toBeVisible();
  return page.getByRole('button', { name: 'Login' }).isVisible();
};

test('SB-01, SB-14, NG-20 the profile lists the own sessions and ends any of them', async ({
  browser,
  context,
  paydesk,
}) => {
  const person = await insertPerson(paydesk, { merchantId: await merchantId(paydesk) });
  const contexts = [context, await browser.newContext(), await browser.newContext()];
  const [desk, phone, other] = await Promise.all(
    contexts.map((one) => openProfile(one, paydesk, person)),
  );
  await desk!.reload();
  await expect(rows(desk!)).toHaveCount(3);
  await expect(rows(desk!).first()).toContainText('127.0.0.1');
  await expect(rows(desk!).first().getByRole('button')).toHaveCount(0);

  await rows(desk!)
    .nth(1)
    .getByRole('button', { name: /^End the session of/ })
    .click();
  // a session alone ends none of the others
  const proof = desk!.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await proof.getByRole('button', { name: 'Confirm and continue' }).click();
  await expect(desk!.getByRole('status').last()).toContainText('The session has been ended');
  await expect(rows(desk!)).toHaveCount(2);
  // one of the two others is out at its next call, the other is not
  expect([await out(phone!), await out(other!)].sort()).toEqual([false, true]);

  await desk!.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(rows(desk!)).toHaveCount(1);
  await expect(desk!.getByRole('button', { name: 'End all other sessions' })).toBeHidden();
  expect([await out(phone!), await out(other!)]).toEqual([true, true]);
  await desk!.reload();
  await expect(rows(desk!)).toHaveCount(1);
  for (const one of contexts.slice(1)) await one.close();
});
