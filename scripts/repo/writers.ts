import { isTest, type Source } from './sources.ts';

const SERVER = 'apps/server/src/';
// a record that nothing is done to writes nothing
const WRITES =
  /(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)'|\b(?:insert into|delete from|update) ([a-z_]+)(?= (?:[a-z] )?set\b|[ \n]\(|\s+(?:values|where|using|select)\b)|\btable: '(\w+)'(?!,\s+columns: \{\},\s+actions: \{\})/g;

/** Which rooms of the server write which table, as far as its statements and records name it. */
export function writersOf(sources: readonly Source[]): Record<string, string[]> {
  const writers = new Map<string, Set<string>>();
  for (const source of sources) {
    const room = roomOf(source);
    if (!room) continue;
    for (const [, built, text, stored] of source.text.matchAll(WRITES)) {
      const table = built ?? text ?? stored!;
      writers.set(table, (writers.get(table) ?? new Set()).add(room));
    }
  }
  return Object.fromEntries(
    [...writers].sort().map(([table, rooms]) => [table, [...rooms].sort()]),
  );
}

/** Demo data, tests and the sandboxes of other companies write what they like; a spread database has functions in the place of a migration's. */
function roomOf(source: Source): string | null {
  const path = source.path.slice(SERVER.length);
  if (!source.path.startsWith(SERVER) || isTest(source)) return null;
  if (/^(seed|testing|gateways|migrations|platform\/db\/spread)\//.test(path)) return null;
  // what others need of a resource stands in the domain under its name: it is the same room
  return path
    .replace(/^domain\//, 'resources/')
    .split('/')
    .slice(0, 2)
    .join('/')
    .replace(/\.ts$/, '');
}

/**
 * Takes away what has served its time, seals anew under another key, and takes a person out of what was
 * written of them; each row was written by its own room.
 */
const GOES_THROUGH = [
  'platform/ageing',
  'platform/resealing',
  'platform/sealed-papers',
  'platform/sealed-values',
  'resources/personal-data',
];

/**
 * Tables that more than one room still writes, and what each does there. Anything else that would have a
 * second writer asks the first one.
 */
export const SHARED: Readonly<Record<string, readonly string[]>> = {
  // what was elsewhere comes in with all that hangs on it, by one piece
  ...Object.fromEntries(
    Object.entries({
      consumer_credits: 'consumer-credits',
      consumer_credits_refunds: 'consumer-credits',
      customers: 'customers',
      money_journal: 'transactions',
      money_operations: 'transactions',
      orders: 'orders',
      purchases: 'purchases',
      transactions: 'transactions',
    }).map(([table, room]) => [table, ['resources/imports', `resources/${room}`]]),
  ),
  // a loan is moved by lending; its comment and its refunds are the console's
  consumer_credits: ['resources/consumer-credits', 'resources/imports', 'resources/lending'],
  // each use is written where the key is read; who takes an account back takes back what was made with it
  api_keys: ['platform/auth', 'resources/certificates'],
  certificates: ['platform/auth', 'resources/certificates'],
  named_api_keys: ['platform/auth', 'resources/certificates'],
  provider_keys: ['platform/auth', 'resources/provider-keys'],
  scim_tokens: ['platform/auth', 'resources/sso'],
  sso_connections: ['platform/auth', 'resources/sso'],
  // people lock a callback that did not arrive, and have the outbox put it back
  exchange_logs: ['resources/callbacks', 'resources/exchange-logs'],
  // a merchant's people change their own, staff everybody's
  merchants: ['resources/imports', 'resources/merchant', 'resources/merchants'],
  // people lock a message and have the outbox put it back
  outbox: ['platform/outbox', 'resources/undelivered-messages'],
  // how a session ends is decided at the sign-in, and by who changes the factor or the address
  sessions: ['platform/auth', 'resources/session'],
  // a person changes themselves, others change them, and too many wrong guesses block them
  users: ['platform/auth', 'resources/session', 'resources/users'],
};

/** The tables with a writer too many, each with its rooms. */
export const tooMany = (writers: Record<string, string[]>): string[] =>
  Object.entries(writers).flatMap(([table, rooms]) => {
    const others = rooms.filter((room) => !GOES_THROUGH.includes(room));
    const shared = SHARED[table] ?? others.slice(0, 1);
    return others.every((room) => shared.includes(room)) ? [] : [`${table}: ${others.join(', ')}`];
  });
