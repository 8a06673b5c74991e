import { isIP } from 'node:net';
import { isNamed, readAllowList } from '../../platform/outbound/addresses.ts';

/**
 * Null, or why a shopper is not sent there: https anywhere, since it is the browser that goes; without
 * it only to what CALLBACK_ALLOW names.
 */
export function whyNoReturn(text: string, allow: string): string | null {
  const url = URL.parse(text);
  if (!url) return 'URL is invalid';
  if (url.username || url.password) return 'The address must not hold a user name or a password';
  if (url.protocol === 'https:') return null;
  const list = readAllowList(allow);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol === 'http:' && list) {
    if (list.hosts.has(`${url.hostname}:${url.port || 80}`)) return null;
    if (isIP(host) && isNamed(host, list)) return null;
  }
  return 'The address must begin with https://';
}
