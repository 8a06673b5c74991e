import type { DisputeStatus } from './payments.ts';

/** What the console of a demo and its sandbox shop say to each other, over the channel between their processes. */

export interface ShopStart {
  host: string;
  port: number;
  /** As browsers reach the shop and Paydesk. */
  shopUrl: string;
  paydeskUrl: string;
  merchant: string;
  /** The merchant's certificate that signs baskets; null where the demo's own is not in force any more. */
  certificate: { id: string; privateKey: string } | null;
  /** By which what Paydesk says is known to be Paydesk's. */
  providerCertificate: string;
  /** The buttons on its pages; null where there is none that can be pressed. */
  widgets: { voucher: string | null; checkout: string | null };
}

/** From the shop: it is there, or somebody pressed a button of the demo's. */
export type FromShop =
  | { kind: 'there' }
  | { kind: 'dispute'; asked: number; becomes: DisputeStatus }
  | { kind: 'pass'; asked: number; days: number };

/** To the shop, after its start: whether there was a payment to dispute, a dispute to decide, a clock that moves. */
export interface ToShop {
  kind: 'answer';
  asked: number;
  done: boolean;
}
