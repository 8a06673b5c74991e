import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { PAGE_FIRST, TOTAL_ALONE } from '@paydesk/contract/kernel/late-total.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ListDefinition } from '../list/definition.ts';
import { answerList, type Wanted } from '../list/engine.ts';
import { listTotals } from '../list/totals.ts';
import type { Services } from '../services.ts';
import { goneOf } from './gone.ts';
import { prefers } from './prefer.ts';
import { readParams } from './read.ts';

type Query = Readonly<Record<string, unknown>>;

const sent = (reply: FastifyReply, text: string) =>
  reply.type('application/json; charset=utf-8').send(text);

/** What lists answer as JSON, which the database made already: their pages, and what their rows come to. */
export function rowsOfLists({ database, config }: Services) {
  function wantedOf(request: FastifyRequest, reply: FastifyReply): Wanted | undefined {
    const alone = prefers(request, TOTAL_ALONE);
    if (!alone && !prefers(request, PAGE_FIRST)) return undefined;
    return { alone, waitMs: config.TOTAL_WAIT_MS, gone: goneOf(reply) };
  }

  const page =
    (row: Endpoint, list: ListDefinition) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { params, query, signedIn } = request;
      const above = readParams(row, params) as { id: string } | undefined;
      const wanted = wantedOf(request, reply);
      try {
        const answer = await answerList(
          database,
          list,
          signedIn!,
          query as Query,
          above?.id,
          wanted,
        );
        if (answer.late) reply.code(202).header('preference-applied', PAGE_FIRST);
        return sent(reply, answer.text);
      } catch (error) {
        if (!wanted?.gone.aborted) throw error;
        // nobody is there to be answered
        return reply.hijack();
      }
    };

  const totals =
    (list: ListDefinition) =>
    async ({ query, signedIn }: FastifyRequest, reply: FastifyReply) =>
      sent(reply, await listTotals(database, list, signedIn!, query as Query));

  return { page, totals };
}
