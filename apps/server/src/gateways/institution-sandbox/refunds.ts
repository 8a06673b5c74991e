import type { InstitutionOperation, OperationAnswer } from '../protocol/messages.ts';
import { AnswerLost, OtherOperation } from '../protocol/server.ts';
import type { Books } from './books.ts';
import { CANCELLED, declined, institutionReference, NO_ORDER, OTHER_ORDER } from './words.ts';

/** Refunds of these amounts, in EUR, are answered otherwise; every other one is confirmed at once. */
export const INSTITUTION_AMOUNTS = {
  rejected: 11_01n,
  /** Taken, and confirmed later. */
  late: 11_02n,
  /** Taken, and rejected later. */
  lateRejected: 11_03n,
  /** Confirmed, but the first answer is lost. */
  unanswered: 11_04n,
  /** Never arrives, and is never answered. */
  lost: 11_05n,
} as const;

type Refund = Extract<InstitutionOperation, { kind: 'LOAN_REFUND' }>;

interface Held {
  same: boolean;
  reference: string | null;
  reject_reason: string | null;
  decided: boolean;
  cancelled: boolean;
}

const partsOf = (order: Refund): unknown[] => [
  order.operationId,
  order.loanId,
  order.externalId,
  order.loanNumber,
  order.amountCents,
  order.currency,
  order.reason,
  order.note,
];

function answerOf(operationId: string, held: Held): OperationAnswer {
  if (held.cancelled) return declined(operationId, CANCELLED);
  if (!held.decided) return { operationId, outcome: 'pending' };
  return held.reference === null
    ? declined(operationId, held.reject_reason!)
    : { operationId, outcome: 'approved', reference: held.reference };
}

const HELD = `reference, reject_reason, decided_date <= clock_timestamp() as decided,
  exists (select from institution_sandbox.cancelled c where c.request_id = r.request_id) as cancelled`;

/** Money that a loan gives back, by amount. */
export const refundsOf = ({ query, alone }: Books, lateMs: number) => ({
  async refund(order: Refund): Promise<OperationAnswer> {
    const { operationId, amountCents } = order;
    const special = order.currency === 'EUR' ? BigInt(amountCents) : 0n;
    const { rejected, late, lateRejected, unanswered, lost } = INSTITUTION_AMOUNTS;
    if (special === lost) return new Promise<never>(() => {});
    const refused = special === rejected || special === lateRejected;
    const waits = special === late || special === lateRejected || !order.instantDecision;
    const parts = partsOf(order);
    // the time is cut to milliseconds: rounded, it could lie ahead of the clock
    const arrived = await alone([operationId], (at) =>
      at(
        `insert into institution_sandbox.refunds (request_id, consumer_credit_id, external_id,
           loan_number, amount_cents, currency, reason, note, reference, reject_reason, decided_date)
         select $1::uuid, $2::uuid, $3, $4, $5::bigint, $6, $7, $8, $9, $10,
           date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => $11::float8 / 1000)
         where not exists (select from institution_sandbox.closed where request_id = $1)
         on conflict do nothing returning 1`,
        [
          ...parts,
          refused ? null : institutionReference(operationId),
          refused ? 'The institution does not refund this amount' : null,
          waits ? lateMs : 0,
        ],
      ),
    );
    const { rows } = await query<Held>(
      `select ${HELD}, (consumer_credit_id, external_id, loan_number, amount_cents, currency, reason, note)
         is not distinct from ($2::uuid, $3::text, $4::text, $5::bigint, $6::text, $7::text, $8::text)
         as same
       from institution_sandbox.refunds r where request_id = $1`,
      parts,
    );
    const [held] = rows;
    if (!held) return declined(operationId, NO_ORDER);
    if (!held.same) throw new OtherOperation(OTHER_ORDER);
    if (special === unanswered && arrived.rowCount) throw new AnswerLost('The answer is lost');
    return answerOf(operationId, held);
  },

  /** Null for what is no refund. */
  async inquire(operationId: string): Promise<OperationAnswer | null> {
    const { rows } = await query<Held>(
      `select ${HELD}, true as same from institution_sandbox.refunds r where request_id = $1`,
      [operationId],
    );
    return rows[0] ? answerOf(operationId, rows[0]) : null;
  },
});
