import { Client, type QueryResultRow } from 'pg';
import { expect, type Locator, type Page } from '@playwright/test';
import type { UserRole } from '../packages/contract/src/permissions.ts';
import {
  insertTransaction as insert,
  insertUser as insertUserRow,
} from '../apps/server/src/seed/factories.ts';
import { DEMO_PASSWORD } from '../apps/server/src/seed/sign-ins.ts';
import type { TransactionRow, UserRow } from '../apps/server/src/seed/tables.ts';
import { currentPaydesk, type Paydesk } from './server.ts';

/** Whoever signs in with the one demo password. */
export interface Person {
  email: string;
  name: string;
  userRole: UserRole;
}

export const PASSWORD = DEMO_PASSWORD;

export const PEOPLE = {
  staff: { email: 'admin@paydesk.test', name: 'Elīna Bērziņa', userRole: 'BACKOFFICE_ADMIN' },
  technical: {
    email: 'technical@paydesk.test',
    name: 'Oskar Lindgren',
    userRole: 'BACKOFFICE_TECHNICAL',
  },
  owner: { email: 'owner@amber.test', name: 'Anna Ozola', userRole: 'MERCHANT_ADMIN' },
  operator: { email: 'operator@amber.test', name: 'Toms Liepiņš', userRole: 'MERCHANT_OPERATOR' },
  balticOwner: { email: 'owner@baltic.test', name: 'Kadri Tamm', userRole: 'MERCHANT_ADMIN' },
  expired: { email: 'expired@amber.test', name: 'Ilze Kalniņa', userRole: 'MERCHANT_ADMIN' },
} as const satisfies Record<string, Person>;

/** One of each role. */
export const EACH_ROLE = ['staff', 'technical', 'owner', 'operator'] as const;

export interface Login {
  token: string;
  userId: string;
  passwordExpired: boolean;
  expiresIn: number;
}

const logins = new Map<string, Promise<Login>>();

async function logIn(origin: string, email: string): Promise<Login> {
  const response = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, password: PASSWORD, timezone: 'Europe/Riga' }),
  });
  expect(response.status, `${email} signs in`).toBe(200);
  return (await response.json()) as Login;
}

const keyOf = ({ url }: Pick<Paydesk, 'url'>, { email }: Pick<Person, 'email'>) =>
  `${url} ${email}`;

/** The person's one session of this worker, or a fresh one for a test that ends it. */
export function loginOf(
  paydesk: Pick<Paydesk, 'url'>,
  person: Pick<Person, 'email'>,
  { fresh = false } = {},
): Promise<Login> {
  const key = keyOf(paydesk, person);
  const known = (fresh ? undefined : logins.get(key)) ?? logIn(paydesk.url, person.email);
  if (!fresh) logins.set(key, known);
  return known;
}

/**
 * Once the person has proved themselves on the page its console goes on by another token, and the one before counts
 * for a minute (ADR 203): the next test begins a session of its own.
 */
function forgetOnceReplaced(page: Page, key: string, login: Login): void {
  page.on('response', (response) => {
    if (!response.headers()['next-token']) return;
    void logins.get(key)?.then((known) => {
      if (known === login) logins.delete(key);
    });
  });
}

/**
 * Signs the page's browser in without the form: the stored session is put where the console looks
 * for it. Nothing is opened yet, and the notice dialog stays away unless it is asked for. `fresh` for a test that signs out or ends the session otherwise.
 */
export async function signIn(
  page: Page,
  person: Pick<Person, 'email'>,
  options: { fresh?: boolean; notice?: boolean } = {},
): Promise<Login> {
  const paydesk = currentPaydesk();
  const login = await loginOf(paydesk, person, options);
  if (!options.fresh) forgetOnceReplaced(page, keyOf(paydesk, person), login);
  await page.context().addCookies([sessionCookie(paydesk, login)]);
  if (!options.notice) await page.context().addInitScript(markNoticeSeen);
  return login;
}

/** Who signs in by the form gets the notice with the first screen. */
export async function closeNotice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue to the console' }).click();
  await expect(page.getByRole('dialog', { name: 'Please note' })).toBeHidden();
}

/** As if the notice dialog of the stored session had been closed, nothing had been announced, and every screen was known. */
export function markNoticeSeen(): void {
  try {
    const cookie = /paydesk\.session=([^;]+)/.exec(document.cookie)?.[1];
    const text = localStorage.getItem('paydesk.session') ?? decodeURIComponent(cookie ?? '');
    const { userId, expirationDateInUtc } = JSON.parse(text) as Record<string, string>;
    const record = { session: `${userId} ${expirationDateInUtc}`, announcements: [] };
    localStorage.setItem('paydesk.notice', JSON.stringify(record));
    if (!localStorage.getItem('paydesk.visited'))
      localStorage.setItem('paydesk.visited', JSON.stringify({ [userId!]: ['*'] }));
  } catch {
    // no page of the console, or nobody is signed in
  }
}

export function sessionCookie(paydesk: Pick<Paydesk, 'url'>, login: Login, expiresAt?: number) {
  const { token, userId, passwordExpired, expiresIn } = login;
  const record = {
    token,
    userId,
    passwordExpired,
    expirationDateInUtc: new Date(expiresAt ?? Date.now() + expiresIn * 1000).toISOString(),
    timezone: 'Europe/Riga',
  };
  return {
    name: 'paydesk.session',
    value: encodeURIComponent(JSON.stringify(record)),
    url: paydesk.url,
    sameSite: 'Strict' as const,
  };
}

/** A call of the API as this person, past the browser. */
export async function callAs<T = unknown>(
  paydesk: Paydesk,
  person: Pick<Person, 'email'>,
  path: string,
  init: { method?: string; body?: unknown } = {},
): Promise<T> {
  const { token } = await loginOf(paydesk, person);
  const response = await fetch(paydesk.url + path, {
    method: init.method ?? 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  });
  expect(response.ok, `${init.method ?? 'GET'} ${path}: ${response.status}`).toBe(true);
  return (await response.json()) as T;
}

/** Statements on the database of this worker's Paydesk, past the server. */
export async function onDatabase<T>(
  paydesk: Paydesk,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: paydesk.databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function rowsOf<T extends QueryResultRow>(
  paydesk: Paydesk,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  return onDatabase(paydesk, async (client) => (await client.query<T>(text, values)).rows);
}

export async function merchantId(paydesk: Paydesk, name = 'Amber & Oak'): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(paydesk, 'select id from merchants where name = $1', [
    name,
  ]);
  if (!row) throw new Error(`No merchant ${name}`);
  return row.id;
}

/** A successful payment of 10.00 EUR of Amber & Oak, but for what is given. */
export async function insertTransaction(
  paydesk: Paydesk,
  overrides: Partial<TransactionRow> = {},
): Promise<TransactionRow> {
  const merchant = overrides.merchantId ?? (await merchantId(paydesk));
  return onDatabase(paydesk, (client) => insert(client, { ...overrides, merchantId: merchant }));
}

/** Closes what was told; on a slow machine its six seconds may be over before that. */
export async function closeTold(alerts: Locator): Promise<void> {
  const close = alerts.getByRole('button', { name: 'Close' });
  await expect(async () => {
    if (await close.count()) await close.first().click({ timeout: 1000 });
    await expect(close).toHaveCount(0, { timeout: 500 });
  }).toPass();
}

/** Somebody new who signs in with the demo password; staff unless a merchant is given. */
export async function insertPerson(
  paydesk: Paydesk,
  overrides: Partial<UserRow> = {},
): Promise<UserRow> {
  return onDatabase(paydesk, async (client) => {
    const { rows } = await client.query<{ password_hash: string }>(
      'select password_hash from users where email = $1',
      [PEOPLE.staff.email],
    );
    return insertUserRow(client, { passwordHash: rows[0]!.password_hash, ...overrides });
  });
}
