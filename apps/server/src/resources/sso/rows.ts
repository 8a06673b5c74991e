import { isDeepStrictEqual } from 'node:util';
import { DNS_PREFIX, type Connection } from '@paydesk/contract/resources/sso.ts';
import { sql } from 'kysely';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { callbackOf, type Provider } from './oidc.ts';
import { scimAddress } from './scim/token.ts';

/** What secrets and claims of connections are sealed for. */
export const SECRET = 'single sign-on secret';
const CLAIMS = 'single sign-on claims';

/** What decides who its provider says somebody is, and as what they come in. */
const DECIDES = [
  'issuer',
  'client_id',
  'client_secret',
  'role_claim',
  'admin_value',
  'member_value',
  'own_roles',
  'is_on',
] as const;

const columns = [
  'id',
  'merchant_id',
  'name',
  ...DECIDES,
  'enforced',
  'break_glass',
  'claims',
  'problem',
  'tried_date',
  'created_date',
] as const;

const all = (db: Db | Tx) => db.selectFrom('sso_connections').select(columns);
export type ConnectionRow = Awaited<ReturnType<ReturnType<typeof all>['execute']>>[number];

/** Those of the actor's merchant; of staff those of the installation. */
export const connectionsOf = (db: Db | Tx, merchantId: string | null) =>
  all(db)
    .where(sql<boolean>`merchant_id is not distinct from ${merchantId}`)
    .orderBy('id')
    .execute();

/** One of the actor's own, locked. */
export async function ownConnection(
  tx: Tx,
  { merchantId }: Pick<SignedIn, 'merchantId'>,
  id: string,
): Promise<ConnectionRow> {
  const row = await all(tx)
    .where('id', '=', id)
    .where(sql<boolean>`merchant_id is not distinct from ${merchantId}`)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export const connectionBy = (db: Db | Tx, id: string) =>
  all(db).where('id', '=', id).executeTakeFirst();

/** Whether it is still what its provider was asked by, which took a while; held so until the transaction ends. */
export async function isAsItWas(tx: Tx, row: ConnectionRow): Promise<boolean> {
  const now = await all(tx).where('id', '=', row.id).forUpdate().executeTakeFirst();
  return now !== undefined && DECIDES.every((name) => isDeepStrictEqual(now[name], row[name]));
}

/** The one that people of the address sign in by: on, and the domain proved to be its own. */
export const connectionFor = (db: Db | Tx, email: string) =>
  all(db)
    .where('is_on', '=', true)
    .where('id', 'in', (query) =>
      query
        .selectFrom('sso_domains')
        .select('connection_id')
        .where('domain', '=', domainOf(email))
        .where('verified_date', 'is not', null),
    )
    .executeTakeFirst();

export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

export const domainsOf = (db: Db | Tx, connectionId: string) =>
  db
    .selectFrom('sso_domains')
    .select(['domain', 'token', 'verified_date'])
    .where('connection_id', '=', connectionId)
    .orderBy('domain')
    .execute();

export const providerOf = ({ encryption }: Services, row: ConnectionRow): Provider => ({
  issuer: row.issuer,
  clientId: row.client_id,
  clientSecret: encryption.open(row.client_secret, SECRET),
});

export const sealClaims = ({ encryption }: Services, claims: object) =>
  encryption.seal(JSON.stringify(claims), CLAIMS);

/** As its administrators see it: all but the secret. */
export async function shownConnection(
  services: Services,
  db: Db | Tx,
  row: ConnectionRow,
): Promise<Connection> {
  const domains = await domainsOf(db, row.id);
  const people = row.break_glass.length
    ? await db
        .selectFrom('users')
        .select(['id', 'first_name', 'last_name'])
        .where('id', 'in', row.break_glass)
        .orderBy('id')
        .execute()
    : [];
  const roles = row.own_roles.length
    ? await db
        .selectFrom('roles')
        .select(['id', 'name'])
        .where(
          'id',
          'in',
          row.own_roles.map(({ roleId }) => roleId),
        )
        .execute()
    : [];
  const scim = await db
    .selectFrom('scim_tokens')
    .select(['made_date', 'used_date'])
    .where('connection_id', '=', row.id)
    .executeTakeFirst();
  return {
    id: row.id,
    name: row.name,
    issuer: row.issuer,
    clientId: row.client_id,
    domains: domains.map(({ domain, token, verified_date }) => ({
      domain,
      record: DNS_PREFIX + token,
      verified: verified_date !== null,
    })),
    roleClaim: row.role_claim,
    adminValue: row.admin_value,
    memberValue: row.member_value,
    ownRoles: row.own_roles.map(({ value, roleId }) => ({
      value,
      roleId,
      role: roles.find(({ id }) => id === roleId)?.name ?? 'Deleted',
    })),
    on: row.is_on,
    enforced: row.enforced,
    breakGlass: people.map((one) => ({ id: one.id, name: `${one.first_name} ${one.last_name}` })),
    triedDate: row.tried_date,
    claims:
      row.claims &&
      (JSON.parse(services.encryption.open(row.claims, CLAIMS)) as Record<string, unknown>),
    problem: row.problem,
    callbackUrl: callbackOf(services),
    provisioning: scim
      ? { address: scimAddress(services), madeDate: scim.made_date, usedDate: scim.used_date }
      : null,
    createdDate: row.created_date,
  };
}
