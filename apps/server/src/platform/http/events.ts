import type { IncomingHttpHeaders } from 'node:http';
import { IDLE_HEADER } from '@paydesk/contract/kernel/session.ts';
import type { Endpoint, EndpointTable } from '@paydesk/contract/kernel/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalid, notFound, Refusal } from '../errors.ts';
import { liveHub, type Stream } from '../live/hub.ts';
import { everything, watchOf } from '../live/watch.ts';
import type { ListDefinition } from '../list/definition.ts';
import type { Services } from '../services.ts';
import { readQuery } from './read.ts';

/** Lines of one person: more windows than anybody has, fewer than would keep all others out. */
const MOST_OF_ONE = 400;
const MOST = 5000;
const MOST_WATCHED = 10;

interface Parts {
  services: Services;
  table: EndpointTable;
  lists: readonly ListDefinition[];
  draining: () => boolean;
}

interface Query {
  watch?: string;
  age?: string;
}

const pick = (headers: IncomingHttpHeaders, names: string[]) =>
  Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])));

/** `text/event-stream`: what happens in the lists and records that a screen shows (ADR 102). */
export function eventStreams(app: FastifyInstance, parts: Parts, row: Endpoint) {
  const { services, table, lists, draining } = parts;
  const hub = liveHub(services, lists, draining);
  // before anything else ends: who listens goes to another process, or comes back
  app.addHook('preClose', async () => hub.endAll());

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const query = readQuery(row, request.query as Record<string, unknown>) as Query;
    const actor = request.signedIn!;
    if (draining() || hub.size() >= MOST)
      throw new Refusal('UNAVAILABLE', [], { 'retry-after': '1' });
    if (hub.size(actor) >= MOST_OF_ONE)
      throw new Refusal('TOO_MANY_REQUESTS', [], { 'retry-after': '10' });
    const house = {
      database: services.database,
      table,
      lists,
      read: async (url: string) => {
        const answer = await app.inject({
          method: 'GET',
          url,
          remoteAddress: request.ip,
          // a line that comes back by itself is no sign of its person
          headers: pick(request.headers, ['authorization', IDLE_HEADER]),
        });
        // what can't be read is as absent, whatever it would have been answered
        if (answer.statusCode !== 200) throw notFound();
        return answer.json<{ id?: unknown }>();
      },
    };
    const addresses = query.watch?.split(' ').filter(Boolean) ?? null;
    if (addresses && addresses.length > MOST_WATCHED)
      throw invalid('watch', `At most ${MOST_WATCHED} addresses`);
    const watches = addresses
      ? await Promise.all(addresses.map((address) => watchOf(house, address, actor)))
      : everything(house, actor);

    const { raw } = reply;
    // who left meanwhile is told nothing: no end of theirs would come any more
    if (raw.destroyed) return void reply.hijack();
    const stream: Stream = {
      actor,
      watches,
      write: (text) => void raw.write(text),
      waiting: () => raw.writableLength,
      end: () => raw.end(),
      cut: () => raw.destroy(),
    };
    raw.on('close', () => hub.close(stream));
    raw.on('error', () => hub.close(stream));
    reply.hijack();
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      // a proxy that collects answers would hold everything back
      'x-accel-buffering': 'no',
      // nothing else comes on it, so that no stop waits for it
      connection: 'close',
    });
    raw.flushHeaders();
    const last = request.headers['last-event-id'];
    await hub
      .open(stream, {
        ...(typeof last === 'string' && last && { position: last }),
        ...(query.age && { age: Number(query.age) }),
      })
      .catch((error: unknown) => {
        request.log.warn({ err: error, requestId: request.id }, 'a line could not be opened');
        hub.close(stream);
        raw.destroy();
      });
  };
}
