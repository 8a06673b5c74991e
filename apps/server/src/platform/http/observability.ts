import { inTime } from '@paydesk/contract/kernel/in-time.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { resolve } from 'node:path';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { newestBackup } from '../backup/schedule.ts';
import { Refusal } from '../errors.ts';
import type { Readiness } from '../readiness.ts';
import type { Services } from '../services.ts';
import { isLocal, silentProxy } from './callers.ts';
import plugin from './plugin.ts';

/** So long what lies in BACKUP_DIR is told as it was read: whoever measures asks every few seconds. */
const HOLDS_MS = 60_000;
/** Nothing else that is measured waits for a folder that does not answer. */
const PATIENCE_MS = 1000;

function backupAge(folder: string): Gauge {
  let newest: Date | null = null;
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;
  async function read() {
    newest = await newestBackup(folder).catch(() => null);
    readAt = performance.now();
    reading = undefined;
  }
  return new Gauge({
    name: 'paydesk_backup_age_seconds',
    help: 'Since the newest backup in BACKUP_DIR was begun; NaN where there is none',
    registers: [],
    async collect() {
      if (performance.now() - readAt > HOLDS_MS)
        await inTime((reading ??= read()), PATIENCE_MS, () => {});
      this.set(newest ? (Date.now() - newest.getTime()) / 1000 : NaN);
    },
  });
}

/** Request lines, health and metrics. A line names the route and the caller's id, never the URL. */
export const observability = plugin(
  async (
    app: FastifyInstance,
    {
      services,
      ready,
      draining,
    }: { services: Services; ready: Readiness; draining: () => boolean },
  ) => {
    /** Nobody finds a connection closed on which the next call is just being sent. */
    const lastOnItsConnection = (reply: FastifyReply) => {
      if (draining()) reply.header('connection', 'close');
    };
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const seconds = new Histogram({
      name: 'paydesk_http_request_seconds',
      help: 'Time from the first byte of a request to the last of its answer',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers: [registry],
    });
    const { BACKUP_DIR } = services.config;
    if (BACKUP_DIR) registry.registerMetric(backupAge(resolve(BACKUP_DIR)));

    const told = new Set<string>();
    app.addHook('onRequest', async (request, reply) => {
      reply.header('x-request-id', request.id);
      lastOnItsConnection(reply);
      const wrong = silentProxy(request, services);
      if (wrong === null || told.has(wrong)) return;
      told.add(wrong);
      services.log.warn({ proxy: request.raw.socket.remoteAddress }, wrong);
    });
    app.addHook('onSend', async (_request, reply) => lastOnItsConnection(reply));
    app.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'unknown';
      const took = reply.elapsedTime / 1000;
      seconds.observe({ route, method: request.method, status: reply.statusCode }, took);
      request.log.info(
        {
          requestId: request.id,
          method: request.method,
          route,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
          userId: (request.signedIn ?? request.machine)?.userId,
        },
        'call',
      );
    });

    app.get('/health/live', async () => ({ status: 'live' }));
    app.get('/health/ready', async (_request, reply) => {
      if (draining()) return reply.code(503).send({ status: 'draining' });
      const status = await ready.standing();
      return reply.code(status === 'ready' ? 200 : 503).send({ status });
    });
    app.get('/metrics', async (request, reply) => {
      if (!services.config.METRICS_PUBLIC && !isLocal(request)) throw new Refusal('NOT_FOUND');
      // what services count is theirs, however many apps are built over them
      const all = Registry.merge([registry, services.meters.registry]);
      return reply.type(all.contentType).send(await all.metrics());
    });
  },
);
