import type { TransactionRow } from './tables.ts';
import { AUTHENTICATION_MS, later, type World } from './world.ts';

/**
 * The messages to and from acquirer and card scheme, as they are kept: card numbers to first 6 and
 * last 4, personal data as stars, no security code at all (AM-68, SB-47).
 */
export function wireLogs(world: World, transaction: TransactionRow): void {
  soapLogs(world, transaction);
  if (transaction.xid) mpiLogs(world, transaction, transaction.xid);
}

function soapLogs(world: World, transaction: TransactionRow): void {
  const { status, hold, date, refundedTransactionId, movesMoney, reversalDate } = transaction;
  // the acquirer hears of what is held for review once it is approved
  if (!movesMoney || status === 'CANCELLED' || hold === 'REVIEW') return;
  const charged = status === 'SUCCESS' || status === 'REVERSED';
  let authorisation: string | undefined;
  const ask = (operation: string, at: Date, approved: boolean) =>
    exchange(world, transaction, { operation, date: at, approved, authorisation });
  if (refundedTransactionId) ask('Refund', date, charged);
  else {
    const start = later(date, transaction.xid ? AUTHENTICATION_MS : 0);
    authorisation = ask('Authorise', start, charged || hold === 'AUTHORISED');
    if (charged) ask('Capture', later(start, 1000), true);
  }
  if (reversalDate) ask('Reverse', reversalDate, true);
}

interface Asked {
  operation: string;
  date: Date;
  approved: boolean;
  /** Under which the money was reserved: one for the whole payment. */
  authorisation: string | undefined;
}

function exchange(
  { random, emit }: World,
  transaction: TransactionRow,
  { operation, date, approved, authorisation }: Asked,
): string | undefined {
  const {
    id: transactionId,
    merchantId,
    status,
    externalErrorType,
    externalErrorCode,
  } = transaction;
  const request = [
    element('reference', transactionId),
    `<pay:amount currency="${transaction.currency}">${units(transaction.amountCents)}</pay:amount>`,
    `<pay:card>${element('pan', transaction.cardPan ?? '******')}${element('expiry', '****')}`,
    `${element('holder', '***')}</pay:card>`,
  ].join('');
  // the call's own id is the number of both
  const exchangeId = random.id(date);
  const about = { transactionId, merchantId, operation, exchangeId };
  emit('soapLogs', {
    id: exchangeId,
    ...about,
    direction: 'REQUEST',
    httpStatus: null,
    durationMs: null,
    payload: envelope(`${operation}Request`, request),
    createdDate: date,
  });
  // still open, so nothing came back yet
  if (status === 'PROCESSING' && !approved) return undefined;
  const technical = externalErrorType === 'TECHNICAL';
  const durationMs = technical ? random.int(2500, 10_000) : random.int(80, 900);
  const number = approved ? random.digits(6) : undefined;
  const numbers =
    operation === 'Authorise'
      ? { authorisation: number }
      : { authorisation, [`${operation.toLowerCase()}Reference`]: number };
  const answer = number
    ? element('result', 'APPROVED') + elements(numbers)
    : element('result', 'REFUSED') + element('code', externalErrorCode ?? '05');
  const fault = '<soap:Fault><faultcode>soap:Server</faultcode></soap:Fault>';
  const arrived = later(date, durationMs);
  emit('soapLogs', {
    id: random.id(arrived),
    ...about,
    direction: 'RESPONSE',
    httpStatus: technical ? 500 : 200,
    durationMs,
    payload: technical ? soap(fault) : envelope(`${operation}Response`, answer),
    createdDate: arrived,
  });
  return number;
}

const elements = (given: Readonly<Record<string, string | undefined>>) =>
  Object.entries(given)
    .map(([name, text]) => (text ? element(name, text) : ''))
    .join('');

const element = (name: string, text: string) => `<pay:${name}>${text}</pay:${name}>`;

const envelope = (name: string, content: string) =>
  soap(`<pay:${name} xmlns:pay="urn:acquirer:payments:1">${content}</pay:${name}>`);

const soap = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n` +
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">\n` +
  `  <soap:Body>${body}</soap:Body>\n</soap:Envelope>`;

/** Cents as a decimal, exactly. */
function units(cents: bigint): string {
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

interface Message {
  type: string;
  eci?: string;
  result?: string;
  fields: Record<string, string>;
}

function mpiLogs({ random, emit }: World, transaction: TransactionRow, xid: string): void {
  const { externalErrorType, date, cardPan, amountCents } = transaction;
  const refused = externalErrorType === 'AUTHENTICATION';
  const result = refused ? 'N' : random.pick(['Y', 'Y', 'Y', 'Y', 'A', 'U']);
  const eci = result === 'Y' ? '05' : result === 'A' ? '06' : '07';
  const card = { acctNumber: cardPan ?? '******', cardholderName: '***' };
  const amount = { purchaseAmount: String(amountCents), purchaseCurrency: '978' };
  const older = random.chance(0.3);
  const messages: Message[] = older
    ? [
        { type: 'VEReq', fields: { version: '1.0.2', pan: card.acctNumber } },
        { type: 'VERes', result: 'Y', fields: { version: '1.0.2', enrolled: 'Y' } },
        { type: 'PAReq', fields: { version: '1.0.2', xid, ...amount } },
        { type: 'PARes', result, eci, fields: { version: '1.0.2', xid, status: result, eci } },
      ]
    : [
        { type: 'AReq', fields: { messageVersion: '2.2.0', ...card, ...amount, email: '***' } },
        { type: 'ARes', result: 'C', fields: { messageVersion: '2.2.0', transStatus: 'C' } },
        { type: 'CReq', fields: { messageVersion: '2.2.0', challengeWindowSize: '02' } },
        {
          type: 'CRes',
          result,
          eci,
          fields: { messageVersion: '2.2.0', transStatus: result, eci },
        },
      ];
  messages.forEach(({ type, eci = null, result = null, fields }, index) => {
    const createdDate = later(date, (index * AUTHENTICATION_MS) / 4 + random.int(0, 3000));
    emit('mpiLogs', {
      id: random.id(createdDate),
      transactionId: transaction.id,
      merchantId: transaction.merchantId,
      messageType: type,
      eci,
      result,
      xid,
      payload: older
        ? threeDSecure1(type, fields)
        : JSON.stringify({ messageType: type, ...fields }),
      createdDate,
    });
  });
}

function threeDSecure1(type: string, fields: Record<string, string>): string {
  const content = Object.entries(fields).map(([name, text]) => `<${name}>${text}</${name}>`);
  return `<ThreeDSecure><Message><${type}>${content.join('')}</${type}></Message></ThreeDSecure>`;
}
