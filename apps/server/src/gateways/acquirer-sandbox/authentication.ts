import { createHash } from 'node:crypto';
import type { TestCard } from '@paydesk/contract/test-cards.ts';
import type { Authentication } from '../acquirer.ts';

/** How the sandbox's issuer makes sure of the payer: 3-D Secure 2 as its messages are named, the same whenever it is asked. */

export type ChallengeResult = 'CONFIRMED' | 'REFUSED' | 'CANCELLED' | 'TIMED_OUT' | 'WITHDRAWN';

interface Authenticating {
  operationId: string;
  card: TestCard;
  amountCents: bigint;
  currency: string;
  /** Whether its payer has to be asked, and what came of that; null: not yet. */
  challenged: boolean;
  result: ChallengeResult | null;
}

/** What the schemes write where the payer was made sure of, and where not. */
const ECI = {
  VISA: { sure: '05', unsure: '07' },
  AMEX: { sure: '05', unsure: '07' },
  MASTERCARD: { sure: '02', unsure: '00' },
} as const;

const hash = (text: string) => createHash('sha1').update(text);

export function authenticate(given: Authenticating): Authentication {
  const { operationId, card, amountCents, currency, challenged, result } = given;
  const sure = !challenged || result === 'CONFIRMED';
  const said = sure ? 'Y' : 'N';
  const ids = {
    messageVersion: '2.2.0',
    threeDSServerTransID: operationId,
    acsTransID: hash(`acs ${operationId}`).digest('hex'),
  };
  const message = (type: string, status: string | null, parts: object) => ({
    type,
    result: status,
    payload: JSON.stringify({ messageType: type, ...ids, ...parts }),
  });
  const acctNumber = `${card.number.slice(0, 6)}******${card.number.slice(-4)}`;
  const asked = message('AReq', null, {
    acctNumber,
    purchaseAmount: String(amountCents),
    purchaseCurrency: currency,
    deviceChannel: '02',
    messageCategory: '01',
  });
  // nobody has answered, and whoever asked may have given it up
  const open = challenged && (result === null || result === 'WITHDRAWN');
  const first = challenged ? 'C' : 'Y';
  const eci = ECI[card.scheme][sure ? 'sure' : 'unsure'];
  const messages = [
    asked,
    message('ARes', first, { transStatus: first, ...(!challenged && { eci }) }),
  ];
  if (challenged && !open)
    messages.push(
      message('CReq', null, { challengeWindowSize: '05' }),
      message('CRes', said, {
        transStatus: said,
        challengeCompletionInd: 'Y',
        ...(result === 'CANCELLED' && { challengeCancel: '01' }),
        ...(result === 'TIMED_OUT' && { challengeCancel: '04' }),
      }),
      message('RReq', said, { transStatus: said, eci, interactionCounter: '01' }),
    );
  return {
    result: open ? 'U' : said,
    eci: open ? null : eci,
    xid: hash(`xid ${operationId}`).digest('base64'),
    liabilityShift: !open && sure,
    messages,
  };
}

/** Why an authorisation comes to nothing whose payer was not confirmed. */
export const UNCONFIRMED: Readonly<
  Record<Exclude<ChallengeResult, 'CONFIRMED'>, { reason: string; code: string }>
> = {
  REFUSED: {
    reason: 'The payer’s bank did not confirm the payer',
    code: 'AUTHENTICATION_FAILED',
  },
  CANCELLED: {
    reason: 'The payer left the page of the bank',
    code: 'AUTHENTICATION_CANCELLED',
  },
  WITHDRAWN: {
    reason: 'The payment was abandoned before the payer had answered the bank',
    code: 'CANCELLED',
  },
  TIMED_OUT: {
    reason: 'The payer did not answer the bank in time',
    code: 'AUTHENTICATION_TIMED_OUT',
  },
};
