import { sign } from 'node:crypto';
import { authority } from '../../platform/authority.ts';
import type { Services } from '../../platform/services.ts';

/** Where the shop takes its shopper back (AM-108). */

export interface Returned {
  /** What the shop gave; null where it gave none. */
  url: string | null;
  orderId: string;
  externalId: string | null;
  status: 'PAID' | 'AUTHORISED' | 'IN_REVIEW';
}

/**
 * The shop's own address with what became of its order, signed by the key of the service provider's certificate:
 * the signature is over all that stands before it, so that the shop need not believe the browser.
 */
export async function successAddress(
  services: Pick<Services, 'database' | 'encryption' | 'now' | 'realNow'>,
  { url: given, orderId, externalId, status }: Returned,
): Promise<string | null> {
  const url = given && URL.parse(given);
  if (!url) return null;
  const { hash } = url;
  url.hash = '';
  const told = {
    orderId,
    externalId,
    status,
    // the shop's clock is nobody's to move
    created: Math.floor(services.realNow().getTime() / 1000),
  };
  for (const [name, value] of Object.entries(told)) {
    url.searchParams.delete(name);
    if (value !== null) url.searchParams.append(name, String(value));
  }
  url.searchParams.delete('signature');
  const { privateKey } = await authority(services);
  const signature = sign('sha256', Buffer.from(url.href), privateKey).toString('base64url');
  return `${url.href}&signature=${signature}${hash}`;
}

/** Nothing was paid: the shop is told which order it was. */
export function cancelAddress(
  given: string | null,
  orderId: string,
): Promise<string | null> | null {
  const url = given && URL.parse(given);
  if (!url) return null;
  url.searchParams.set('orderId', orderId);
  return Promise.resolve(url.href);
}
