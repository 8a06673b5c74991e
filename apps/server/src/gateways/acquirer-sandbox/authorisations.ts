import type { TestCard } from '@paydesk/contract/test-cards.ts';
import type { Authorised, MoneyRequest } from '../acquirer.ts';
import { authenticate, UNCONFIRMED, type ChallengeResult } from './authentication.ts';
import type { Books } from './books.ts';
import { asTokenCard, type CardPages, type KnownCard } from './cards.ts';

/** What stands of an authorisation beside its request: the card, and what its bank had the payer say. */

export const CHALLENGE_MINUTES = 15;
export const NO_CARD = 'The acquirer knows no such card';

interface Row {
  operation_id: string;
  payment_id: string;
  token: string;
  return_to: string;
  frame: boolean;
  challenged: boolean;
  challenge_key: string;
  amount_cents: string;
  currency: string;
  reference: string | null;
  decline_reason: string | null;
  booked: boolean;
  late: boolean;
  result: ChallengeResult | null;
}

/** The page on which the issuer asks the payer. */
export interface Challenge {
  operationId: string;
  issuer: string;
  last4: string;
  merchantName: string;
  amountCents: bigint;
  currency: string;
  checksOnly: boolean;
  returnTo: string;
  frame: boolean;
  ended: boolean;
}

const ROWS = `select a.operation_id, a.payment_id, a.token, a.return_to, a.frame, a.challenged, a.challenge_key,
    r.amount_cents, r.currency, r.reference, r.decline_reason, c.result,
    r.booked_date <= clock_timestamp() as booked,
    a.created_date < clock_timestamp() - make_interval(mins => ${CHALLENGE_MINUTES}) as late
  from acquirer_sandbox.authorisations a
  join acquirer_sandbox.requests r on r.operation_id = a.operation_id
  left join acquirer_sandbox.challenge_answers c on c.operation_id = a.operation_id`;

/** Null: this card's bank says yes. A bank is asked for the money after it has made sure of the payer. */
export const refusalOf = (card: TestCard | null, kind?: MoneyRequest['kind']) => {
  if (!card) return NO_CARD;
  const later = kind === 'CHARGE' ? card.later : undefined;
  return (card.refusal ?? later)?.reason ?? null;
};

export function authorisations(
  books: Books,
  pages: CardPages,
  pageUrl: (path: string) => Promise<string>,
) {
  const find = async (by: 'operation_id' | 'challenge_key', id: string) =>
    (await books.query<Row>(`${ROWS} where a.${by} = $1`, [id])).rows[0];

  const decide = (operationId: string, result: ChallengeResult) =>
    books.query(
      `insert into acquirer_sandbox.challenge_answers (operation_id, result) values ($1, $2)
       on conflict do nothing`,
      [operationId, result],
    );

  async function said(row: Row, known: KnownCard | null): Promise<Authorised> {
    const { operation_id: operationId, reference, decline_reason: reason, challenged } = row;
    const card = known?.card ?? null;
    const authentication =
      card &&
      authenticate({
        operationId,
        card,
        amountCents: BigInt(row.amount_cents),
        currency: row.currency,
        challenged,
        result: row.result,
      });
    if (reason !== null) {
      const code = reason === card?.refusal?.reason ? card.refusal.code : null;
      return { outcome: 'declined', reason, code, authentication };
    }
    if (challenged && row.result === null)
      return {
        outcome: 'action',
        url: await pageUrl(`/challenge/${row.challenge_key}`),
        authentication,
      };
    if (challenged && row.result !== 'CONFIRMED')
      return { outcome: 'declined', ...UNCONFIRMED[row.result!], authentication };
    if (!challenged && !row.booked)
      return { outcome: 'unknown', reason: 'The acquirer has not finished with the request' };
    return {
      outcome: 'approved',
      reference: reference!,
      networkReference: `NT${operationId.replaceAll('-', '').slice(-13).toUpperCase()}`,
      authentication,
    };
  }

  return {
    /** Null: no authorisation with a card of its own stands under the id. */
    async inquire(operationId: string): Promise<Authorised | null> {
      const row = await find('operation_id', operationId);
      if (!row) return null;
      if (row.challenged && row.result === null && row.late) {
        await decide(operationId, 'TIMED_OUT');
        return this.inquire(operationId);
      }
      return said(row, await pages.known(row.token));
    },

    async at(key: string): Promise<Challenge | null> {
      const row = await find('challenge_key', key);
      if (!row?.challenged) return null;
      const answer = await this.inquire(row.operation_id);
      const known = (await pages.known(row.token))!;
      const { last4, issuer } = asTokenCard(known);
      const { rows } = await books.query<{ merchant_name: string; checks_only: boolean }>(
        `select merchant_name, c.session_id is not null as checks_only
         from acquirer_sandbox.card_pages p
         left join acquirer_sandbox.card_checks c on c.session_id = p.session_id
         where payment_id = $1 limit 1`,
        [row.payment_id],
      );
      return {
        operationId: row.operation_id,
        issuer: issuer!,
        last4,
        merchantName: rows[0]?.merchant_name ?? 'The shop',
        amountCents: BigInt(row.amount_cents),
        currency: row.currency,
        checksOnly: rows[0]?.checks_only ?? false,
        returnTo: row.return_to,
        frame: row.frame,
        ended: answer?.outcome !== 'action',
      };
    },

    /** The first answer counts; of one card no answer is believed. */
    async answer(operationId: string, result: ChallengeResult): Promise<void> {
      const row = await find('operation_id', operationId);
      if (!row) return;
      const disbelieved = (await pages.known(row.token))?.card.name === 'failedChallenge';
      await decide(operationId, disbelieved && result === 'CONFIRMED' ? 'REFUSED' : result);
    },
  };
}
export type Authorisations = ReturnType<typeof authorisations>;
