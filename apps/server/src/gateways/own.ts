import { sql } from 'kysely';
import type { Config } from '../platform/config.ts';
import { isPrivateOrSecure } from '../platform/config.ts';
import type { Database } from '../platform/db/database.ts';
import type { Encryption } from '../platform/encryption.ts';
import { invalid } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { ROLE_OF, type Choice, type GatewayName } from './choice.ts';
import type { Peer } from './protocol/line.ts';

/** Gateways of one merchant's or one institution's own, as staff have written them down (ADR 98). */

const PURPOSE = 'gateway secret';

/** The address that is stored; refused where nobody may be reached there. */
export function ownUrl({ demo }: Pick<Services, 'demo'>, url: string): string {
  if (demo)
    throw invalid(
      'url',
      'This is a demo, whose money is made up: nobody outside is told to move any',
    );
  if (!isPrivateOrSecure(url))
    throw invalid('url', 'Address must be https, or lead to a private network');
  return url.replace(/\/+$/, '');
}

export const sealSecret = ({ encryption }: Pick<Services, 'encryption'>, secret: string): Buffer =>
  encryption.seal(secret, PURPOSE);

/** Where what it asks goes to: its own, where it has one and this is no demo, else the installation's; null: nobody. */
export function addressing(config: Config, choice: Choice, demo: boolean) {
  const installation = (name: GatewayName): string | null =>
    choice[name] === 'none'
      ? null
      : choice[name] === 'http'
        ? config[`${name}_URL`]!
        : choice[name];
  return (name: GatewayName, own: string | null): string | null =>
    (demo ? null : own) ?? installation(name);
}
export type AddressOf = ReturnType<typeof addressing>;

interface Kept {
  url: string;
  sealed: Buffer;
}

const KEPT = {
  ACQUIRER: (id: string) => sql<Kept>`
    select m.acquirer_url as url, s.sealed from merchants m
    join merchant_acquirer_secrets s on s.merchant_id = m.id
    where m.id = ${id}::uuid and m.acquirer_url is not null`,
  FINANCING_INSTITUTION: (id: string) => sql<Kept>`
    select i.gateway_url as url, s.sealed from financing_institutions i
    join institution_gateway_secrets s on s.financing_institution_id = i.id
    where i.id = ${id}::uuid and i.gateway_url is not null`,
} as const;
export type OwnName = keyof typeof KEPT;

/** The one that this merchant or institution has now, with what both sides sign by. */
export async function ownPeer(
  { database, encryption, demo }: { database: Database; encryption: Encryption; demo: boolean },
  name: OwnName,
  id: string,
): Promise<Peer | null> {
  if (demo) return null;
  const [kept] = await database.run(KEPT[name](id), 'all');
  return kept
    ? {
        url: kept.url,
        secret: encryption.open(kept.sealed, PURPOSE),
        keyId: `${ROLE_OF[name]}:${id}`,
      }
    : null;
}
