import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { beginCall, isTraced, type OpenSpan } from '../tracing.ts';
import { isLocal, trustOf } from './callers.ts';

/**
 * A span for each call, by its route. A trace is gone on with for this machine and trusted proxies
 * alone: anybody else would name the ids by which the log is searched.
 */
export function traced(app: FastifyInstance, config: Config): void {
  if (!isTraced()) return;
  const trusted = trustOf(config);
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  const within = (request: FastifyRequest, done: () => void) => {
    const span = spans.get(request);
    if (span) span.within(done);
    else done();
  };
  app.addHook('onRequest', (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const { traceparent } = request.headers;
    const counts = isLocal(request) || trusted(request.raw.socket.remoteAddress ?? '');
    const span = beginCall(
      `${method} ${route}`,
      counts && typeof traceparent === 'string' ? traceparent : undefined,
    );
    if (!span) return done();
    spans.set(request, span);
    span.note({
      'http.request.method': method,
      'http.route': route,
      'paydesk.request_id': request.id,
    });
    const end = () => {
      span.note({ 'http.response.status_code': reply.statusCode });
      span.end(reply.statusCode >= 500);
    };
    // also of a caller who has gone before the answer
    reply.raw.once('close', end).once('finish', end);
    span.within(done);
  });
  // a body arrives by the socket's own events, outside what began with the call
  app.addHook('preValidation', (request, _reply, done) => within(request, done));
  app.addHook('onResponse', (request, _reply, done) => within(request, done));
}
