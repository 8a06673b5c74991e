import { AsyncLocalStorage } from 'node:async_hooks';
import type * as Api from '@opentelemetry/api';
import type { Context, Span, SpanKind, Tracer } from '@opentelemetry/api';
import { inTime } from '@paydesk/contract/kernel/in-time.ts';
import type { Log } from './log.ts';

/**
 * Traces by OpenTelemetry (ADR 144). The single points of the house (a call, a statement, a run of a
 * task, a gateway) name their spans here; without OTEL_EXPORTER_OTLP_ENDPOINT each of these functions
 * does the work and nothing else, and none of the library is read.
 */

export type Attributes = Record<string, string | number | boolean>;
/** Says of a span what is known once its work is done. */
export type Note = (attributes: Attributes) => void;

interface Tracing {
  tracer: Tracer;
  api: typeof Api;
}

let tracing: Tracing | null = null;
const current = new AsyncLocalStorage<Context>();
const nothing: Note = () => {};

/** Whether spans are made at all, for what is hung up only then. */
export const isTraced = (): boolean => tracing !== null;

/** Where nobody takes what is sent: no more than this waits, and each attempt ends. */
const MOST_WAITING = 2048;
const BATCH = 512;
const EVERY_MS = 1000;
const SEND_MS = 5000;
const LAST_MS = 1000;

/** Reads the library and begins, where the setting says so. */
export async function openTracing(
  endpoint: string | undefined,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  if (!endpoint) return { close: async () => {} };
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: SEND_MS,
  });
  let told = false;
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'paydesk' }),
    sampler: new sdk.AlwaysOnSampler(),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        maxQueueSize: MOST_WAITING,
        maxExportBatchSize: BATCH,
        scheduledDelayMillis: EVERY_MS,
        exportTimeoutMillis: SEND_MS,
        exporter: {
          export: (spans, done) =>
            exporter.export(spans, (result) => {
              const failed = result.error !== undefined;
              // once until they are taken again: what is away stays away for a while
              if (failed && !told) log.warn({ err: result.error }, 'traces are not taken');
              told = failed;
              done(result);
            }),
          forceFlush: () => exporter.forceFlush(),
          shutdown: () => exporter.shutdown(),
        },
      }),
    ],
  });
  const own: Tracing = { tracer: provider.getTracer('paydesk'), api };
  tracing = own;
  return {
    async close() {
      if (tracing === own) tracing = null;
      const sent = provider.shutdown().catch(() => {});
      await inTime(sent, LAST_MS, () => {});
    },
  };
}

/** One that is under way from one callback to another. */
export interface OpenSpan {
  /** Does what belongs to it. */
  within<T>(work: () => T): T;
  note: Note;
  end(failed: boolean): void;
}

/** A call of ours; `traceparent` is that of a caller whose word counts. */
export function beginCall(name: string, traceparent: string | undefined): OpenSpan | null {
  if (!tracing) return null;
  const { api, tracer } = tracing;
  const parent = remote(traceparent, tracing) ?? api.ROOT_CONTEXT;
  const span = tracer.startSpan(name, { kind: api.SpanKind.SERVER }, parent);
  const context = api.trace.setSpan(parent, span);
  return {
    within: (work) => current.run(context, work),
    note: (attributes) => void span.setAttributes(attributes),
    end(failed) {
      if (!span.isRecording()) return;
      if (failed) span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** A run of a task, or a call to a gateway, which may begin a trace of their own. */
export const taskSpan = <T>(name: string, work: (note: Note) => Promise<T>): Promise<T> =>
  span(name, 'INTERNAL', {}, work);
export const gatewaySpan = <T>(
  gateway: string,
  operation: string,
  work: (note: Note) => Promise<T>,
): Promise<T> =>
  span(
    `${gateway} ${operation}`,
    'CLIENT',
    { 'paydesk.gateway': gateway, 'paydesk.operation': operation },
    work,
  );

function span<T>(
  name: string,
  kind: keyof typeof SpanKind,
  attributes: Attributes,
  work: (note: Note) => Promise<T>,
): Promise<T> {
  if (!tracing) return work(nothing);
  const { api, tracer } = tracing;
  const parent = current.getStore() ?? api.ROOT_CONTEXT;
  const begun = tracer.startSpan(name, { kind: api.SpanKind[kind], attributes }, parent);
  return current.run(api.trace.setSpan(parent, begun), async () => {
    try {
      return await work((more) => void begun.setAttributes(more));
    } catch (error) {
      fail(begun, error, api);
      throw error;
    } finally {
      begun.end();
    }
  });
}

/** A statement that has ended, inside a call or a task; what runs beside them makes no span. */
export function noteStatement(text: string, tookMs: number, error?: unknown): void {
  const parent = current.getStore();
  if (!tracing || !parent) return;
  const { api, tracer } = tracing;
  const { operation, table } = statementOf(text);
  const end = Date.now();
  const begun = tracer.startSpan(
    table ? `${operation} ${table}` : operation,
    {
      kind: api.SpanKind.CLIENT,
      startTime: end - tookMs,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        ...(table && { 'db.collection.name': table }),
      },
    },
    parent,
  );
  if (error !== undefined) fail(begun, error, api);
  begun.end(end);
}

/** Does a statement, and notes it. */
export function statement<T>(text: string, work: () => Promise<T>): Promise<T> {
  if (!tracing || !current.getStore()) return work();
  const from = performance.now();
  const noted = (error?: unknown) => noteStatement(text, performance.now() - from, error);
  return work().then(
    (result) => {
      noted();
      return result;
    },
    (error: unknown) => {
      noted(error);
      throw error;
    },
  );
}

/** By which a line of the log is found beside its trace. */
export function traceFields(): { trace_id?: string } {
  const context = current.getStore();
  const traceId = context && tracing?.api.trace.getSpanContext(context)?.traceId;
  return traceId ? { trace_id: traceId } : {};
}

/** By its kind alone: what an error says may quote whom it was about. */
function fail(span: Span, error: unknown, api: Tracing['api']): void {
  const { name, code } = error as { name?: string; code?: unknown };
  span.setAttribute('error.type', typeof code === 'string' ? code : (name ?? 'Error'));
  span.setStatus({ code: api.SpanStatusCode.ERROR });
}

/** As W3C writes it, in the one version there is; anything else is as if it had not come. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

function remote(traceparent: string | undefined, { api }: Tracing): Context | null {
  const [, traceId, spanId] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId) return null;
  return api.trace.setSpanContext(api.ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: api.TraceFlags.SAMPLED,
    isRemote: true,
  });
}

/** Where `from` and `update` name no table. */
const OTHER_WORDS = /\bdistinct\s+from\b|\bfor\s+(no\s+key\s+)?update\b/gi;

interface Statement {
  operation: string;
  table: string | null;
}
const known = new Map<string, Statement>();
const MOST_KNOWN = 1000;

/** What a statement does, and to which table: of its text two words, of its values none. */
export function statementOf(text: string): Statement {
  const before = known.get(text);
  if (before) return before;
  const words = text.replace(/'(?:[^']|'')*'/g, "''").replace(OTHER_WORDS, '');
  const first = /^\W*([a-z]+)/i.exec(words)?.[1]?.toLowerCase() ?? 'statement';
  // a `with` does what stands in it
  const [, writes] =
    first === 'with' ? (/\b(insert|update|delete)\s+(?:into|from|"?\w)/i.exec(words) ?? []) : [];
  const operation = first === 'with' ? (writes?.toLowerCase() ?? 'select') : first;
  const of = { insert: 'into', update: 'update', select: 'from', delete: 'from' }[operation];
  const name =
    of &&
    new RegExp(`\\b${of}\\s+(?:only\\s+)?"?([a-z_][a-z0-9_]*)"?(?!\\s*\\()`, 'i').exec(words)?.[1];
  const found = { operation, table: name?.toLowerCase() ?? null };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, found);
  return found;
}
