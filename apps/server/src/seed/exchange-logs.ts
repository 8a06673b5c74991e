import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { exchangeXml } from '../domain/callbacks/exchange.ts';
import { exchangeLogRow } from './factories/payments.ts';
import type { ExchangeLogRow, PurchaseRow, TransactionRow } from './tables.ts';
import { AUTHENTICATION_MS, later, type World } from './world.ts';

/**
 * The messages between a merchant's systems and ours over one purchase, or one charge of it, as they
 * are kept: personal data as stars, card numbers to first 6 and last 4 (AM-68, SB-47).
 */
export function exchangeLogs(
  world: World,
  purchase: PurchaseRow,
  charge: TransactionRow | null,
): void {
  const { random, emit } = world;
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
    emit('exchangeLogs', exchangeLogRow({ ...given, ...arrived(xmlType, createdDate) }));
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

/** What merchants' systems are told or asked arrives in the demo. */
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
