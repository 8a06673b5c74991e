import type * as Paying from '../platform/db/schema/checkouts.ts';
import type { Repeats, Seeded } from './row.ts';

/** Rows of payments on their way. */

export type PaymentLinkRow = Seeded<Omit<Paying.PaymentLinks, Repeats>>;
export type CheckoutRow = Seeded<
  Omit<
    Paying.Checkouts,
    Repeats | 'shopper_key_hash' | 'payer_since' | 'approved_date' | 'consent_text' | 'signed'
  >
>;
type OfCards = 'three_d_secure' | 'eci' | 'liability_shift' | 'network_reference';
export type PaymentAttemptRow = Seeded<
  Omit<Paying.PaymentAttempts, OfCards | 'attempts' | 'authorised_date' | 'capture_before'>
> & { authorisedDate: Date | null; captureBefore: Date | null };
export type PaymentOperationRow = Seeded<Omit<Paying.PaymentOperations, 'attempts'>>;
export type DisputeRow = Seeded<Omit<Paying.Disputes, 'respond_by'>> & { respondBy: Date };
