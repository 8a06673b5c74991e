import type { FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';
import type { Config } from '../config.ts';
import { isLoopback, isNamed, readProxies } from '../outbound/addresses.ts';

/** Where a call comes from, and where its caller believes to be. */

const plain = (address: string) => address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');

/** Whether this peer's word on whom it forwards counts. */
export function trustOf({ TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>): (peer: string) => boolean {
  const proxies = TRUST_PROXY === undefined ? null : readProxies(TRUST_PROXY);
  return (peer) => proxies !== null && isNamed(plain(peer), proxies);
}

/** What proxies add to a call that they forward, whether or not we trust them. */
const FORWARDED =
  /^(forwarded|via|x-(forwarded(-.+)?|real-ip|client-ip|original-.+)|cf-connecting-ip|true-client-ip)$/;

const isForwarded = ({ raw }: FastifyRequest): boolean =>
  Object.keys(raw.headers).some((name) => FORWARDED.test(name));

/** Whether the address that was typed names this machine as itself alone can, and no site on it. */
function namesThisMachine({ raw }: FastifyRequest): boolean {
  const base = `http://${raw.headers.host}`;
  if (!URL.canParse(base)) return false;
  const name = new URL(base).hostname.replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || isLoopback(name);
}

/**
 * From this machine itself; no proxy on it that forwards somebody else, whatever TRUST_PROXY says. One that
 * tells nobody whom it forwards is known by the name that it passes on, or by HTTP/1.0, which nginx speaks.
 */
export const isLocal = (request: FastifyRequest): boolean =>
  isLoopback(request.raw.socket.remoteAddress ?? '') &&
  request.raw.httpVersion !== '1.0' &&
  namesThisMachine(request) &&
  !isForwarded(request);

/** What is wrong with how a browser’s call was forwarded: whoever calls counts as the proxy then. */
export function silentProxy(
  request: FastifyRequest,
  { config, installation }: Pick<Services, 'config' | 'installation'>,
): string | null {
  const { remoteAddress = '' } = request.raw.socket;
  const { origin } = request.headers;
  const said = config.PUBLIC_URL ?? installation.said().publicAddress;
  if (!said || !origin || !URL.canParse(said) || new URL(said).origin !== origin) return null;
  const trusted = trustOf(config)(remoteAddress);
  if (trusted === isForwarded(request)) return null;
  return trusted
    ? 'The proxy does not say whom it forwards (X-Forwarded-For): all callers count as one'
    : 'Calls are forwarded by an address that TRUST_PROXY does not name: all callers count as one';
}

/**
 * The address that the caller typed, without the path: PUBLIC_URL, the public address that staff have
 * set, or what a trusted proxy says. With neither it must be the one that the call arrived at: null for any other, since a call that was meant
 * for somebody else's server names that one.
 */
export function typedBase(
  request: FastifyRequest,
  { config, installation }: Pick<Services, 'config' | 'installation'>,
): string | null {
  const said = config.PUBLIC_URL ?? installation.said().publicAddress;
  if (said) return said;
  const base = `${request.protocol}://${request.host}`;
  if (!URL.canParse(base)) return null;
  const { localAddress = '', localPort, remoteAddress = '' } = request.raw.socket;
  const forwarded = request.headers['x-forwarded-host'] && trustOf(config)(remoteAddress);
  if (forwarded) return base;
  const here = plain(localAddress);
  const names = [here, config.HOST, ...(isLoopback(here) ? ['localhost'] : [])];
  const own = names.map((name) => `http://${name.includes(':') ? `[${name}]` : name}:${localPort}`);
  const { host } = new URL(base);
  return own.some((each) => URL.canParse(each) && new URL(each).host === host) ? base : null;
}
