import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { theRow } from '../db/rows.ts';
import type { Services } from '../services.ts';
import { tellHolder } from './notices.ts';

/** From where a named API key may be used, and was. */

const MOST_RANGES = 20;

/** As it counts: an IPv4 address in the clothes of IPv6 is the IPv4 one; null: none at all. */
function plain(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return null;
  return ipaddr.process(text);
}

/** The addresses and ranges that somebody typed, each as it is kept; or what is wrong with them. */
export function addressesOf(text: string): string[] | string {
  const entries = text.split(/[\s,;]+/).filter(Boolean);
  // a key that is held to none would be open to all
  if (!entries.length) return 'Write an address or a range, or leave the field empty';
  if (entries.length > MOST_RANGES) return `At most ${MOST_RANGES} addresses and ranges`;
  const read: string[] = [];
  for (const entry of entries) {
    const address = plain(entry);
    if (address) {
      read.push(`${address.toString()}/${address.kind() === 'ipv4' ? 32 : 128}`);
      continue;
    }
    const wrong = `${entry} is no address and no range such as 203.0.113.0/24`;
    const [base = '', bits = ''] = entry.split('/');
    if (!plain(base) || !/^\d{1,3}$/.test(bits) || !ipaddr.isValidCIDR(entry)) return wrong;
    if (/^::ffff:/i.test(base)) return `Write ${entry} as a range of IPv4`;
    const [range, length] = ipaddr.parseCIDR(entry);
    const first =
      range.kind() === 'ipv4'
        ? ipaddr.IPv4.networkAddressFromCIDR(entry)
        : ipaddr.IPv6.networkAddressFromCIDR(entry);
    if (length === 0) return `${entry} is every address: leave the field empty instead`;
    read.push(`${first.toString()}/${length}`);
  }
  return read;
}

/** Whether the address is in one of the ranges as they are kept. */
export function isFrom(ranges: string, address: string): boolean {
  const caller = plain(address);
  return (
    caller !== null &&
    ranges.split(' ').some((text) => {
      const [range, bits] = ipaddr.parseCIDR(text);
      return range.kind() === caller.kind() && caller.match(range, bits);
    })
  );
}

/** What counts as one network: 256 addresses of IPv4, a site of IPv6. */
export function networkOf(address: string): string {
  const caller = plain(address);
  if (!caller) return address;
  return caller.kind() === 'ipv4'
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${caller.toString()}/24`).toString()}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${caller.toString()}/48`).toString()}/48`;
}

interface Used {
  id: string;
  merchant_id: string;
  name: string;
}

/** When and from where it was last used, to the minute; a network that is new is told to the administrators. */
export async function noteNamedUse(services: Services, key: Used, address: string): Promise<void> {
  await services.database.transaction('all', async (tx) => {
    await tx
      .updateTable('named_api_keys')
      .set({ last_used_date: sql<string>`pg_catalog.now()`, last_used_address: address })
      .where(theRow(key.id, key.merchant_id))
      .execute();
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('api_key_networks')
      .values({
        key_id: key.id,
        merchant_id: key.merchant_id,
        network: networkOf(address),
        first_date: sql<string>`pg_catalog.now()`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows) await tell(tx, services, key, address);
  });
}

async function tell(tx: Tx, services: Services, key: Used, address: string): Promise<void> {
  const people = await tx
    .selectFrom('users')
    .select(['email', 'first_name as name'])
    .where('merchant_id', '=', key.merchant_id)
    .where('user_role', '=', 'MERCHANT_ADMIN')
    .where('status', '=', 'ACTIVATED')
    .orderBy('id')
    .execute();
  for (const holder of people)
    await tellHolder(tx, services, holder, 'API_KEY_FROM_NEW_NETWORK', { key: key.name, address });
}
