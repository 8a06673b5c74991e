import { expect, type Locator, type Page } from '@playwright/test';
import { patient } from './patience.ts';

/**
 * What people come to the console for most, as a hand does it: counted in clicks, fields and keys, and in the
 * seconds of a hand by the keystroke-level model of Card, Moran and Newell, which are the same wherever it runs. What
 * the console takes meanwhile is measured beside (`npm run bench -- journeys`).
 */

/** Thinks, points at it, presses and lets go. */
const CLICK_S = 1.35 + 1.1 + 0.2;
/** Thinks, and the hand goes from the pointer to the keys. */
const FIELD_S = 1.35 + 0.4;
const KEY_S = 0.28;

export interface Counted {
  clicks: number;
  /** Of forms. */
  fields: number;
  /** What is looked for by words. */
  searches: number;
  keys: number;
  /** What was waited for the console, by the clock. */
  waited: number;
}

/** A hand on this page. */
export function handOn(page: Page) {
  const count: Counted = { clicks: 0, fields: 0, searches: 0, keys: 0, waited: 0 };
  const waiting = async (work: Promise<unknown>) => {
    const began = performance.now();
    await work;
    count.waited += (performance.now() - began) / 1000;
  };
  return {
    page,
    count,
    /** Of the hand alone. */
    seconds: () =>
      count.clicks * CLICK_S + (count.fields + count.searches) * FIELD_S + count.keys * KEY_S,
    press: (at: Locator) => {
      count.clicks++;
      return waiting(at.first().click());
    },
    choose: (at: Locator, option: string) => {
      count.clicks++;
      return waiting(at.selectOption(option));
    },
    fill: (at: Locator, text: string, of: 'fields' | 'searches' = 'fields') => {
      count[of]++;
      count.keys += text.length;
      return waiting(at.fill(text));
    },
    sees: (at: Locator) => waiting(expect(at.first()).toBeVisible({ timeout: patient(20_000) })),
  };
}
export type Hand = ReturnType<typeof handOn>;

/** Ctrl-K by the pointer, and what is looked for. */
async function search({ page, press, fill }: Hand, text: string): Promise<void> {
  await press(page.getByRole('button', { name: 'Search' }));
  await fill(page.getByRole('combobox', { name: 'Search' }), text, 'searches');
}

/** From the first screen: how yesterday was, beside its counterpart. */
export async function seeYesterday({ page, sees }: Hand): Promise<void> {
  await sees(page.getByRole('region', { name: /^Yesterday/ }).getByText(/\d EUR/));
}

/** A payer's complaint: the last four digits, an amount and a day, to the refund. */
export async function refundBy(
  hand: Hand,
  { amount, card, day = '' }: { amount: string; card: string; day?: string },
): Promise<void> {
  const { page, press, choose, sees } = hand;
  await search(hand, `refund ${amount} ${card} ${day}`.trim());
  await press(page.getByRole('option', { name: `Refund ${amount} EUR` }));
  const dialog = page.getByRole('dialog', { name: 'Refund this payment' });
  await choose(dialog.getByLabel('Reason'), 'RETURNED_PRODUCT');
  await press(dialog.getByRole('button', { name: `Refund ${amount} EUR` }));
  await sees(page.getByText(/refunded/i));
}

/** Why a payment failed, by the list: `row` is the payment’s. */
export async function seeWhy({ page, press, sees }: Hand, row: Locator, said: Locator) {
  await press(page.getByRole('link', { name: 'Transactions' }));
  await press(row.getByRole('cell').nth(3));
  await sees(said);
}

export async function exportLastMonth(hand: Hand): Promise<void> {
  const { page, press } = hand;
  await search(hand, 'export');
  await press(page.getByRole('option', { name: 'Export transactions' }));
  const dialog = page.getByRole('dialog', { name: 'Export transactions to csv file' });
  await press(dialog.getByRole('button', { name: 'Last Month' }));
  await press(dialog.getByRole('button', { name: 'Export to CSV' }));
  await expect(dialog).toHaveCount(0);
}

export async function inviteOperator(hand: Hand, email: string): Promise<void> {
  const { page, press, fill, sees } = hand;
  await search(hand, 'new employee');
  await press(page.getByRole('option', { name: 'New employee' }));
  const given = {
    'First name': 'Nils',
    'Last name': 'Counted',
    Email: email,
    Phone: '+371 2000 7321',
  };
  for (const [label, text] of Object.entries(given))
    await fill(page.getByLabel(label, { exact: true }), text);
  await press(page.getByRole('button', { name: 'Create and invite' }));
  await sees(page.getByText('User successfully created'));
}

/** Somebody whose card was stolen: found by name or address, and no longer charged. */
export async function blockCustomer(hand: Hand, said: string, name: string): Promise<void> {
  const { page, press, sees } = hand;
  await search(hand, said);
  await press(page.getByRole('option', { name }));
  await press(page.getByRole('button', { name: 'Block', exact: true }));
  await hand.fill(page.getByRole('dialog').getByLabel('Reason'), 'Card reported stolen');
  await press(page.getByRole('dialog').getByRole('button', { name: `Block ${name}` }));
  await sees(page.locator('header').getByText('Blocked', { exact: true }));
}

/** The payment that has waited longest for a look. */
export async function letPass({ page, press, sees }: Hand): Promise<void> {
  await press(page.getByRole('main').getByRole('link', { name: /payments? in review/ }));
  await press(page.getByRole('button', { name: 'Approve' }));
  await press(page.getByRole('button', { name: /^Approve .* EUR$/ }));
  await sees(page.getByText('Payment approved'));
}

export async function makeLink(hand: Hand): Promise<void> {
  const { page, press, fill, sees } = hand;
  await search(hand, 'new payment link');
  await press(page.getByRole('option', { name: 'New payment link' }));
  const dialog = page.getByRole('dialog', { name: 'New payment link' });
  await fill(dialog.getByLabel('Purpose'), 'Deposit');
  await fill(dialog.getByLabel('Amount'), '250');
  await press(dialog.getByRole('button', { name: 'Create link' }));
  await sees(page.getByRole('button', { name: 'Copy address' }));
}

/** Of a loan that is paid out, which `row` of the list has. */
export async function askLoanBack(
  { page, press, choose, sees }: Hand,
  row: Locator,
): Promise<void> {
  await press(page.getByRole('link', { name: 'Loans' }));
  await press(row.getByRole('cell').nth(2));
  await press(page.getByRole('button', { name: 'Request refund', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Request a refund of this loan' });
  await choose(dialog.getByLabel('Reason'), 'RETURNED_PRODUCT');
  await press(dialog.getByRole('button', { name: /^Request refund of / }));
  await sees(page.getByText('Credit refund request has been sent to financing institution'));
}

/** The code that a shop puts into its page. */
export async function copyCode({ page, press, sees }: Hand): Promise<void> {
  await press(page.getByRole('link', { name: 'Widgets' }));
  await press(page.locator('tbody tr[data-href]').getByRole('cell').nth(1));
  await press(page.getByRole('button', { name: 'Copy code' }));
  await sees(page.getByText(/copied/i));
}
