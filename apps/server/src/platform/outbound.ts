import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { inTime } from '@paydesk/contract/kernel/in-time.ts';
import { isNamed, isPublic, readAllowList } from './outbound/addresses.ts';

/** A call to an address that somebody typed in. */
export interface OutboundCall {
  method: 'OPTIONS' | 'GET' | 'PUT' | 'POST';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** What came of it: an answer, whatever its status, or why there is none, in words for the one who typed. */
export type Outcome =
  | {
      answered: true;
      status: number;
      headers: { name: string; value: string }[];
      body: string;
      durationMs: number;
    }
  | { answered: false; reason: string; durationMs: number };

export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export interface OutboundOptions {
  /** CALLBACK_ALLOW. */
  allow: string;
  /** Whose address is another one's, by its origin: a demo's shop has a name that no DNS knows. */
  instead?: ((url: URL) => string | null) | undefined;
  resolve?: Resolve;
  /** For all of it: name, connection, answer. */
  timeoutMs?: number;
}

export interface Outbound {
  call(call: OutboundCall): Promise<Outcome>;
}

const TIMEOUT_MS = 5000;
const MOST_BYTES = 64 * 1024;

/** Says why, and never more than the one who typed the address may know. */
class Refused extends Error {}

const resolveBySystem: Resolve = (host) =>
  new Promise((done, fail) =>
    systemLookup(host, { all: true, order: 'verbatim' }, (error, found) =>
      error ? fail(error) : done(found),
    ),
  );

/**
 * The one way out to addresses of merchants. A name is resolved once, every address it has is held
 * against the rules, and the connection goes to those very addresses: no second look-up, no
 * redirect, no kept connection and no proxy could lead elsewhere.
 */
export function outbound(options: OutboundOptions): Outbound {
  const { resolve = resolveBySystem, timeoutMs = TIMEOUT_MS } = options;
  const allow = readAllowList(options.allow);
  if (!allow) throw new Error('CALLBACK_ALLOW can’t be read');

  /** The parts of the address, where nothing about it is against the rules. */
  function readUrl(text: string): URL {
    const url = URL.parse(text);
    if (!url) throw new Refused('The address is no URL');
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new Refused('The address must begin with https:// or http://');
    if (url.username || url.password)
      throw new Refused('The address must not hold a user name or a password');
    const port = portOf(url);
    if (port !== 80 && port !== 443 && port < 1024 && !isAllowedHost(url))
      throw new Refused(`Port ${port} is not allowed: 80, 443 and those from 1024 on are`);
    return url;
  }

  const isAllowedHost = (url: URL) => allow.hosts.has(`${url.hostname}:${portOf(url)}`);

  async function addressesOf(url: URL): Promise<LookupAddress[]> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const family = isIP(host);
    const found = family
      ? [{ address: host, family }]
      : await resolve(host).catch(() => {
          throw new Refused(`The host ${host} was not found`);
        });
    if (!found.length) throw new Refused(`The host ${host} has no address`);
    const wrong = found.some(({ address }) => !isPublic(address) && !isNamed(address, allow!));
    if (wrong && !isAllowedHost(url))
      throw new Refused(
        family
          ? 'The address is not one of the public internet'
          : `The host ${host} leads to an address that is not of the public internet`,
      );
    return [...found];
  }

  async function run(call: OutboundCall, signal: AbortSignal): Promise<Answer> {
    const url = readUrl(call.url);
    const leads = options.instead?.(url) ?? null;
    const addresses = leads === null ? await addressesOf(url) : [];
    signal.throwIfAborted();
    const answer =
      leads === null
        ? await send(url, call, pinned(addresses), signal)
        : await send(
            new URL(url.pathname + url.search, leads),
            { ...call, headers: { ...call.headers, host: url.host } },
            undefined,
            signal,
          );
    return {
      status: answer.statusCode!,
      headers: headersOf(answer),
      body: await bodyOf(answer),
    };
  }

  const late = () => {
    throw new Refused(`There was no whole answer within ${timeoutMs / 1000} seconds`);
  };

  return {
    async call(call) {
      const start = performance.now();
      const durationMs = () => Math.round(performance.now() - start);
      const ended = new AbortController();
      try {
        // a resolver that hangs can't be aborted, only left
        const answer = await inTime(run(call, ended.signal), timeoutMs, late);
        return { answered: true, ...answer, durationMs: durationMs() };
      } catch (error) {
        return { answered: false, reason: reasonOf(error), durationMs: durationMs() };
      } finally {
        ended.abort();
      }
    },
  };
}

interface Answer {
  status: number;
  headers: { name: string; value: string }[];
  body: string;
}

const portOf = ({ port, protocol }: URL) => Number(port || (protocol === 'https:' ? 443 : 80));

/** A look-up that knows only what was checked. */
const pinned =
  (addresses: LookupAddress[]): LookupFunction =>
  (_host, { all }, done) => {
    if (all) done(null, addresses);
    else done(null, addresses[0]!.address, addresses[0]!.family);
  };

function send(
  url: URL,
  { method, headers, body }: OutboundCall,
  lookup: LookupFunction | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((done, fail) => {
    request(url, { method, headers, lookup, signal, agent: false }, done)
      .on('error', fail)
      .end(body);
  });
}

const headersOf = (answer: IncomingMessage) =>
  Object.entries(answer.headersDistinct).map(([name, values = []]) => ({
    name,
    value: values.join(', '),
  }));

async function bodyOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Refused('The answer is longer than 64 KB');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens at the address',
  ECONNRESET: 'The connection was cut before an answer',
  EHOSTUNREACH: 'The address can’t be reached',
  ENETUNREACH: 'The address can’t be reached',
  ETIMEDOUT: 'The address can’t be reached',
  HPE_HEADER_OVERFLOW: 'The headers of the answer are too long',
};

function reasonOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  const { code = '', errors } = error as NodeJS.ErrnoException & { errors?: unknown[] };
  // several addresses that all failed
  if (errors?.length) return reasonOf(errors[0]);
  if (WORDS[code]) return WORDS[code];
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code))
    return 'The certificate of the address is not valid';
  return 'The address did not answer as a web server does';
}
