import { sql } from 'kysely';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../../platform/errors.ts';
import type { Mount } from '../../../platform/http/mounts.ts';
import type { Services } from '../../../platform/services.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { ERROR_STATUS } from '@paydesk/contract/kernel/errors.ts';
import { connectionBy, type ConnectionRow } from '../rows.ts';
import { change, join, leave, type Told } from './change.ts';
import {
  GROUP_SCHEMA,
  groupSchema,
  groupType,
  listOf,
  providerConfig,
  USER_SCHEMA,
  userSchema,
  userType,
} from './discovery.ts';
import { pageOf } from './page.ts';
import { lockTheirs, peopleOf, shown, type ScimPerson } from './people.ts';
import { ScimProblem, scimError, wrong } from './problem.ts';
import { readFilter, readPatch, readUser } from './read.ts';
import { serveGroups } from './serve-groups.ts';
import { hashed, PATH, scimAddress } from './token.ts';

const MOST_BYTES = 64 * 1024;
const TYPE = 'application/scim+json; charset=utf-8';

const asked = (request: FastifyRequest) => (request.params as { id: string }).id;

async function theirs(tx: Tx, { row }: Told, id: string): Promise<ScimPerson> {
  const person = await lockTheirs(tx, row, id);
  if (!person) throw new ScimProblem(404, 'There is no such person');
  return person;
}

/** Whose token this is; a 401 for one that is unknown or replaced, and for that of a disabled merchant. */
async function connectionOf(
  { database }: Services,
  authorization: string | undefined,
): Promise<ConnectionRow> {
  const [, token = ''] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? [];
  const refused = new ScimProblem(401, 'The token is not accepted');
  if (!/^pds_[A-Za-z0-9_-]{43}$/.test(token)) throw refused;
  const { rows } = await sql<{ id: string; lately: boolean }>`
    select t.connection_id as id, coalesce(t.used_date > pg_catalog.now() - interval '1 minute', false) as lately
    from scim_tokens t join sso_connections c on c.id = t.connection_id
    left join merchants m on m.id = c.merchant_id
    where t.token_hash = ${hashed(token)} and m.status is distinct from 'DISABLED'`.execute(
    database.kysely,
  );
  const row = rows[0] && (await connectionBy(database.kysely, rows[0].id));
  if (!row) throw refused;
  // to the minute: calls do not write each time
  if (!rows[0]!.lately)
    await database.kysely
      .updateTable('scim_tokens')
      .set({ used_date: sql`pg_catalog.now()` })
      .where('connection_id', '=', row.id)
      .execute();
  return row;
}

/** Who comes and who leaves, as the firm's own provider tells it (RFC 7643, 7644). */
export const scim = (services: Services): Mount => ({
  path: PATH,
  serve(app, limits) {
    const { database } = services;
    const base = () => scimAddress(services);
    app.removeAllContentTypeParsers();
    const parse = app.getDefaultJsonParser('error', 'error');
    for (const type of ['application/scim+json', 'application/json'])
      app.addContentTypeParser(
        type,
        { parseAs: 'string', bodyLimit: MOST_BYTES },
        (request, text, done) =>
          text === '' ? done(null, undefined) : void parse(request, text as string, done),
      );
    app.setErrorHandler((error, request, reply) =>
      answerProblem(problemOf(error), error, request, reply),
    );

    const known = new WeakMap<FastifyRequest, ConnectionRow>();
    app.addHook('preHandler', async (request, reply) => {
      reply.header('cache-control', 'no-store').type(TYPE);
      await limits.ofCaller(request);
      const row = await connectionOf(services, request.headers.authorization).catch(
        async (error: unknown) => {
          await limits.ofFailures(request);
          throw error;
        },
      );
      known.set(request, row);
    });

    /** Changes come one after the other, each under the connection as it is then. */
    const changing = <T>(request: FastifyRequest, work: (tx: Tx, told: Told) => Promise<T>) =>
      database.transaction('all', async (tx) => {
        const { id } = known.get(request)!;
        await sql`select from sso_connections where id = ${id}::uuid for update`.execute(tx);
        const row = await connectionBy(tx, id);
        if (!row) throw new ScimProblem(401, 'The token is not accepted');
        return work(tx, { row, address: request.ip });
      });
    const answer = async (tx: Tx, { row }: Told, id: string) =>
      shown((await lockTheirs(tx, row, id))!, row, base());

    app.get('/ServiceProviderConfig', async () => providerConfig(base()));
    app.get('/ResourceTypes', async () => listOf([userType(base()), groupType(base())]));
    app.get('/ResourceTypes/User', async () => userType(base()));
    app.get('/ResourceTypes/Group', async () => groupType(base()));
    app.get('/Schemas', async () => listOf([userSchema(base()), groupSchema(base())]));
    const schema = async (request: FastifyRequest) => {
      if (asked(request) === GROUP_SCHEMA) return groupSchema(base());
      if (asked(request) !== USER_SCHEMA) throw new ScimProblem(404, 'There is no such schema');
      return userSchema(base());
    };
    app.route({ method: 'GET', url: '/Schemas/:id', handler: schema });

    const search = async (request: FastifyRequest) => {
      const query = request.query as Record<string, unknown>;
      const row = known.get(request)!;
      if (query['filter'] !== undefined && typeof query['filter'] !== 'string')
        throw wrong('invalidFilter', 'One filter at a time');
      const by = query['filter'] ? readFilter(query['filter'] as string) : null;
      const { start, limit } = pageOf(query);
      const { people, total } = await peopleOf(database.kysely, row, by, {
        offset: start - 1,
        limit,
      });
      return listOf(
        people.map((one) => shown(one, row, base())),
        total,
        start,
      );
    };
    app.route({ method: 'GET', url: '/Users', handler: search });
    app.post('/Users', async (request, reply) => {
      const said = readUser(request.body);
      const made = await changing(request, async (tx, told) =>
        answer(tx, told, await join(tx, told, said)),
      );
      const { location } = (made as { meta: { location: string } }).meta;
      return reply.code(201).header('location', location).send(made);
    });
    app.get('/Users/:id', (request) =>
      changing(request, async (tx, told) => {
        const { id } = await theirs(tx, told, asked(request));
        return answer(tx, told, id);
      }),
    );
    const changed =
      (read: (body: unknown) => ReturnType<typeof readUser>) => (request: FastifyRequest) => {
        const said = read(request.body);
        return changing(request, async (tx, told) => {
          const person = await theirs(tx, told, asked(request));
          await change(tx, told, person, said);
          return answer(tx, told, person.id);
        });
      };
    app.put('/Users/:id', changed(readUser));
    app.patch('/Users/:id', changed(readPatch));
    app.delete('/Users/:id', async (request, reply) => {
      await changing(request, async (tx, told) =>
        leave(tx, told, await theirs(tx, told, asked(request))),
      );
      return reply.code(204).send();
    });
    serveGroups(app, {
      db: database.kysely,
      base,
      known: (request) => known.get(request)!,
      changing,
    });
    app.all('/*', async () => {
      throw new ScimProblem(404, 'There is nothing here');
    });
  },
});

/** Whatever goes wrong, in SCIM's words; a fault tells nothing. */
function problemOf(error: unknown): ScimProblem {
  if (error instanceof ScimProblem) return error;
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  if (error instanceof Refusal) {
    const [field] = error.errors;
    if (field?.field === 'email') return new ScimProblem(409, field.message, 'uniqueness');
    return new ScimProblem(ERROR_STATUS[error.code], error.message);
  }
  if (code === '23505') return new ScimProblem(409, 'Somebody has this already', 'uniqueness');
  if (statusCode === 413) return new ScimProblem(413, 'The body is too large');
  if (statusCode === 415) return new ScimProblem(415, 'The body is application/scim+json');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return wrong('invalidSyntax', 'The body can’t be read');
  return new ScimProblem(500, 'Something went wrong here');
}

function answerProblem(
  problem: ScimProblem,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (problem.status >= 500)
    request.log.error({ err: error, requestId: request.id }, 'call failed');
  if (error instanceof Refusal) reply.headers(error.headers);
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(problem.status).type(TYPE).send(scimError(problem));
}
