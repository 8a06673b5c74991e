import type { AuditAction } from '@paydesk/contract/audited.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import { refuseAddress, releaseAddress, reserveAddress } from '../../platform/auth/attempts.ts';
import { beginSession } from '../../platform/auth/begin.ts';
import { noteSignIn } from '../../platform/auth/people.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid, Refusal } from '../../platform/errors.ts';
import type { Context, Handlers } from '../../platform/http/handlers.ts';
import type { Services } from '../../platform/services.ts';
import { beginFlow, takeFlow } from './flows.ts';
import { claimsOf, Unbelievable, type Claims } from './oidc.ts';
import {
  connectionBy,
  connectionFor,
  isAsItWas,
  providerOf,
  sealClaims,
  type ConnectionRow,
} from './rows.ts';
import { personOf, roleBy, type Person } from './who.ts';

type Key = 'GET /api/sso' | 'POST /api/sso/begin' | 'POST /api/sso/finish';
type Finish = Context<'POST /api/sso/finish'>;

/** Who signs in by what their firm has. */
export function ssoSignInHandlers(services: Services): Handlers<Key> {
  const { database } = services;
  return {
    'GET /api/sso': async () => {
      const one = await database.kysely
        .selectFrom('sso_connections')
        .select('id')
        .where('is_on', '=', true)
        .limit(1)
        .executeTakeFirst();
      return { any: one !== undefined };
    },

    'POST /api/sso/begin': async ({ body, address }) => {
      const email = body.email.trim().toLowerCase();
      const row = await connectionFor(database.kysely, email);
      const asked = { binding: body.binding, email, triedBy: null };
      const url = row && (await beginFlow(services, row, asked));
      await database.transaction('all', (tx) =>
        write(tx, row, address, 'SSO_BEGIN', 'PENDING', row ? {} : { connection: 'none' }),
      );
      return row && url ? { url, enforced: row.enforced } : null;
    },

    'POST /api/sso/finish': async (context) => {
      const { body, address } = context;
      const byAddress = await database.transaction('all', (tx) => reserveAddress(tx, address));
      let row: ConnectionRow | undefined;
      try {
        const flow = await takeFlow(services, body);
        row = await connectionBy(database.kysely, flow.connectionId);
        if (!row) throw new Unbelievable('The connection is gone');
        if (flow.triedBy) return await tried(services, row, flow, context);
        if (!row.is_on) throw new Unbelievable('The connection is off');
        const claims = await claimsOf(services, providerOf(services, row), flow.question, body);
        const login = await enter(services, row, claims, context);
        await database.transaction('all', (tx) => releaseAddress(tx, byAddress));
        return { login, tried: null };
      } catch (error) {
        if (!(error instanceof Unbelievable) && !(error instanceof Refusal)) throw error;
        await database.transaction('all', (tx) =>
          write(tx, row, address, 'LOGIN', 'FAILED', { by: 'connection', why: error.message }),
        );
        if (byAddress.last) throw await refuseAddress(database, byAddress);
        throw error instanceof Unbelievable ? invalid('code', error.message) : error;
      }
    },
  };
}

/** Shown to whoever tried it, and to nobody else; a failure too. */
async function tried(
  services: Services,
  row: ConnectionRow,
  { triedBy, question }: Awaited<ReturnType<typeof takeFlow>>,
  { body, address }: Finish,
) {
  const said = await claimsOf(services, providerOf(services, row), question, body)
    .then((claims) => {
      roleBy(row, claims);
      return { claims: claims as Claims | null, problem: null as string | null };
    })
    .catch((error: unknown) => {
      if (error instanceof Unbelievable) return { claims: null, problem: error.message };
      throw error;
    });
  await services.database.transaction('all', async (tx) => {
    const { claims, problem } = (await isAsItWas(tx, row))
      ? said
      : { claims: null, problem: 'It was changed while it was tried: try it again' };
    await tx
      .updateTable('sso_connections')
      .set({
        claims: claims && sealClaims(services, claims),
        problem,
        tried_date: claims ? sql<string>`pg_catalog.now()` : null,
      })
      .where('id', '=', row.id)
      .execute();
    await write(tx, row, address, 'TRIED', claims ? 'SUCCESS' : 'FAILED', { triedBy, problem });
  });
  return { login: null, tried: row.id };
}

const enter = (services: Services, row: ConnectionRow, claims: Claims, context: Finish) =>
  services.database.transaction('all', async (tx) => {
    if (!(await isAsItWas(tx, row))) throw new Unbelievable('The connection was changed meanwhile');
    const { person, change } = await personOf(tx, row, claims);
    await noteSignIn(tx, person.id);
    await write(tx, row, context.address, 'LOGIN', 'SUCCESS', { by: row.name, change }, person);
    return beginSession(tx, services, context, {
      userId: person.id,
      passwordExpired: false,
      secondFactor: false,
      connectionId: row.id,
    });
  });

/** On the person where it is known who it is, else on the connection. */
const write = (
  tx: Tx,
  row: ConnectionRow | null | undefined,
  address: string,
  action: AuditAction,
  result: 'SUCCESS' | 'FAILED' | 'PENDING',
  details: Record<string, unknown>,
  person?: Person,
) =>
  audit(
    tx,
    person
      ? {
          userId: person.id,
          userName: `${person.first_name} ${person.last_name}`,
          userRole: person.user_role,
          permissions: person.permissions as never,
          address,
        }
      : { userId: null, userName: null, address },
    {
      action,
      entityType: person ? 'USER' : 'SSO_CONNECTION',
      entityId: person?.id ?? row?.id ?? null,
      merchantId: row?.merchant_id ?? null,
      result,
      details: { ...details, ...(row && { connection: row.name }) },
    },
  );
