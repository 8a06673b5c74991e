import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import protobuf from 'protobufjs';

/** As OpenTelemetry publishes it (opentelemetry-proto, Apache-2.0), file by file. */
const FILES = ['common', 'resource', 'trace', 'trace_service'];

export interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  kind: string;
  attributes: Record<string, string | number | boolean>;
  failed: boolean;
  service: unknown;
}

interface Decoded {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: DecodedSpan[] }[];
  }[];
}
interface Attribute {
  key: string;
  value: Record<string, string | number | boolean>;
}
interface DecodedSpan {
  name: string;
  traceId: Buffer;
  spanId: Buffer;
  parentSpanId?: Buffer;
  kind: string;
  attributes?: Attribute[];
  status?: { code?: string };
}

const plain = (attributes: Attribute[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]!]));

/** A receiver of traces that reads what comes by the published definitions, and keeps it. */
export async function otlpReceiver() {
  const root = new protobuf.Root();
  for (const file of FILES)
    protobuf.parse(readFileSync(join(import.meta.dirname, `otlp/${file}.proto`), 'utf8'), root);
  const message = root.lookupType(
    'opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest',
  );
  const spans: ReceivedSpan[] = [];
  const bodies: Buffer[] = [];
  const wrong: string[] = [];
  const server = createServer((request, response) => void take(request, response));
  async function take(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request);
    const { url, method, headers } = request;
    if (url !== '/v1/traces' || method !== 'POST') wrong.push(`${method} ${url}`);
    if (headers['content-type'] !== 'application/x-protobuf') wrong.push('the type');
    bodies.push(body);
    const decoded = message.toObject(message.decode(body), {
      enums: String,
      longs: Number,
      arrays: true,
    }) as Decoded;
    for (const { resource, scopeSpans } of decoded.resourceSpans)
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({
          name: span.name,
          traceId: Buffer.from(span.traceId).toString('hex'),
          spanId: Buffer.from(span.spanId).toString('hex'),
          parentSpanId: Buffer.from(span.parentSpanId ?? []).toString('hex'),
          kind: span.kind,
          attributes: plain(span.attributes),
          failed: span.status?.code === 'STATUS_CODE_ERROR',
          service: plain(resource.attributes)['service.name'],
        });
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    wrong,
    text: () => Buffer.concat(bodies).toString('latin1'),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
