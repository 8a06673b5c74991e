import type { Page } from '@playwright/test';
import { insertMerchant } from '../apps/server/src/seed/factories.ts';
import type { Paydesk } from './server.ts';
import { expect, test } from './server.ts';
import { insertPerson, onDatabase, PASSWORD, rowsOf, signIn } from './support.ts';

/** What is typed is lost neither to somebody else, nor by leaving, nor to a session that ends. */

async function ownerOf(paydesk: Paydesk) {
  const merchant = await onDatabase(paydesk, (client) =>
    insertMerchant(client, { addressLine: 'Old Street 1', zipCode: 'LV-1000' }),
  );
  const given = { merchantId: merchant.id, firstName: 'Ieva', lastName: 'Kalna' };
  return { merchant, person: await insertPerson(paydesk, given) };
}

const stored = async (paydesk: Paydesk, id: string) =>
  (
    await rowsOf<{ address_line: string; zip_code: string }>(
      paydesk,
      'select address_line, zip_code from merchants where id = $1',
      [id],
    )
  )[0];

const editor = (page: Page) => page.getByRole('region', { name: 'Address and terms' });
const street = (page: Page) => editor(page).getByRole('textbox', { name: /^Street Address/ });
const zip = (page: Page) => editor(page).getByRole('textbox', { name: /^Zip Code/ });

async function save(page: Page): Promise<void> {
  await editor(page).getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Update Merchant' }).click();
}

const revokeSessions = (paydesk: Paydesk, userId: string) =>
  onDatabase(paydesk, (client) =>
    client.query('update sessions set revoked_date = now() where user_id = $1', [userId]),
  );

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard what you typed?' });

async function logInAgain(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Continue to the console' }).click();
}

test('MM-05 SB-27 two tabs on the business profile keep what each has changed, and ask where both did', async ({
  page,
  context,
  paydesk,
}) => {
  const { merchant, person } = await ownerOf(paydesk);
  // neither is told of the other in time
  await context.route('**/api/events*', (route) => route.abort());
  await signIn(page, person);
  await page.goto('/merchant');
  const other = await context.newPage();
  await other.goto('/merchant');
  await expect(zip(other)).toHaveValue('LV-1000');

  await street(page).fill('New Street 2');
  await save(page);
  await expect(page.getByText('Merchant updated successfully')).toBeVisible();
  await zip(other).fill('LV-2000');
  await save(other);
  await expect(other.getByText('Merchant updated successfully')).toBeVisible();
  const both = { address_line: 'New Street 2', zip_code: 'LV-2000' };
  expect(await stored(paydesk, merchant.id)).toEqual(both);
  await expect(street(other), 'what the first one changed is there now').toHaveValue(
    'New Street 2',
  );

  await zip(page).fill('LV-3000');
  await save(page);
  const conflicts = page.getByRole('alert', { name: 'Changed meanwhile' });
  await expect(conflicts).toContainText('Zip Code changed by Ieva Kalna');
  await expect(conflicts).toContainText('LV-2000');
  await expect(conflicts).toBeFocused();
  await expect(zip(page), 'nothing typed is lost').toHaveValue('LV-3000');
  expect(await stored(paydesk, merchant.id)).toEqual(both);
  await conflicts.getByRole('button', { name: 'Take theirs: Zip Code' }).click();
  await expect(zip(page)).toHaveValue('LV-2000');
  await conflicts.getByRole('button', { name: 'Keep mine: Zip Code' }).click();
  await expect(zip(page)).toHaveValue('LV-3000');
  await save(page);
  await expect(conflicts).toHaveCount(0);
  await expect
    .poll(() => stored(paydesk, merchant.id))
    .toEqual({ address_line: 'New Street 2', zip_code: 'LV-3000' });
});

test('NG-22 before what is typed is lost it is asked: elsewhere, back, reload, Escape, sign-out', async ({
  page,
  paydesk,
}) => {
  const { person } = await ownerOf(paydesk);
  await signIn(page, person, { fresh: true });
  await page.goto('/shipping-methods');
  await page.getByRole('navigation', { name: 'Main' }).getByText('Business Profile').click();
  await street(page).fill('Typed Street 3');

  await page.getByRole('link', { name: 'Shipping Methods' }).click();
  await expect(question(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await page.goBack();
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL('/merchant');
  await expect(street(page)).toHaveValue('Typed Street 3');

  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(street(page)).toHaveValue('Typed Street 3');

  const signOut = async () => {
    await page.getByRole('button', { name: /Profile of/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
  };
  await signOut();
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(street(page)).toHaveValue('Typed Street 3');
  // as it was: nothing is typed any more, and nothing is asked
  await street(page).fill('Old Street 1');
  await page.getByRole('link', { name: 'Employees' }).click();
  await expect(page).toHaveURL('/merchant-employees');

  await page.goto('/users/' + person.id);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Ieva Kalna' });
  await edit.getByLabel('Position').fill('Cook');
  await page.keyboard.press('Escape');
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(edit.getByLabel('Position')).toHaveValue('Cook');
  await page.keyboard.press('Escape');
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto('/merchant');
  await street(page).fill('Typed Street 4');
  await signOut();
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('paydesk.drafts'))).toBeNull();
});

test('NG-22, NG-19 while nothing can be had of the server it is asked in the browser’s own words, and what is typed stays', async ({
  page,
  context,
  paydesk,
}) => {
  const { person } = await ownerOf(paydesk);
  await context.clock.install();
  await signIn(page, person, { fresh: true });
  await page.goto('/merchant');
  await street(page).fill('Typed Street 10');
  await page.mouse.move(300, 300);
  await page.route(/assets.(Idle|Leave)Dialog/, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (one) => one.url().includes('/IdleDialog'));
  await context.clock.fastForward(7_085_000);
  await failed;
  // for as long as React holds back what follows upon that
  await context.clock.runFor(1000);
  await expect(street(page)).toHaveValue('Typed Street 10');
  await context.clock.fastForward(120_000);
  await expect(page.getByText('You were signed out after two hours')).toBeVisible();
  await logInAgain(page, person.email);
  await expect(street(page)).toHaveValue('Typed Street 10');

  const said: string[] = [];
  let discard = false;
  page.on('dialog', async (dialog) => {
    said.push(`${dialog.type()}: ${dialog.message()}`);
    await (discard ? dialog.accept() : dialog.dismiss());
  });
  await context.setOffline(true);
  const link = page.getByRole('link', { name: 'Shipping Methods' });
  await link.click();
  await expect.poll(() => said).toEqual(['confirm: Discard what you typed?']);
  await expect(street(page)).toHaveValue('Typed Street 10');
  discard = true;
  await link.click();
  await expect(page.getByRole('alert')).toContainText('Remote Server is not available.');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Shipping Methods' })).toBeVisible();
  expect(said, 'asked once each time').toHaveLength(2);
});

test('NG-19 two minutes before an idle sign-out it is asked, and what was typed survives it, for the same person alone', async ({
  page,
  context,
  paydesk,
}) => {
  const { merchant, person } = await ownerOf(paydesk);
  const colleague = await insertPerson(paydesk, { merchantId: merchant.id });
  await context.clock.install();
  await signIn(page, person, { fresh: true });
  await page.goto('/merchant');
  await street(page).fill('Typed Street 5');
  await page.mouse.move(300, 300);
  // it runs on between the jumps: what comes at last needs a clock as well
  await context.clock.fastForward(7_085_000);
  const asked = page.getByRole('dialog', { name: 'Are you still there?' });
  const left = async () => {
    const [, minutes, seconds] = /(\d):(\d\d)/.exec(await asked.getByRole('timer').innerText())!;
    return Number(minutes) * 60 + Number(seconds);
  };
  const before = await left();
  expect(before).toBeGreaterThan(40);
  expect(before).toBeLessThanOrEqual(115);
  await context.clock.fastForward(30_000);
  await expect.poll(left).toBeLessThanOrEqual(before - 30);
  const heard = page.waitForRequest((request) => request.url().endsWith('/api/users/me/session'));
  await asked.getByRole('button', { name: 'Stay signed in' }).click();
  await heard;
  await expect(asked).toHaveCount(0);
  await context.clock.fastForward(7_085_000);
  await expect(asked).toBeVisible();
  await context.clock.fastForward(120_000);
  await expect(page.getByText('You were signed out after two hours')).toBeVisible();

  const listening = page.waitForResponse(/\/api\/events/);
  await logInAgain(page, person.email);
  await expect(street(page)).toHaveValue('Typed Street 5');
  await expect(page.getByText('What you typed before you were signed out is back.')).toBeVisible();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(street(page)).toHaveValue('Old Street 1');

  // put out by the server, which the console hears; and somebody else signs in at the same place
  await street(page).fill('Typed Street 6');
  await listening;
  await revokeSessions(paydesk, person.id);
  await logInAgain(page, colleague.email);
  await expect(street(page)).toHaveValue('Old Street 1');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Street 6');
});

test('NG-19, NG-20 what was typed survives a session that ends while it is sent, or asked about', async ({
  page,
  paydesk,
}) => {
  const { merchant, person } = await ownerOf(paydesk);
  await signIn(page, person, { fresh: true });
  const back = page.getByText('What you typed before you were signed out is back.');
  const listening = page.waitForResponse(/\/api\/events/);
  await page.goto('/merchant');
  await street(page).fill('Typed Street 7');
  await editor(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Update Merchant' })).toBeVisible();
  await listening;
  await revokeSessions(paydesk, person.id);
  await logInAgain(page, person.email);
  await expect(street(page)).toHaveValue('Typed Street 7');
  await expect(back).toBeVisible();

  // the console hears of it by the refusal alone
  await page.route('**/api/events*', (route) => route.abort());
  await page.goto('/merchant');
  await street(page).fill('Typed Street 8');
  await editor(page).getByRole('button', { name: 'Save' }).click();
  const update = page.getByRole('button', { name: 'Update Merchant' });
  await expect(update).toBeVisible();
  await revokeSessions(paydesk, person.id);
  await update.click();
  await logInAgain(page, person.email);
  await expect(street(page)).toHaveValue('Typed Street 8');

  // what was taken all the same has nothing left to come back
  await page.unroute('**/api/events*');
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/user-merchant', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    const response = await route.fetch();
    await answer.promise;
    await route.fulfill({ response });
  });
  const listeningAgain = page.waitForResponse(/\/api\/events/);
  await page.reload();
  await listeningAgain;
  await street(page).fill('Typed Street 9');
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await save(page);
  const answered = (await sent).response();
  const taken = () => stored(paydesk, merchant.id);
  await expect.poll(taken).toMatchObject({ address_line: 'Typed Street 9' });
  await revokeSessions(paydesk, person.id);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  answer.resolve();
  await (await answered)?.finished();
  await logInAgain(page, person.email);
  await expect(street(page)).toHaveValue('Typed Street 9');
  await expect(back).toHaveCount(0);
});
