import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { HOURS_TO_TRY } from '@paydesk/contract/resources/exchange-logs.ts';
import { exchangeXml } from '../domain/callbacks/exchange.ts';
import { exchangeLogRow } from './factories/payments.ts';
import type { ExchangeLogRow, PurchaseRow, TransactionRow } from './tables.ts';
import { AUTHENTICATION_MS, HOUR_MS, later, type World } from './world.ts';

/**
 * The messages between a merchant's systems and ours over one purchase, or one charge of it, as they
 * are kept: personal data as stars, card numbers to first 6 and last 4 (AM-68, SB-47).
 */
export function exchangeLogs(
  world: World,
  purchase: PurchaseRow,
  charge: TransactionRow | null,
): void {
  const { random, emit, clock } = world;
  const { merchantId, externalId, currency } = purchase;
  const date = charge?.date ?? purchase.createdDate;
  const amount = fromCents(charge?.amountCents ?? purchase.amountCents).toFixed(2);
  const about = { purchaseId: purchase.id, externalId };
  let ms = 0;
  const say = (xmlType: ExchangeLogRow['xmlType'], after: number, fields: Fields) => {
    ms += after;
    const createdDate = later(date, ms);
    const id = random.id(createdDate);
    const eventId = xmlType === 'PURCHCOMPLREQ' ? id : null;
    const xml = exchangeXml(xmlType, { eventId, ...about, ...fields });
    const given = { id, purchaseId: purchase.id, merchantId, createdDate, xmlType, xml };
    const failed =
      xmlType === 'PURCHCOMPLREQ' && charge !== null && toldInVain(purchase, charge, clock);
    const outcome = failed ? gaveUp(createdDate) : arrived(xmlType, createdDate);
    emit('exchangeLogs', exchangeLogRow({ ...given, ...outcome }));
  };

  say('PMTREQ', 0, {
    amount,
    currency,
    paymentInfo: purchase.paymentInfo,
    payerName: '***',
    payerEmail: '***',
    payerPhone: '***',
    recurring: charge?.recurringPaymentId ? 'true' : 'false',
    expires: purchase.expirationDate?.toISOString() ?? null,
  });
  say('PMTRESP', random.int(40, 300), { result: 'ACCEPTED' });
  if (!charge) return;
  if (charge.orderId) {
    say('ORDERVERREQ', random.int(200, 900), { orderId: charge.orderId, amount, currency });
    say('ORDERVERRESP', random.int(80, 1200), { orderId: charge.orderId, result: 'VERIFIED' });
  }
  if (charge.status === 'PROCESSING') return;
  ms = charge.xid ? AUTHENTICATION_MS : 0;
  const status = charge.status === 'REVERSED' ? 'SUCCESS' : charge.status;
  say('PMTSTATRESP', random.int(3000, 12_000), {
    transactionId: charge.id,
    status,
    card: charge.cardPan,
    errorCode: charge.externalErrorCode,
    error: charge.externalErrorDescription,
  });
  say('PURCHCOMPLREQ', random.int(300, 2500), {
    changed: later(date, ms).toISOString(),
    // what came of it later, a refund say, was told later
    status: status === 'SUCCESS' ? 'SETTLED' : purchase.status,
    amount,
    currency,
    reasonCode: purchase.reasonCode,
  });
}

/** What was given up lies in the outbox for so long; the demo has no messages there. */
const KEPT_MS = 30 * 24 * HOUR_MS;

/** Whether the last message of a purchase reached nobody, long ago: its row and the logs say the same. */
export const toldInVain = (
  { lastCallbackStatus }: Pick<PurchaseRow, 'lastCallbackStatus'>,
  { status, date }: TransactionRow,
  clock: Date,
): boolean =>
  lastCallbackStatus === 'ERROR' &&
  status !== 'PROCESSING' &&
  date.getTime() < clock.getTime() - KEPT_MS;

/** It is tried for a day. */
const gaveUp = (createdDate: Date) =>
  ({
    outcome: 'FAILED',
    outcomeDetail: 'The address answered 503',
    outcomeDate: later(createdDate, HOURS_TO_TRY * HOUR_MS - 1000),
    attempts: 31,
  }) as const;

/** What merchants' systems are told or asked arrives in the demo otherwise. */
const arrived = (xmlType: ExchangeLogRow['xmlType'], outcomeDate: Date) =>
  xmlType === 'PURCHCOMPLREQ' || xmlType === 'ORDERVERREQ'
    ? ({
        outcome: 'DELIVERED',
        outcomeDetail: 'The address answered 200',
        outcomeDate,
        attempts: 1,
      } as const)
    : {};

type Fields = Parameters<typeof exchangeXml>[1];
