import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { institutionReference } from '../gateways/institution-sandbox/words.ts';
import { audit } from './audit.ts';
import type { Shop } from './people.ts';
import type { ConsumerCreditRow, ConsumerCreditsRefundRow } from './loan-rows.ts';
import { fullName, HOUR_MS, later, type World } from './world.ts';

type Status = 'REQUESTED' | 'CONFIRMED' | 'REJECTED' | 'CANCELLED';

const REASONS: [reason: string, internalNote: string | null, targetedNote: string | null][] = [
  ['RETURNED_PRODUCT', 'Came back unopened, checked by the warehouse', 'One item was returned'],
  ['PRODUCT_OUT_OF_STOCK', null, 'One item could not be delivered'],
  ['PRICE_ADJUSTMENT', 'Agreed by phone after a complaint', null],
  ['CANCELLED_SERVICE', null, null],
  ['OTHER', 'See the mail thread with the customer', 'Please call before you decide'],
];

/** What was asked back of the loan: of the first confirmed one nothing (SB-53). */
function sharesOf(credit: ConsumerCreditRow, nth: number): [Status, share: bigint][] {
  if (credit.status === 'REFUNDED')
    return nth % 2
      ? [['CONFIRMED', 100n]]
      : [
          ['CONFIRMED', 40n],
          ['CONFIRMED', 60n],
        ];
  if (credit.status !== 'CONFIRMED' || nth === 0) return [];
  if (nth === 1) return [['REQUESTED', 25n]];
  if (nth === 2)
    return [
      ['REJECTED', 80n],
      ['CONFIRMED', 30n],
      ['REQUESTED', 10n],
    ];
  return nth === 3
    ? [
        ['REJECTED', 50n],
        ['CANCELLED', 20n],
      ]
    : [];
}

/** The refund requests of one loan, as rows and in the audit log. */
export function refundsOf(
  world: World,
  shop: Shop,
  credit: ConsumerCreditRow,
  nth: number,
  from: Date,
  /** Who answers, when whoever asked is not there any more. */
  institution: string | null,
): ConsumerCreditsRefundRow[] {
  const { random } = world;
  const shares = sharesOf(credit, nth);
  let requested = 0n;
  let given = 0n;
  return shares.map(([status, share], index) => {
    const user = random.pick(shop.staff);
    const createdDate = later(from, index * 4 * HOUR_MS + random.int(0, HOUR_MS));
    const answerDate = status === 'REQUESTED' ? answeredAt(world) : null;
    const settledDate =
      status === 'REQUESTED' ? null : later(createdDate, random.int(60, 9000) * 1000);
    // the last share of a whole takes what rounding left
    const whole = credit.status === 'REFUNDED' && index === shares.length - 1;
    const amountCents = whole ? credit.amountCents - given : (credit.amountCents * share) / 100n;
    given += amountCents;
    const [reason, internalNote, targetedNote] = random.pick(REASONS);
    const id = random.id(createdDate);
    const log = (
      date: Date,
      result: string,
      before: bigint,
      after: bigint,
      status?: object,
      action = 'CREDIT_REFUND',
    ) =>
      audit(world, date, user, {
        ...(result !== 'PENDING' &&
          action === 'CREDIT_REFUND' && {
            userId: null,
            userName: institution,
            application: null,
            address: null,
          }),
        action,
        entityType: 'CONSUMER_CREDIT',
        entityId: credit.id,
        merchantId: credit.merchantId,
        result,
        details: {
          requestId: id,
          amount: fromCents(amountCents),
          changes: {
            ...(before !== after && {
              total_requested_refunds_amount: {
                before: fromCents(before),
                after: fromCents(after),
              },
            }),
            ...status,
          },
        },
      });
    log(createdDate, 'PENDING', requested, requested + amountCents);
    if (settledDate && status === 'CONFIRMED')
      log(settledDate, 'SUCCESS', requested, requested, {
        ...(whole && { status: { before: 'CONFIRMED', after: 'REFUNDED' } }),
      });
    if (settledDate && status === 'REJECTED')
      log(settledDate, 'FAILED', requested + amountCents, requested);
    if (settledDate && status === 'CANCELLED')
      log(settledDate, 'SUCCESS', requested + amountCents, requested, {}, 'CANCEL_CREDIT_REFUND');
    if (status === 'REQUESTED' || status === 'CONFIRMED') requested += amountCents;
    return {
      id,
      consumerCreditId: credit.id,
      merchantId: credit.merchantId,
      amountCents,
      currency: 'EUR',
      reason,
      internalNote,
      targetedNote,
      status,
      userId: user.id,
      userName: fullName(user),
      createdDate,
      settledDate,
      institutionReference: status === 'CONFIRMED' ? `R${random.digits(8)}` : null,
      rejectReason: status === 'REJECTED' ? 'The agreement allows no refund of this size' : null,
      nextInquiryDate: answerDate,
      attempts: 0,
      cancelUserId: status === 'CANCELLED' ? user.id : null,
      cancelUserName: status === 'CANCELLED' ? fullName(user) : null,
      // what was taken back had not left the house
      sentDate: status === 'CANCELLED' ? null : createdDate,
    };
  });
}

/** Soon after the demo has begun, so that one can watch it come. */
const answeredAt = ({ clock, random }: World) => later(clock, random.int(3, 30) * 60_000);

/** The institution has it, and says yes when its time has come. */
export function waitsForAnswer(
  { emit }: World,
  { externalId, loanNumber }: ConsumerCreditRow,
  { id, consumerCreditId, amountCents, reason, ...refund }: ConsumerCreditsRefundRow,
): void {
  emit('institutionLedger', {
    requestId: id,
    consumerCreditId,
    externalId,
    loanNumber,
    amountCents,
    currency: refund.currency,
    reason,
    note: refund.targetedNote,
    reference: institutionReference(id),
    createdDate: refund.createdDate,
    decidedDate: refund.nextInquiryDate!,
  });
}
