import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { caseDescription } from '../apps/server/src/seed/cases.ts';
import { packPng } from './png.ts';
import { expect, test } from './server.ts';
import { onDatabase, PEOPLE, signIn } from './support.ts';

/**
 * The pictures of the console in docs/pictures: every screen below, wide and narrow, light and
 * dark, out of the demo data of one moment, so that two runs draw the same,
 * but for a pixel on a rounded edge.
 */
const CLOCK = '2026-11-20T16:30:00Z';
const FOLDER = new URL('../docs/pictures/', import.meta.url);

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
const SCHEMES = ['light', 'dark'] as const;

const SCREENS: Record<string, (page: Page, refunded: string) => Promise<void>> = {
  list: async (page) => {
    await page.goto('/transactions?f_date=..18.11.2026');
    await expect(page.getByText(/^1–50 of /)).toBeVisible();
  },
  'list-empty': async (page) => {
    await page.goto('/transactions?f_status=DECLINED&f_date=20.11.2026&f_description=lamp');
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  },
  detail: openRefunded,
  'refund-error': async (page, refunded) => {
    await openRefunded(page, refunded);
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund this payment' });
    await dialog.getByLabel('Amount').fill('100.00');
    await dialog.getByLabel('Reason').selectOption('RETURNED_PRODUCT');
    await dialog.getByRole('button', { name: 'Refund 100.00 EUR' }).click();
    await expect(dialog.getByText('At most 69.75 EUR is left to refund.')).toBeVisible();
    await dialog.getByLabel('Amount').focus();
  },
};

async function openRefunded(page: Page, id: string): Promise<void> {
  await page.goto(`/transactions/${id}`);
  await expect(page.getByRole('heading', { name: '120.00 EUR' })).toBeVisible();
}

test.use({ paydeskEnvironment: { SEED_CLOCK: CLOCK } });

test('the pictures', async ({ paydesk, browser }) => {
  // the passwords of that moment expire in time; the pictures do not
  const id = await onDatabase(paydesk, async (client) => {
    await client.query(
      `update users set password_expires_date = now() + interval '1 day' where email = $1`,
      [PEOPLE.owner.email],
    );
    const { rows } = await client.query<{ id: string }>(
      'select id from transactions where description = $1 and refunded_transaction_id is null',
      [caseDescription('AO', 'refundedTwice')],
    );
    return rows[0]!.id;
  });
  mkdirSync(FOLDER, { recursive: true });
  for (const viewport of SIZES) {
    const context = await browser.newContext({
      viewport,
      baseURL: paydesk.url,
      hasTouch: viewport.width < 500,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.clock.setFixedTime(CLOCK);
    await signIn(page, PEOPLE.owner);
    await page.goto('/transactions');
    for (const [name, open] of Object.entries(SCREENS)) {
      await open(page, id);
      await page.mouse.move(0, 0);
      for (const scheme of SCHEMES) {
        await page.emulateMedia({ colorScheme: scheme });
        const file = new URL(`${name}-${viewport.width}-${scheme}.png`, FOLDER);
        const png = await page.screenshot({ animations: 'disabled' });
        writeFileSync(file, packPng(png));
      }
    }
    await context.close();
  }
});
