import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ListDefinition } from '../list/definition.ts';
import { listPage } from '../list/engine.ts';
import { listTotals } from '../list/totals.ts';
import type { Services } from '../services.ts';
import { readParams } from './read.ts';

type Query = Readonly<Record<string, unknown>>;

const sent = (reply: FastifyReply, text: string) =>
  reply.type('application/json; charset=utf-8').send(text);

/** What lists answer as JSON, which the database made already: their pages, and what their rows come to. */
export function rowsOfLists({ database }: Services) {
  const page =
    (row: Endpoint, list: ListDefinition) =>
    async ({ params, query, signedIn }: FastifyRequest, reply: FastifyReply) => {
      const above = readParams(row, params) as { id: string } | undefined;
      return sent(reply, await listPage(database, list, signedIn!, query as Query, above?.id));
    };

  const totals =
    (list: ListDefinition) =>
    async ({ query, signedIn }: FastifyRequest, reply: FastifyReply) =>
      sent(reply, await listTotals(database, list, signedIn!, query as Query));

  return { page, totals };
}
