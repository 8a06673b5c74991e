import type { Locator, Page } from '@playwright/test';
import type { UserRow } from '../apps/server/src/seed/tables.ts';
import { expect, type Paydesk } from './server.ts';
import { insertPerson, merchantId } from './support.ts';

/** What the journeys of people share. */

let made = 0;

/** Somebody new of Amber & Oak, an operator, with a name that no other has. */
export async function insertEmployee(
  paydesk: Paydesk,
  given: Partial<UserRow> = {},
): Promise<UserRow> {
  return insertPerson(paydesk, {
    merchantId: given.merchantId ?? (await merchantId(paydesk)),
    userRole: 'MERCHANT_OPERATOR',
    firstName: 'Nora',
    lastName: `Zvirbule ${++made}`,
    phoneNumber: '+371 2000 0000',
    ...given,
  });
}

export const fullName = ({ firstName, lastName }: UserRow) => `${firstName} ${lastName}`;

/** Opens the person by the address, and waits until they are there. */
export async function openPerson(page: Page, person: UserRow): Promise<void> {
  await page.goto(`/users/${person.id}`);
  await expect(page.getByRole('heading', { level: 1, name: fullName(person) })).toBeVisible();
}

/** The button of an action, or its item in the menu, which is opened for it. */
export async function actionOf(page: Page, label: string): Promise<Locator> {
  // before the record is there it has no action
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const direct = page.getByRole('button', { name: label, exact: true });
  if (await direct.count()) return direct;
  // by the beginning: the reason of a disabled one is part of its name
  const item = itemOf(page, label);
  if (!(await item.count())) {
    const more = page.getByRole('button', { name: 'More actions' });
    if (await more.count()) await more.click();
  }
  return item;
}

export const itemOf = (page: Page, label: string) =>
  page.getByRole('menuitem', { name: new RegExp(`^${label}`) });

/** The chip beside the name. */
export const statusOf = (page: Page) => page.locator('article header').first();

/** The calls other than reading that the page sends from now on. */
export function watchWrites(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname.startsWith('/api/'))
      sent.push(`${request.method()} ${pathname}`);
  });
  return sent;
}
