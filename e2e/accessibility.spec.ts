import { randomUUID } from 'node:crypto';
import type { Browser, Page, Route } from '@playwright/test';
import { isFull, Share } from '../packages/contract/src/testing/proof.ts';
import type { Case } from '../apps/server/src/seed/cases.ts';
import { MORE_ROWS, RULES_OF_COLOUR, TAGS, violationsOf } from './axe.ts';
import { DIALOGS, type AnyAction, type DialogStop } from './dialogs.ts';
import { insertEmployee, openPerson } from './people.ts';
import { expect, test, type Paydesk } from './server.ts';
import { forgetCode, setUp } from './factors.ts';
import {
  insertPerson,
  insertTransaction,
  merchantId,
  onDatabase,
  PASSWORD,
  PEOPLE,
  rowsOf,
  signIn,
} from './support.ts';
import { caseId, openAction, openTransaction } from './transactions.ts';
import { patient } from './patience.ts';

/**
 * What only a person's doing shows, and what the walk does not open: wide and narrow, light and dark,
 * no violation of WCAG 2.2 AA that axe can find. Every route as it opens is walk.spec.ts's. In short
 * each screen is looked at once, at one width in one theme.
 */
const WIDTHS = [1440, 390];
const SCHEMES = ['light', 'dark'] as const;

interface Screen {
  /** Who is signed in; nobody: `null`. */
  as: { email: string } | null;
  open: (page: Page, paydesk: Paydesk) => Promise<unknown>;
  /** Where it is to be seen; everywhere. */
  widths?: number[];
  /** What is like the rest: looked at in full alone, where the screen is wide and light. */
  without?: string[];
}

const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

/** Few rows: they are all alike, and each is looked at. */
async function list(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByText(/(^|messages? |· )1–\d+ of /)).toBeVisible();
}

const detailOf =
  (name: Case) =>
  async (page: Page, paydesk: Paydesk): Promise<void> => {
    await openTransaction(page, await caseId(paydesk, name));
    await expect(page.getByText(/^Payment of/).first()).toBeVisible();
  };

/** The messages of one transaction. */
const logsOf = (path: string, table: string) => async (page: Page, paydesk: Paydesk) => {
  const [row] = await rowsOf<{ id: string }>(
    paydesk,
    `select transaction_id as id from ${table} limit 1`,
  );
  await list(page, `/${path}?f_transactionId=${row!.id}`);
};
const soapLogs = logsOf('soap-logs', 'soap_logs');
const mpiLogs = logsOf('mpi-logs', 'mpi_logs');

/** Somebody new with a second factor that was shown too long ago, on their profile. */
async function enrolled(page: Page, paydesk: Paydesk) {
  const person = await insertPerson(paydesk, { merchantId: await merchantId(paydesk) });
  await signIn(page, person);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Set up' }).click();
  await setUp(page, paydesk, person.id);
  await forgetCode(paydesk, person.id);
  return person;
}

/** A customer with a card, by what is true of either. */
async function customerWith(paydesk: Paydesk, what: string): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(
    paydesk,
    `select c.id from customers c join cards k on k.customer_id = c.id where ${what} limit 1`,
  );
  return row!.id;
}

const { owner, staff, operator } = PEOPLE;

const SCREENS: Record<string, Screen> = {
  'search, found': {
    as: PEOPLE.staff,
    open: async (page) => {
      await page.goto('/profile');
      await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).fill('amber');
      await expect(page.getByRole('option', { name: /Amber & Oak/ })).toBeVisible();
    },
  },
  'search, nothing typed': {
    as: PEOPLE.staff,
    open: async (page) => {
      await page.goto('/profile');
      await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('option', { name: 'Sign out' })).toBeAttached();
    },
  },
  'a list that loads': {
    as: PEOPLE.owner,
    open: async (page) => {
      // never answered: it loads as long as somebody looks
      await page.route(/\/api\/transactions\?/, () => undefined);
      await page.goto('/transactions');
      await expect(page.getByText('Loading', { exact: true })).toBeAttached();
    },
  },
  'keyboard shortcuts': {
    as: PEOPLE.staff,
    widths: [1440],
    open: async (page) => {
      await page.goto('/profile');
      await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    },
  },
  'the views of a list': {
    as: PEOPLE.operator,
    open: async (page) => {
      await list(page, '/transactions?f_status=FAILED');
      await page.getByRole('button', { name: /^Views/ }).click();
      await expect(page.getByRole('menuitem', { name: 'Save as a view…' })).toBeVisible();
    },
  },
  'the columns of a list': {
    as: PEOPLE.operator,
    widths: [1440],
    open: async (page) => {
      await list(page, '/transactions?f_status=FAILED');
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('menuitem', { name: 'Choose columns…' }).click();
      await expect(page.getByRole('checkbox', { name: 'Description' })).toBeChecked();
    },
  },
  'the columns to filter by': {
    as: PEOPLE.operator,
    widths: [1440],
    open: async (page) => {
      await list(page, '/transactions?f_status=FAILED');
      await page.getByRole('button', { name: 'Add filter' }).click();
      await page.getByLabel('Find a column').fill('a');
      await expect(page.getByRole('list', { name: 'Columns' })).toBeVisible();
    },
  },
  'a filter of the bar, refused': {
    as: PEOPLE.operator,
    widths: [1440],
    open: async (page) => {
      await list(page, '/transactions?f_amount=10..40');
      await page.getByRole('button', { name: 'Amount: 10.00 to 40.00', exact: true }).click();
      const amount = page.getByRole('dialog', { name: 'Filter by Amount' });
      await amount.getByLabel('At least').fill('ten');
      await amount.getByLabel('At least').press('Enter');
      await expect(amount).toContainText('number');
    },
  },
  'a financing product with errors': {
    as: staff,
    open: async (page, paydesk) => {
      const [row] = await rowsOf<{ id: string }>(
        paydesk,
        `select id from financing_products where code = 'NORTHCR-1'`,
      );
      await page.goto(`/financing-products/${row!.id}`);
      await page.getByLabel('Min Amount').fill('9000');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByLabel('Min Amount')).toHaveAttribute('aria-invalid', 'true');
    },
  },
  'login with errors': {
    as: null,
    open: async (page) => {
      await page.goto('/login');
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute(
        'aria-invalid',
        'true',
      );
    },
  },
  'recovery with an error': {
    as: null,
    open: async (page) => {
      await page.goto('/password-recovery');
      await page.getByRole('button', { name: 'Send link' }).click();
      await expect(page.getByLabel('Email address')).toHaveAttribute('aria-invalid', 'true');
    },
  },
  'recovery, the mail is on its way': {
    as: null,
    open: async (page) => {
      await page.goto('/password-recovery');
      await page.getByLabel('Email address').fill('nobody@amber.test');
      await page.getByRole('button', { name: 'Send link' }).click();
      await expect(page.getByText(/^Check your email/)).toBeVisible();
    },
  },
  'reset, a link that is over': {
    as: null,
    open: async (page) => {
      await page.goto('/password-recovery?reset=abc');
      await page.getByLabel('New password', { exact: true }).fill('violet kettle sails north');
      await page.getByLabel('Confirm new password').fill('violet kettle sails north');
      await page.getByRole('button', { name: 'Reset password' }).click();
      await expect(page.getByText(/^Password reset URL has expired/)).toBeVisible();
    },
  },
  'invitation, a weak password': {
    as: null,
    open: async (page) => {
      await page.goto('/register?invitation=abc');
      await page.getByLabel('New password', { exact: true }).fill('lollipops');
      await page.getByRole('button', { name: 'Create password' }).click();
      await expect(page.getByText(/^Strength: weak/)).toBeVisible();
      await expect(page.getByText('Please confirm your new password')).toBeVisible();
    },
  },
  'no invitation': {
    as: null,
    open: async (page) => {
      await page.goto('/register');
      await expect(page.getByText(/^This address has no invitation/)).toBeVisible();
    },
  },
  'an address to confirm': {
    as: null,
    open: async (page) => {
      await page.goto('/email-change?confirm=abc');
      await expect(page.getByRole('button', { name: 'Confirm address' })).toBeVisible();
    },
  },
  'an address whose change is over': {
    as: null,
    open: async (page) => {
      await page.goto('/email-change?stop=abc');
      await page.getByRole('button', { name: 'Stop this change' }).click();
      await expect(page.getByText(/^There is nothing left to stop/)).toBeVisible();
    },
  },
  'password renewal, a strong one': {
    as: PEOPLE.expired,
    open: async (page) => {
      await page.goto('/password-renewal');
      await page.getByLabel('New password', { exact: true }).fill('violet kettle sails north');
      await expect(page.getByText(/^Strength: very strong/)).toBeVisible();
    },
  },
  'profile, the password with errors': {
    as: operator,
    open: async (page) => {
      await page.goto('/profile');
      await page.getByRole('button', { name: 'Update password' }).click();
      await expect(page.getByText('Please enter new password')).toBeVisible();
    },
  },
  'login, the code, refused': {
    as: null,
    open: async (page, paydesk) => {
      const { email } = await enrolled(page, paydesk);
      await page.evaluate(() => localStorage.clear());
      await page.context().clearCookies();
      await page.goto('/login');
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Login' }).click();
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(page.getByLabel('Recovery code')).toHaveAttribute('aria-invalid', 'true');
    },
  },
  'profile, on and one session more': {
    as: null,
    open: async (page, paydesk) => {
      const person = await enrolled(page, paydesk);
      await page.getByRole('button', { name: 'I have saved them' }).click();
      await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible();
      await onDatabase(paydesk, (client) =>
        client.query(
          `insert into sessions (id, token_hash, user_id, created_date, expires_date, time_zone, address)
           values ($1::uuid, decode(md5($2::text), 'hex'), $2::uuid, now(), now() + interval '1 hour', 'UTC', '192.0.2.1')`,
          [randomUUID(), person.id],
        ),
      );
      await page.reload();
      await expect(page.getByRole('button', { name: 'End all other sessions' })).toBeVisible();
    },
  },
  'second factor, a wrong password': {
    as: owner,
    open: async (page) => {
      await page.goto('/profile');
      await page.getByRole('button', { name: 'Set up' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByText('Password is required')).toBeVisible();
    },
  },
  'second factor, the app, a wrong code': {
    as: owner,
    open: async (page) => {
      await page.goto('/profile');
      await page.getByRole('button', { name: 'Set up' }).click();
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Authentication code').fill('wrong');
      await page.getByRole('button', { name: 'Turn on' }).click();
      await expect(page.getByText('The code is wrong or has been used').first()).toBeVisible();
    },
  },
  'second factor, the recovery codes': {
    as: null,
    open: async (page, paydesk) => {
      await enrolled(page, paydesk);
    },
  },
  'second factor, turning it off': {
    as: null,
    open: async (page, paydesk) => {
      await enrolled(page, paydesk);
      await page.getByRole('button', { name: 'I have saved them' }).click();
      await page.getByRole('button', { name: 'Turn off' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  'second factor, required': {
    as: staff,
    open: async (page) => {
      await page.route('**/api/users/me', async (route) => {
        const answer = await route.fetch();
        const me = (await answer.json()) as { secondFactor: object };
        me.secondFactor = { ...me.secondFactor, required: true };
        await route.fulfill({ response: answer, json: me });
      });
      await page.goto('/transactions');
      await heading(page, 'Set up two-factor sign-in');
    },
  },
  'a new code asked for above a refund': {
    as: null,
    open: async (page, paydesk) => {
      await enrolled(page, paydesk);
      await openTransaction(page, await caseId(paydesk, 'success'));
      const dialog = await openAction(page, 'Refund');
      await dialog.getByLabel('Reason').selectOption('Other');
      await dialog.getByRole('button', { name: /^Refund / }).click();
      await page.getByRole('button', { name: 'Confirm and continue' }).click();
      await expect(page.getByLabel('Authentication code')).toHaveAttribute('aria-invalid', 'true');
    },
  },
  home: {
    as: null,
    open: async (page, paydesk) => {
      // who may see the dashboard is led there
      await signIn(page, await insertPerson(paydesk, { permissions: ['READ_ANY_USER'] }));
      await page.goto('/');
      await heading(page, 'Please select view');
    },
  },
  'transactions of a merchant, filtered': {
    as: owner,
    open: (page) =>
      list(page, '/transactions?f_status=SUCCESS&f_description=-1001&sort=amount,ASC'),
  },
  'no transactions': {
    as: owner,
    open: async (page) => {
      await page.goto('/transactions?f_description=nothing+like+it');
      await expect(page.getByText('No results')).toBeVisible();
    },
  },
  'transactions that fail': {
    as: owner,
    open: async (page) => {
      await page.route(/\/api\/transactions\?/, (route) =>
        route.fulfill({
          status: 500,
          json: { errorCode: 'INTERNAL', message: 'x', errors: [], requestId: 'r-1' },
        }),
      );
      await page.goto('/transactions');
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    },
  },
  'a filter that is refused': {
    as: owner,
    widths: [1440],
    open: async (page) => {
      await list(page, '/transactions?f_description=-10001');
      await page.getByLabel('Filter by Amount').fill('ten');
      await page.getByLabel('Filter by Amount').press('Enter');
      await expect(page.getByText('Value must be a number')).toBeVisible();
    },
  },
  'filters on a phone': {
    as: owner,
    widths: [390],
    open: async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await list(page, '/transactions?f_description=-10001');
      await page.getByRole('button', { name: /^Filters and/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  'menu on a phone': {
    as: staff,
    widths: [390],
    open: async (page, paydesk) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await soapLogs(page, paydesk);
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    },
  },
  'csv dialog': {
    as: owner,
    open: async (page) => {
      await list(page, '/transactions?f_description=-10001');
      await page.getByRole('button', { name: 'Export to CSV' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  'files on their way': {
    as: staff,
    open: async (page, paydesk) => {
      let asked = 0;
      await page.route('**/api/soap-logs.csv?*', (route) =>
        asked++ ? undefined : route.fulfill({ status: 504 }),
      );
      await soapLogs(page, paydesk);
      await page.getByRole('button', { name: 'Export to CSV' }).click();
      await expect(page.getByText('SOAP Logs could not be exported')).toBeVisible();
      await page.getByRole('button', { name: 'Export to CSV' }).click();
      await expect(page.getByText('Exporting SOAP Logs')).toBeVisible();
    },
  },
  'detail without links': { as: owner, open: detailOf('bare') },
  'detail reversed': { as: owner, open: detailOf('reversedAfterRefund') },
  'detail pending': {
    as: owner,
    open: async (page, paydesk) => {
      const { id } = await insertTransaction(paydesk, { pendingRefundCents: 250n });
      await openTransaction(page, id);
      await expect(page.getByText('Refund of 2.50 EUR is pending').first()).toBeVisible();
    },
  },
  'detail that is not there': {
    as: owner,
    open: async (page) => {
      await page.goto(`/transactions/${randomUUID()}`);
      await expect(
        page.getByRole('heading', { name: 'There is no such transaction' }),
      ).toBeVisible();
    },
  },
  'detail with refunds and report details': {
    as: owner,
    open: async (page, paydesk) => {
      await detailOf('refundedTwice')(page, paydesk);
      await page.getByText('Report details').click();
    },
  },
  'menu of actions': {
    as: owner,
    open: async (page, paydesk) => {
      await detailOf('success')(page, paydesk);
      await page.getByRole('button', { name: 'More actions' }).click();
      await expect(page.getByRole('menuitem').first()).toBeVisible();
    },
  },
  'detail of a failed one, the reason of a disabled action': {
    as: staff,
    open: async (page, paydesk) => {
      await detailOf('failed')(page, paydesk);
      await page.getByRole('button', { name: 'Reverse', exact: true }).focus();
      await expect(page.getByRole('tooltip')).toBeVisible();
    },
  },
  'audit-logs, what changed': {
    as: staff,
    open: async (page) => {
      await list(page, '/audit-logs?f_action=profile');
      await page.locator('[data-opens]').first().click();
      await expect(page.getByRole('table', { name: 'Changes' })).toBeVisible();
    },
  },
  'the history of a payment': {
    as: owner,
    open: async (page, paydesk) => {
      await detailOf('refundedTwice')(page, paydesk);
      await page.getByText('Details', { exact: true }).click();
      await expect(page.getByText(/^by /).first()).toBeVisible();
    },
  },
  purchases: { as: staff, open: (page) => list(page, '/purchases?f_status=SIGNED&f_currency=EUR') },
  'a purchase': {
    as: staff,
    open: async (page, paydesk) => {
      const [row] = await rowsOf<{ id: string }>(
        paydesk,
        `select id from purchases where reason_code = 'CANCELLED_BY_STAFF' limit 1`,
      );
      await page.goto(`/purchases/${row!.id}`);
      await heading(page, /EUR$/);
    },
  },
  'an exchanged message': {
    as: owner,
    open: async (page) => {
      await list(page, '/exchange-logs?f_xmlType=ORDERVERREQ');
      await page.getByTitle('Show Payload').first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  'payload dialog': {
    as: staff,
    widths: [1440],
    open: async (page, paydesk) => {
      await soapLogs(page, paydesk);
      await page.getByTitle('Show Payload').first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  'payload dialog on a phone': {
    as: staff,
    widths: [390],
    open: async (page, paydesk) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await mpiLogs(page, paydesk);
      await page.getByTitle('Show Payload').first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  'own merchant, the question before it is saved': {
    as: owner,
    open: async (page) => {
      await page.goto('/merchant');
      const editor = page.getByRole('region', { name: 'Address and terms' });
      await editor.getByLabel('Zip Code').fill('LV-9999');
      await editor.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
    },
  },
  'own merchant, a wrong URL and a ping that is refused': {
    as: owner,
    open: async (page) => {
      await page.goto('/merchant');
      const editor = page.getByRole('region', { name: 'Purchase notification' });
      await editor.getByRole('textbox').fill('abc');
      await editor.getByRole('button', { name: 'Save' }).click();
      await editor.getByRole('textbox').fill('http://10.0.0.1/');
      await editor.getByRole('button', { name: 'Ping' }).click();
      await expect(editor.getByText('The address is not one of')).toBeVisible();
    },
  },
  'a new certificate, with its warning': {
    as: owner,
    open: async (page) => {
      await page.goto('/add-cert');
      await page.getByRole('button', { name: 'Generate' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  'a new shipping method with errors': {
    as: owner,
    open: async (page) => {
      await page.goto('/shipping-methods/add');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Name is required')).toBeVisible();
    },
  },
  'widget, the question before its items go': {
    as: owner,
    open: async (page) => {
      await list(page, '/widgets?f_name=Starter');
      await page.locator('[data-href]').first().click();
      await heading(page, 'Starter set');
      await page.getByRole('combobox', { name: 'Type' }).selectOption('CHECKOUT');
      await expect(page.getByRole('dialog')).toContainText('All items will be deleted');
    },
  },
  'widget with items and its preview': {
    as: owner,
    open: async (page) => {
      await list(page, '/widgets?f_name=Starter');
      await page.locator('[data-href]').first().click();
      await heading(page, 'Starter set');
      await expect(page.frameLocator('iframe').getByRole('link')).toBeVisible();
    },
  },
  'a new widget with errors': {
    as: owner,
    open: async (page) => {
      await page.goto('/widgets/add');
      await page.getByRole('combobox', { name: 'Type' }).selectOption('INSTANT');
      await page.getByRole('button', { name: 'Create' }).click();
      await expect(page.getByText('Total Amount is required')).toBeVisible();
    },
  },
  'the page that a widget opens': {
    as: owner,
    open: async (page) => {
      await page.goto('/pay/0192f0a0-0000-7000-8000-000000000000');
      await expect(page.getByRole('heading', { name: /nothing to pay here/ })).toBeVisible();
    },
  },
  'an order with two pages of items, asked whether to reject it': {
    as: owner,
    open: async (page) => {
      await list(page, '/orders?f_amount=640.00&f_status=PENDING');
      await page.locator('[data-href]').first().click();
      await heading(page, '640.00 EUR');
      await expect(page.getByText('1–10 of 12')).toBeVisible();
      await openAction(page, 'Reject');
    },
  },
  'an order, rejected by hand, with its history': {
    as: staff,
    open: async (page) => {
      await list(page, '/orders?f_rejectReasonCode=MANUAL_REJECT');
      await page.locator('[data-href]').first().click();
      await expect(page.getByText(/^by /).first()).toBeVisible();
    },
  },
  'profile card': {
    as: owner,
    open: async (page) => {
      await list(page, '/transactions?f_description=-10001');
      await page.getByRole('button', { name: /Profile of/ }).click();
      await expect(page.getByRole('dialog', { name: 'Profile' })).toBeVisible();
    },
  },
  'a customer, with the history': {
    as: staff,
    open: async (page, paydesk) => {
      await page.goto(`/customers/${await customerWith(paydesk, "c.status = 'BLOCKED'")}`);
      await page.getByText('Change history').click();
      await expect(page.getByText('Block: success').first()).toBeVisible();
    },
  },
  'the cards of a customer, what can be done to one': {
    as: staff,
    open: async (page, paydesk) => {
      await page.goto(`/customers/${await customerWith(paydesk, "k.status = 'ACTIVE'")}?tab=cards`);
      await page
        .getByRole('button', { name: /^Actions for card/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Block', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  'add an employee, with errors': {
    as: owner,
    open: async (page) => {
      await page.goto('/merchant-employees/add');
      await page.getByRole('button', { name: 'Create and invite' }).click();
      await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    },
  },
  'a merchant’s people': {
    as: staff,
    open: async (page, paydesk) =>
      list(page, `/merchants/${await merchantId(paydesk)}?tab=employees`),
  },
  'a merchant’s features': {
    as: staff,
    open: async (page, paydesk) => {
      await page.goto(`/merchants/${await merchantId(paydesk)}?tab=features`);
      await expect(page.getByRole('listitem', { name: 'Orders by API' })).toBeVisible();
    },
  },
  'a merchant’s certificates': {
    as: staff,
    open: async (page, paydesk) =>
      list(page, `/merchants/${await merchantId(paydesk)}?tab=certificates`),
  },
  'a user, invited': {
    as: staff,
    open: async (page, paydesk) =>
      openPerson(page, await insertEmployee(paydesk, { status: 'NOT_ACTIVATED' })),
  },
  dashboard: {
    as: owner,
    open: async (page) => {
      await page.goto('/business-days');
      await page.getByRole('button', { name: 'Amounts, EUR as a table' }).click();
      await page.getByRole('slider').first().focus();
    },
  },
  'dashboard of staff, a range refused': {
    as: staff,
    open: async (page) => {
      await page.goto('/business-days?from=2026-02-02&to=2026-02-01');
      await expect(page.getByText('From date cannot exceed to date')).toBeVisible();
    },
  },
  'dashboard without data': {
    as: operator,
    open: async (page) => {
      await page.goto('/business-days?from=2001-01-01&to=2001-01-31');
      await expect(page.getByText('No data').first()).toBeVisible();
    },
  },
  'notice dialog, the announcements behind it': {
    as: null,
    open: async (page) => {
      await signIn(page, owner, { notice: true });
      await page.goto('/business-days');
      await expect(page.getByText('Read the calendar').first()).toBeVisible();
    },
  },
  announcements: {
    as: null,
    open: async (page) => {
      await signIn(page, owner, { notice: true });
      await page.goto('/business-days');
      await page.getByRole('button', { name: 'Continue to the console' }).click();
      await expect(page.getByRole('region', { name: 'Announcements' })).toBeVisible();
    },
  },
  'not allowed': {
    as: operator,
    open: async (page) => {
      await page.goto('/soap-logs');
      await heading(page, 'You are not allowed to see this page.');
    },
  },
  'the reference of the API': {
    as: null,
    open: async (page) => {
      await page.goto('/api/docs');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
    without: ['section:nth-of-type(n+4) article:nth-of-type(n+2)', 'nav > ul > li:nth-child(n+4)'],
  },
  'queue of reviews on a phone': {
    as: staff,
    widths: [390],
    open: async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/reviews');
      await page.getByRole('button', { name: /^Case 1 of/ }).click();
      await expect(page.getByRole('dialog', { name: 'Queue' })).toBeVisible();
    },
  },
};

/**
 * One tab for each person and worker: the process behind it has the console compiled. A new tab, and
 * one that went by about:blank, is a new process.
 */
const tabs = new Map<string, Page>();

async function tabOf(browser: Browser, person: { email: string }): Promise<Page> {
  const known = tabs.get(person.email);
  if (known) return known;
  const page = await (await browser.newContext()).newPage();
  await signIn(page, person);
  tabs.set(person.email, page);
  return page;
}

/** Nothing of the screen before is left when the next one is loaded. */
async function cleared(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // what was typed would come back
  await page.evaluate(() => sessionStorage.clear());
}

const share = new Share('Looks of axe at what only a person’s doing shows');

test.afterAll(async () => {
  await Promise.all([...tabs.values()].map((page) => page.context().close()));
  share.tell();
});

for (const [name, screen] of share.of(Object.entries(SCREENS), 'screens', 3)) {
  const { as } = screen;
  if (as)
    test(`accessible: ${name}`, async ({ browser, paydesk }) => {
      const page = await tabOf(browser, as);
      try {
        await look(page, paydesk, screen, name);
      } finally {
        await cleared(page);
      }
    });
  else test(`accessible: ${name}`, ({ page, paydesk }) => look(page, paydesk, screen, name));
}

for (const [name, stop] of share.of(Object.entries(DIALOGS), 'dialogs', 3))
  test(`accessible: dialogs ${name}`, async ({ browser, paydesk }) => {
    const page = await tabOf(browser, PEOPLE[stop.as]);
    try {
      await lookAtDialogs(page, paydesk, stop, name);
    } finally {
      await cleared(page);
    }
  });

/** Each as it is when it was sent in vain: what it asks before, its fields as it begins with them, their errors. */
async function lookAtDialogs(
  page: Page,
  paydesk: Paydesk,
  { at, of, over, opens }: DialogStop,
  name: string,
): Promise<void> {
  const [row] = of ? await rowsOf<{ id: string }>(paydesk, of) : [{ id: '' }];
  await asNew(page);
  await page.goto(`${at}${row!.id}`);
  if (over) {
    const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
    for (let nth = 0; nth < over; nth++) await boxes.nth(nth).check();
  }
  await page.route('**/api/**', refuses);
  const found: string[] = [];
  for (const action of opens) {
    const dialog = await dialogOf(page, action);
    const first = action.dialog?.ask;
    if (first) {
      found.push(...(await seen(page, `${name} asked`)));
      await dialog.getByRole('button', { name: first.yes }).click();
    }
    await dialog.locator('[type=submit]').click();
    await expect(
      dialog.locator('[aria-invalid=true]').or(dialog.getByText(UNSENT)).first(),
    ).toBeVisible();
    found.push(...(await seen(page, `${name} ${action.label}`)));
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.setViewportSize(sizeOf(WIDTHS[0]!));
  }
  expect(found).toEqual([]);
}

/** Whatever would be changed. */
const refuses = (route: Route) =>
  route.request().method() === 'GET' ? route.fallback() : route.abort();

const UNSENT = 'Remote Server is not available.';

/** By the button of the action, or behind '…'. */
async function dialogOf(page: Page, { label }: AnyAction) {
  const button = page.getByRole('button', { name: label, exact: true });
  const more = page.getByRole('button', { name: 'More actions' });
  await button.or(more).first().waitFor();
  if (await button.count()) await button.click();
  else {
    await more.click();
    // by the beginning: the reason of a disabled one is part of its name
    await page.getByRole('menuitem', { name: new RegExp(`^${label}`) }).click();
  }
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('[type=submit]')).toBeVisible();
  return dialog;
}

/** What axe has against the dialog that stands open: light, at one width of the two; in full everywhere. */
async function seen(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of share.inTurn(WIDTHS, name, 0)) {
    await page.setViewportSize(sizeOf(width));
    for (const scheme of isFull ? SCHEMES : (['light'] as const))
      found.push(...(await findings(page, width, scheme, [], '[role=dialog]')));
  }
  return found;
}

/** Left out of a look alone, axe would still read them through. */
function remove(selectors: string[]): void {
  for (const each of document.querySelectorAll(selectors.join())) each.remove();
}

const sizeOf = (width: number) => ({ width, height: width < 500 ? 844 : 900 });

/** As a tab opens, whatever was looked at in it before. */
async function asNew(page: Page): Promise<void> {
  await page.setViewportSize(sizeOf(WIDTHS[0]!));
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

async function look(page: Page, paydesk: Paydesk, screen: Screen, name: string): Promise<void> {
  // the reference of the API is as long as two hundred screens
  test.setTimeout(patient(90_000));
  const { open, widths = WIDTHS, without } = screen;
  await asNew(page);
  await open(page, paydesk);
  const found: string[] = [];
  const looks = widths.flatMap((width) => SCHEMES.map((scheme) => [width, scheme] as const));
  for (const [width, colorScheme] of share.of(looks, name, looks.length)) {
    await page.setViewportSize(sizeOf(width));
    const first = isFull && width === widths[0] && colorScheme === 'light';
    if (without && !first) await page.evaluate(remove, without);
    found.push(...(await findings(page, width, colorScheme, isFull ? [] : MORE_ROWS)));
  }
  expect(found).toEqual([]);
}

async function findings(
  page: Page,
  width: number,
  colorScheme: (typeof SCHEMES)[number],
  without: string[],
  within?: string,
): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  // names, roles and sizes are the same in the dark
  const wanted = isFull && colorScheme === 'dark' ? RULES_OF_COLOUR : TAGS;
  const violations = await violationsOf(page, wanted, without, within);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${width} ${colorScheme} ${id} (${help}): ${target}\n${failureSummary}`,
    ),
  );
}
