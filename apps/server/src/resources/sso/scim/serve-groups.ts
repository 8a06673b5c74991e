import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { ConnectionRow } from '../rows.ts';
import type { Told } from './change.ts';
import { listOf } from './discovery.ts';
import { changeGroup, endGroup, groupBy, groupsOf, makeGroup, shownGroup } from './groups.ts';
import { pageOf } from './page.ts';
import { wrong } from './problem.ts';
import { readGroup, readGroupFilter, readGroupPatch, type SaidOfGroup } from './read-group.ts';

interface With {
  db: Db;
  base: () => string;
  known: (request: FastifyRequest) => ConnectionRow;
  changing: <T>(request: FastifyRequest, work: (tx: Tx, told: Told) => Promise<T>) => Promise<T>;
}

const asked = (request: FastifyRequest) => (request.params as { id: string }).id;
const without = (request: FastifyRequest) =>
  String((request.query as { excludedAttributes?: unknown }).excludedAttributes ?? '');

/** Groups, and with them the roles of whoever is in them (RFC 7643, 4.2). */
export function serveGroups(app: FastifyInstance, { db, base, known, changing }: With): void {
  const answer = async (tx: Tx, { row }: Told, id: string, request: FastifyRequest) =>
    shownGroup(await groupBy(tx, row, id), base(), without(request));

  const search = async (request: FastifyRequest) => {
    const query = request.query as Record<string, unknown>;
    if (query['filter'] !== undefined && typeof query['filter'] !== 'string')
      throw wrong('invalidFilter', 'One filter at a time');
    const by = query['filter'] ? readGroupFilter(query['filter'] as string) : null;
    const { start, limit } = pageOf(query);
    const { groups, total } = await groupsOf(db, known(request), by, { offset: start - 1, limit });
    return listOf(
      groups.map((one) => shownGroup(one, base(), without(request))),
      total,
      start,
    );
  };
  app.route({ method: 'GET', url: '/Groups', handler: search });
  app.post('/Groups', async (request, reply) => {
    const said = readGroup(request.body);
    const made = await changing(request, async (tx, told) =>
      answer(tx, told, await makeGroup(tx, told, said), request),
    );
    const { location } = (made as { meta: { location: string } }).meta;
    return reply.code(201).header('location', location).send(made);
  });
  app.get('/Groups/:id', (request) =>
    changing(request, (tx, told) => answer(tx, told, asked(request), request)),
  );
  const changed = (read: (body: unknown) => SaidOfGroup) => (request: FastifyRequest) => {
    const said = read(request.body);
    return changing(request, async (tx, told) => {
      const group = await groupBy(tx, told.row, asked(request));
      await changeGroup(tx, told, group, said);
      return answer(tx, told, group.id, request);
    });
  };
  app.put('/Groups/:id', changed(readGroup));
  app.patch('/Groups/:id', changed(readGroupPatch));
  app.delete('/Groups/:id', async (request, reply) => {
    await changing(request, async (tx, told) =>
      endGroup(tx, told, await groupBy(tx, told.row, asked(request))),
    );
    return reply.code(204).send();
  });
}
