import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import compress from '@fastify/compress';
import { isMachines } from '@paydesk/contract/kernel/access.ts';
import type { Endpoint, EndpointTable } from '@paydesk/contract/kernel/endpoint.ts';
import { WAITING_HEADER } from '@paydesk/contract/kernel/second-person-headers.ts';
import { waits } from '@paydesk/contract/kernel/waiting.ts';
import { provesAnew } from '@paydesk/contract/kernel/sensitive.ts';
import { IDLE_HEADER, TOKEN_HEADER } from '@paydesk/contract/kernel/session.ts';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
} from 'fastify';
import { sandboxWarning } from '../../gateways/choice.ts';
import type { Machine } from '../auth/machines.ts';
import type { Core } from '../auth/provider-keys.ts';
import { offerToken } from '../auth/next-token.ts';
import type { SignedIn } from '../auth/sessions.ts';
import { masked, refuseCardNumbersIn } from '../card-numbers.ts';
import { Refusal } from '../errors.ts';
import { rowsOfLists } from './rows.ts';
import type { ListDefinition } from '../list/definition.ts';
import { readiness } from '../readiness.ts';
import type { Services } from '../services.ts';
import { houseOf } from '../mail-layout.ts';
import { settingOf } from '../settings.ts';
import { authenticate, authorize, machineOf } from './access.ts';
import { held } from './answers.ts';
import { trustOf } from './callers.ts';
import { eventStreams } from './events.ts';
import { files } from './files.ts';
import { asAnswer } from './handlers.ts';
import { limitCalls, limitsOf } from './limits.ts';
import { onlyJson } from './json.ts';
import { observability } from './observability.ts';
import { serveHook, type Hook } from './hooks.ts';
import type { Mount } from './mounts.ts';
import { ANY_ORIGIN, servePage, type Page } from './pages.ts';
import { guarded } from './guarded.ts';
import {
  fileOf,
  idempotencyKey,
  readBody,
  readParams,
  readQuery,
  reasonOf,
  shopperKey,
} from './read.ts';
import { handleErrors, sendRefusal } from './refusals.ts';
import { reference } from './reference.ts';
import { traced } from './traced.ts';
import { vitals } from './vitals.ts';
import { webApp } from './web.ts';
import { BARE_HEADERS, headers } from './headers.ts';
import { noteWrites } from '../auth/written.ts';

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | null;
    /** Who calls a row that is machines'. */
    machine: Machine | Core | null;
    /** As it came, for the digest that a signature covers. */
    bodyText: string;
  }
  interface FastifyContextConfig {
    /** The row of the table that the route serves. */
    endpoint?: { key: string; row: Endpoint };
  }
}

type AnyHandler = (context: never) => Promise<unknown>;

export interface AppParts {
  services: Services;
  table: EndpointTable;
  /** By key of the table; for every row that no list serves. */
  handlers: Readonly<Record<string, AnyHandler>>;
  lists: readonly ListDefinition[];
  pages: readonly Page[];
  hooks?: readonly Hook[];
  mounts?: readonly Mount[];
  /** True once the server is asked to stop: ready turns 503 while requests drain. */
  draining: () => boolean;
  /** Folder of the built web app, or none. */
  webFolder: string | null;
  /** Of a session, or of an address where there is none, over all processes (SB-07). */
  callsAMinute?: number;
}

// a stream for each answer costs more than its compression, so even the longest page does without
const COMPRESSION = {
  encodings: ['gzip', 'deflate'] as ('gzip' | 'deflate')[],
  threshold: 1024,
  syncThreshold: 256 * 1024,
};
// half the time for a tenth more bytes; what is sent once and kept, as the web app is, gets the usual level
const ANSWERS = { ...COMPRESSION, zlibOptions: { level: 1 } };
const BODY_LIMIT = 1024 * 1024;
/** In which a call has to be there, files that are loaded too: who sends it no faster keeps a socket for nobody. */
const LONGEST_CALL_MS = 600_000;
const METHODS: HTTPMethods[] = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];

/** Builds the server out of the endpoint table; refuses to start over a row that nothing serves. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { services, table } = parts;
  for (const [key, row] of Object.entries<Endpoint>(table))
    if (!row.access || !row.scope) throw new Error(`${key}: who may call it, and over what?`);
  const app = fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    requestTimeout: LONGEST_CALL_MS,
    trustProxy: trustOf(services.config),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // what still arrives on an open connection while the server closes is answered like any other
    return503OnClosing: false,
    logController: new LogController({ disableRequestLogging: true }),
    // a path that can't be read gets no further than the router, past every hook
    frameworkErrors: (_error, request, reply) => {
      reply.header('x-request-id', request.id).headers(BARE_HEADERS);
      void sendRefusal(new Refusal('BAD_REQUEST'), request, reply as FastifyReply);
    },
  });
  app.decorateRequest('signedIn', null);
  app.decorateRequest('machine', null);
  app.decorateRequest('bodyText', '');
  traced(app, services.config);
  onlyJson(app);
  const ready = readiness(services);
  handleErrors(app, services, ready);
  await limitCalls(app, services);
  await app.register(compress, COMPRESSION);
  await app.register(headers, { checkoutUrl: services.config.CHECKOUT_URL });
  await app.register(observability, { ...parts, ready });
  await app.register(vitals, parts);
  noteWrites(app, services);
  routes(app, parts);
  await app.register(reference, { table });
  await app.register(webApp, {
    folder: parts.webFolder,
    house: () => houseOf(services),
    hasBanner: async () =>
      sandboxWarning(services.gateways, services.demo) !== null ||
      (await settingOf(services.database.kysely, 'banner.text')) !== '',
  });
  return app;
}

function routes(app: FastifyInstance, parts: AppParts) {
  const { services, table, handlers, lists, pages } = parts;
  const methodsOf = new Map<string, HTTPMethods[]>();
  const limits = limitsOf(app, parts.callsAMinute);
  const { count, file } = files(services);
  const { page, totals } = rowsOfLists(services);

  for (const [key, row] of Object.entries<Endpoint>(table)) {
    const [method, path] = key.split(' ') as [HTTPMethods, string];
    const serve = serving(key, row);
    const [ofRow, ofMerchant] = [limits.ofRow(row), limits.ofMerchant(key, row)];
    const url = path.replace(/\{(\w+)\}/g, ':$1');
    methodsOf.set(url, [...(methodsOf.get(url) ?? []), method]);
    app.route({
      method,
      url,
      compress: ANSWERS,
      ...(row.bodyLimit && { bodyLimit: row.bodyLimit }),
      config: { endpoint: { key, row } },
      handler: async (request, reply) => {
        if (row.anyOrigin) reply.headers(ANY_ORIGIN);
        if (isMachines(row.access))
          request.machine = await machineOf(row.access, key, request, services).catch(
            async (error: unknown) => {
              await limits.ofCaller(request);
              if (error instanceof Refusal) await limits.ofFailures(request);
              throw error;
            },
          );
        else if (row.access !== 'public') {
          const actor = await authenticate(
            services.database,
            request.headers.authorization,
            request.ip,
            request.headers[IDLE_HEADER],
            services.config,
          ).catch(async (error: unknown) => {
            await limits.ofCaller(request);
            throw error;
          });
          request.signedIn = actor;
        }
        await limits.ofCaller(request);
        await ofRow?.(request);
        if (request.signedIn) authorize(key, row, request.signedIn, services.config);
        await ofMerchant?.(request);
        reply.header('cache-control', 'no-store');
        refuseCardNumbersIn(request.query as Record<string, unknown>);
        return serve(request, reply);
      },
    });
  }
  for (const page of pages) servePage(app, page, limits.ofCaller);
  for (const hook of parts.hooks ?? []) serveHook(app, hook, services, limits);
  for (const mount of parts.mounts ?? [])
    void app.register(async (scope) => mount.serve(scope, limits), { prefix: mount.path });
  for (const [url, methods] of methodsOf)
    app.route({
      method: METHODS.filter((method) => !methods.includes(method)),
      url,
      handler: () => {
        throw new Refusal('METHOD_NOT_ALLOWED', [], { allow: methods.join(', ') });
      },
    });
  for (const key of Object.keys(handlers))
    if (!(key in table)) throw new Error(`${key}: served, but no row of the table`);

  function serving(key: string, row: Endpoint) {
    if (row.list && row.list.as !== 'first' && row.list.as !== 'rows') {
      const list = lists.find(({ resource }) => resource.slug === row.list!.resource.slug);
      if (!list) throw new Error(`${key}: no list is defined for it`);
      const { as } = row.list;
      switch (as) {
        case 'page':
          return page(row, list);
        case 'totals':
          return totals(list);
        case 'count':
          return (request: FastifyRequest) => count(list, request);
        default:
          return guarded(services, key, row, (request, reply) => file(list, as, request, reply));
      }
    }
    if (row.answerType === 'text/event-stream') return eventStreams(app, parts, row);
    const handler = handlers[key];
    if (!handler) throw new Error(`${key}: nothing serves it`);
    return async (request: FastifyRequest, reply: FastifyReply) => {
      if (row.takes && !(request.body instanceof Readable))
        throw new Refusal('UNSUPPORTED_MEDIA_TYPE');
      const context = {
        actor: request.signedIn ?? request.machine,
        params: readParams(row, request.params),
        query: readQuery(row, request.query as Record<string, unknown>),
        body: row.takes ? undefined : readBody(row, request.body),
        file: row.takes ? fileOf(request, row.takes, services) : null,
        idempotencyKey: row.idempotent ? idempotencyKey(request) : null,
        shopperKey: row.shopperKey ? shopperKey(request) : null,
        address: request.ip,
        userAgent: masked(request.headers['user-agent'])?.slice(0, 255) ?? null,
      };
      const work = () => handler(context as never);
      const result = row.secondPerson
        ? await services.guard(
            { key, row, context: context as never, reason: reasonOf(request) },
            work,
          )
        : await work();
      const { status, body, headers: more } = asAnswer(result);
      const answer = WAITING_HEADER in more ? waits().parse(body) : held(key, row, status, body);
      reply.code(status).headers(more);
      if (request.signedIn && provesAnew(request.method, row)) {
        const token = await offerToken(services.database, request.signedIn.sessionId);
        if (token) reply.header(TOKEN_HEADER, token);
      }
      if (row.answerType !== 'application/x-pem-file') return reply.send(answer);
      // the type is the file's, which the answer carries (CK-15, CK-17)
      return reply.type(row.answerType).send(JSON.stringify(answer));
    };
  }
}
