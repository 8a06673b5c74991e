import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { waitsForTwo } from '../../domain/approvals/thresholds.ts';
import { changes } from '../../platform/audit.ts';
import { endSessionsBy, type SignedIn } from '../../platform/auth/sessions.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { claimKey } from '../../platform/idempotency.ts';
import { refuseWhileDisabled } from '../../platform/own-merchant.ts';
import type { Services } from '../../platform/services.ts';
import { DNS_PREFIX, whyNotOn } from '@paydesk/contract/resources/sso.ts';
import { givenOf, readDomains, readOwnRoles, setDomains } from './given.ts';
import { beginFlow } from './flows.ts';
import { callbackOf } from './oidc.ts';
import {
  connectionBy,
  connectionsOf,
  domainsOf,
  ownConnection,
  SECRET,
  shownConnection,
  type ConnectionRow,
} from './rows.ts';
import { scimAddress } from './scim/token.ts';
import { write } from './written.ts';

const PATH = '/api/sso/connections';
const ONE = `${PATH}/{id}` as const;
type Action = 'verify' | 'try' | 'turn-on' | 'turn-off' | 'enforce' | 'leave-free';
type Key =
  | `${'GET' | 'POST'} ${typeof PATH}`
  | `${'PUT' | 'DELETE'} ${typeof ONE}`
  | `POST ${typeof ONE}/actions/${Action}`;

const set = (
  tx: Tx,
  id: string,
  values: Partial<Pick<ConnectionRow, 'is_on' | 'enforced' | 'break_glass' | 'tried_date'>>,
) => tx.updateTable('sso_connections').set(values).where('id', '=', id).execute();

const wordsOf = (own: readonly { value: string; roleId: string }[]) =>
  own.map(({ value, roleId }) => `${value}=${roleId}`).join() || null;

/** What its administrators write down of a connection, and do with it. */
export function connectionHandlers(services: Services): Handlers<Key> {
  const { database, encryption } = services;

  /** Does something with one of the own, and shows it as it is then. */
  const withOwn = (
    actor: SignedIn,
    id: string,
    work: (tx: Tx, row: ConnectionRow) => Promise<unknown>,
  ) =>
    database.transaction('all', async (tx) => {
      await refuseWhileDisabled(tx, actor);
      const row = await ownConnection(tx, actor, id);
      await work(tx, row);
      return shownConnection(services, tx, (await connectionBy(tx, row.id))!);
    });

  return {
    'GET /api/sso/connections': async ({ actor }) => {
      const rows = await connectionsOf(database.kysely, actor.merchantId);
      return {
        content: await Promise.all(
          rows.map((row) => shownConnection(services, database.kysely, row)),
        ),
        callbackUrl: callbackOf(services),
        scimUrl: scimAddress(services),
      };
    },

    'POST /api/sso/connections': async ({ actor, body }) => {
      const id = randomUUIDv7();
      const domains = readDomains(body.domains);
      const given = givenOf(body);
      return database.transaction('all', async (tx) => {
        await refuseWhileDisabled(tx, actor);
        const ownRoles = await readOwnRoles(tx, actor.merchantId, body.ownRoles);
        await tx
          .insertInto('sso_connections')
          .values({
            id,
            merchant_id: actor.merchantId,
            ...given,
            own_roles: JSON.stringify(ownRoles),
            client_secret: encryption.seal(body.clientSecret, SECRET),
            created_date: sql`pg_catalog.now()`,
          })
          .execute();
        await setDomains(tx, id, domains);
        await write(tx, actor, 'CREATE', id, {
          changes: changes({} as Record<string, string | null>, {
            ...given,
            domains: domains.join(),
            own_roles: wordsOf(ownRoles),
          }),
        });
        return shownConnection(services, tx, (await connectionBy(tx, id))!);
      });
    },

    'PUT /api/sso/connections/{id}': ({ actor, params, body }) =>
      withOwn(actor, params.id, async (tx, row) => {
        const domains = readDomains(body.domains);
        const given = givenOf(body, row);
        const ownRoles = await readOwnRoles(tx, actor.merchantId, body.ownRoles);
        const before = {
          own_roles: wordsOf(row.own_roles),
          name: row.name,
          issuer: row.issuer,
          client_id: row.client_id,
          role_claim: row.role_claim,
          admin_value: row.admin_value,
          member_value: row.member_value,
          domains: (await domainsOf(tx, row.id)).map(({ domain }) => domain).join(),
        };
        const said = changes(before, {
          ...given,
          domains: domains.join(),
          own_roles: wordsOf(ownRoles),
        });
        await tx
          .updateTable('sso_connections')
          .set({
            ...given,
            own_roles: JSON.stringify(ownRoles),
            ...(body.clientSecret && {
              client_secret: encryption.seal(body.clientSecret, SECRET),
            }),
            // what was tried is not what is there now
            is_on: false,
            enforced: false,
            tried_date: null,
            claims: null,
            problem: null,
          })
          .where('id', '=', row.id)
          .execute();
        // who was known by a name at one provider is nobody at another
        if (given.issuer !== row.issuer)
          await tx.deleteFrom('sso_identities').where('connection_id', '=', row.id).execute();
        await setDomains(tx, row.id, domains);
        const endedSessions = await endSessionsBy(tx, row.id);
        await write(tx, actor, 'UPDATE', row.id, {
          changes: said,
          endedSessions,
          ...(body.clientSecret && { credentials: 'changed' }),
        });
      }),

    'DELETE /api/sso/connections/{id}': async ({ actor, params }) => {
      await database.transaction('all', async (tx) => {
        await refuseWhileDisabled(tx, actor);
        const { id, name } = await ownConnection(tx, actor, params.id);
        const endedSessions = await endSessionsBy(tx, id);
        await tx.deleteFrom('sso_connections').where('id', '=', id).execute();
        await write(tx, actor, 'DELETE', id, {
          changes: changes({ name: name as string | null }, { name: null }),
          endedSessions,
        });
      });
      return {};
    },

    'POST /api/sso/connections/{id}/actions/verify': async ({ actor, params }) => {
      const own = await database.transaction('all', (tx) => ownConnection(tx, actor, params.id));
      const waiting = (await domainsOf(database.kysely, own.id)).filter(
        (one) => !one.verified_date,
      );
      const proved: string[] = [];
      for (const { domain, token } of waiting) {
        const texts = await services.textsOf(domain).catch(() => []);
        if (texts.some((text) => text.trim() === DNS_PREFIX + token)) proved.push(domain);
      }
      return withOwn(actor, params.id, async (tx, row) => {
        // what it opens is agreed on as it is turned on
        if (row.is_on && proved.length && (await waitsForTwo(services, actor, 'ADMINISTRATOR')))
          throw invalid(
            'domains',
            'Turn it off first: a second person agrees to all of its domains',
          );
        for (const domain of proved) {
          const { rows } = await sql<{ taken: boolean }>`
            select exists (select from sso_domains where domain = ${domain}
              and verified_date is not null and connection_id <> ${row.id}) as taken`.execute(tx);
          if (rows[0]!.taken) throw invalid('domains', `${domain} belongs to another connection`);
          await tx
            .updateTable('sso_domains')
            .set({ verified_date: sql`pg_catalog.now()` })
            .where('connection_id', '=', row.id)
            .where('domain', '=', domain)
            .execute();
        }
        await write(tx, actor, 'VERIFY_DOMAINS', row.id, {
          changes: changes({ verified: '' }, { verified: proved.join() }),
        });
      });
    },

    'POST /api/sso/connections/{id}/actions/try': async ({ actor, params, body }) => {
      const row = await database.transaction('all', async (tx) => {
        await refuseWhileDisabled(tx, actor);
        return ownConnection(tx, actor, params.id);
      });
      const url = await beginFlow(services, row, {
        binding: body.binding,
        email: null,
        triedBy: actor.userId,
      });
      await database.transaction('all', (tx) => write(tx, actor, 'TRY', row.id));
      return { url };
    },

    'POST /api/sso/connections/{id}/actions/turn-on': ({ actor, params, idempotencyKey }) =>
      withOwn(actor, params.id, async (tx, row) => {
        // what a second person has agreed to is done once, however often it is begun
        const request = { call: 'turn-on', id: row.id };
        if (await claimKey(tx, actor, { key: idempotencyKey, request })) return;
        const domains = await domainsOf(tx, row.id);
        const why = whyNotOn(
          row.tried_date !== null,
          domains.some((one) => one.verified_date),
        );
        if (why) throw invalid(why.field, why.message);
        await set(tx, row.id, { is_on: true });
        await write(tx, actor, 'TURN_ON', row.id, {
          changes: changes({ on: row.is_on }, { on: true }),
        });
      }),

    'POST /api/sso/connections/{id}/actions/turn-off': ({ actor, params }) =>
      withOwn(actor, params.id, async (tx, row) => {
        await set(tx, row.id, { is_on: false, enforced: false });
        const endedSessions = await endSessionsBy(tx, row.id);
        await write(tx, actor, 'TURN_OFF', row.id, {
          changes: changes({ on: row.is_on }, { on: false }),
          endedSessions,
        });
      }),

    'POST /api/sso/connections/{id}/actions/enforce': ({ actor, params, body }) =>
      withOwn(actor, params.id, async (tx, row) => {
        if (!row.is_on) throw invalid('on', 'Turn it on first');
        const people = [...new Set(body.breakGlass.map((id) => id.toLowerCase()))];
        const { rows } = await sql<{ good: number }>`
          select count(*)::int as good from users u where u.id = any(${people}::uuid[])
            and u.merchant_id is not distinct from ${actor.merchantId} and u.status = 'ACTIVATED'
            and u.user_role in ('BACKOFFICE_ADMIN', 'MERCHANT_ADMIN') and u.password_hash is not null
            and u.role_id is null
            and (exists (select from second_factors f where f.user_id = u.id and confirmed_date is not null)
              or exists (select from passkeys p where p.user_id = u.id))`.execute(tx);
        if (!people.length || rows[0]!.good !== people.length)
          throw invalid(
            'breakGlass',
            'Each must be an administrator of yours who can sign in, with a password and a second factor',
          );
        await set(tx, row.id, { enforced: true, break_glass: people });
        await write(tx, actor, 'ENFORCE', row.id, {
          changes: changes({ enforced: row.enforced }, { enforced: true }),
          breakGlass: people,
        });
      }),

    'POST /api/sso/connections/{id}/actions/leave-free': ({ actor, params }) =>
      withOwn(actor, params.id, async (tx, row) => {
        await set(tx, row.id, { enforced: false });
        await write(tx, actor, 'LEAVE_FREE', row.id, {
          changes: changes({ enforced: row.enforced }, { enforced: false }),
        });
      }),
  };
}
