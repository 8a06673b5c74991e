import type { Services } from '../platform/services.ts';
import type { Route } from './acquirer.ts';
import type { OwnName } from './own.ts';

/** Who says it, of what a gateway says unasked or late. */
export interface SaidAt {
  /** The gateway's own address. */
  address: string;
  /** Its caller's. */
  from: string;
  /** Of one merchant's or institution's own gateway: whose it is. The installation's is nobody's. */
  of?: string | undefined;
}

/**
 * Whether it is this gateway's to say: what was sent to its address (without one, the installation's) and, of one
 * merchant's or institution's own, theirs alone. Several may be at one address, each with a secret of its own, and
 * none speaks for another.
 */
export const isTheirs = (
  { addressOf }: Services,
  name: OwnName,
  { address, of }: SaidAt,
  sent: Route,
): boolean =>
  (sent.gateway ?? addressOf(name, null)) === address && (of === undefined || of === sent.of);

/**
 * Whether what has happened there since is this gateway's to report: whoever it was sent to, or would be now. Years may
 * lie between, and an adapter that moves tells on of what it had; what was asked is still answered where it was.
 */
export const mayReport = (
  services: Services,
  name: OwnName,
  at: SaidAt,
  sent: Route,
  /** The address that its merchant, or its institution, has now; null: the installation's. */
  own: string | null,
): boolean =>
  isTheirs(services, name, at, sent) ||
  isTheirs(services, name, at, { gateway: services.addressOf(name, own), of: sent.of });
