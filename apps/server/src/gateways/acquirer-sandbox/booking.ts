import { createHash } from 'node:crypto';
import type { TestCard } from '@paydesk/contract/test-cards.ts';
import type { AcquirerAnswer, MoneyRequest } from '../acquirer.ts';
import type { Query } from './books.ts';

/** How a request is written into the books, and what is against it. */

export interface Held {
  same: boolean;
  reference: string | null;
  decline_reason: string | null;
  booked: boolean;
}

export const BOOK = `insert into acquirer_sandbox.requests (operation_id, kind, transaction_id, amount_cents,
    currency, reference, decline_reason, booked_date)
  values ($1, $2, $3, $4, $5, $6, $7, case
    when $7::text is not null then null
    when $8::boolean then 'infinity'
    else date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => $9::float8) end)
  on conflict do nothing returning operation_id`;

const WITHDRAW = `insert into acquirer_sandbox.challenge_answers (operation_id, result)
  select r.operation_id, 'WITHDRAWN' from acquirer_sandbox.requests r
  join acquirer_sandbox.authorisations a on a.operation_id = r.operation_id
  where r.transaction_id = $1 and a.challenged and r.booked_date = 'infinity'
  on conflict do nothing returning 1`;

/** Null, or why nothing can be taken of what was authorised, or given up: only what is authorised, once, and not more. */
export async function authorisationRefusal(
  { operationId, kind, transactionId, amountCents, currency }: MoneyRequest,
  query: Query,
): Promise<string | null> {
  if (kind !== 'CAPTURE' && kind !== 'CANCEL') return null;
  // what waits for its payer is over: nothing is held under it any more
  const withdrawn = kind === 'CANCEL' && (await query(WITHDRAW, [transactionId])).rowCount;
  if (withdrawn) return null;
  const { rows } = await query<{ authorised: string; captured: string; cancelled: boolean }>(
    `select coalesce(sum(amount_cents) filter (where kind = 'AUTHORISE' and currency = $3), 0)::text as authorised,
       coalesce(sum(amount_cents) filter (where kind = 'CAPTURE'), 0)::text as captured,
       coalesce(bool_or(kind = 'CANCEL'), false) as cancelled
     from acquirer_sandbox.requests r
     left join acquirer_sandbox.challenge_answers c on c.operation_id = r.operation_id
     where transaction_id = $1 and r.operation_id <> $2 and decline_reason is null
       and (booked_date <= clock_timestamp() or c.result = 'CONFIRMED')`,
    [transactionId, operationId, currency],
  );
  const { authorised, captured, cancelled } = rows[0]!;
  if (authorised === '0') return 'The acquirer has authorised no such payment';
  if (cancelled) return 'The authorisation has been cancelled';
  if (kind === 'CANCEL') return captured === '0' ? null : 'The payment has been captured already';
  return BigInt(captured) + amountCents > BigInt(authorised)
    ? 'More than was authorised can’t be captured'
    : null;
}

export function answerOf(held: Held, card?: TestCard): AcquirerAnswer {
  const { decline_reason: reason } = held;
  if (reason !== null)
    return {
      outcome: 'declined',
      reason,
      ...(reason === card?.later?.reason && { code: card.later.code }),
    };
  if (held.booked && held.reference !== null)
    return { outcome: 'approved', reference: held.reference };
  return { outcome: 'unknown', reason: 'The acquirer has not finished with the request' };
}

/** Eight digits that look like an acquirer's, the same for the same operation. */
export function sandboxReference(operationId: string): string {
  const hash = createHash('sha256').update(operationId).digest();
  return String(hash.readUInt32BE() % 100_000_000).padStart(8, '0');
}
