import { createHash } from 'node:crypto';
import { TEST_CARDS, type TestCard } from '@paydesk/contract/test-cards.ts';
import type { CardAnswer, CardPage, CardPageRequest, TokenCard } from '../acquirer.ts';
import type { Books } from './books.ts';

/** Cards and the pages on which they are typed: what is kept is a token, and never the number. */

export const OTHER_PAGE = 'The acquirer knows another card page by this id';
export const PAGE_MINUTES = 30;
const NEVER_OPENED = 'The acquirer has no record of the card page';
const GIVEN_UP = 'The payer went back without typing a card';
const TIMED_OUT = 'The payer typed no card in time';

/** Tokens that need no page: an adapter's test mode knows them (docs/gateways). */
export const TEST_TOKENS = {
  test_approved: 'approve',
  test_declined: 'insufficientFunds',
  test_challenge: 'challenge',
  test_disputed: 'disputeLater',
} as const satisfies Record<string, TestCard['name']>;

const FAR_OFF = '2099-12';

export interface KnownCard {
  token: string;
  card: TestCard;
  expires: string;
}

export interface OpenPage {
  sessionId: string;
  merchantName: string;
  amountCents: bigint;
  currency: string;
  checksOnly: boolean;
  returnTo: string;
  frame: boolean;
  /** What it came to, where it has: nobody types anything any more. */
  ended: 'card' | 'abandoned' | null;
}

/** The same card is the same token, whoever pays with it. */
export const tokenOf = ({ name }: TestCard, expires: string): string =>
  `card_${createHash('sha256').update(`${name} ${expires}`).digest('hex').slice(0, 32)}`;

export const asTokenCard = ({ token, card, expires }: KnownCard): TokenCard => ({
  token,
  first6: card.number.slice(0, 6),
  last4: card.number.slice(-4),
  scheme: card.scheme,
  expires,
  type: card.type,
  issuer: card.issuer,
});

export function cardPages(books: Books, pageUrl: (path: string) => Promise<string>) {
  const end = (sessionId: string, { token = null, reason = null }: Partial<Ending>) =>
    books.query(
      `insert into acquirer_sandbox.card_page_ends (session_id, token, reason) values ($1, $2, $3)
       on conflict do nothing`,
      [sessionId, token, reason],
    );

  async function known(token: string): Promise<KnownCard | null> {
    const test = Object.entries(TEST_TOKENS).find(([name]) => name === token)?.[1];
    if (test) return { token, card: TEST_CARDS.find((c) => c.name === test)!, expires: FAR_OFF };
    const { rows } = await books.query<{ test_card: string; expires: string }>(
      'select test_card, expires from acquirer_sandbox.cards where token = $1',
      [token],
    );
    const card = TEST_CARDS.find(({ name }) => name === rows[0]?.test_card);
    return card ? { token, card, expires: rows[0]!.expires } : null;
  }

  return {
    known,

    async open(request: CardPageRequest): Promise<CardPage> {
      const { sessionId, paymentId, merchantId, merchantName, ...rest } = request;
      const { amountCents, currency, checksOnly, returnTo, frame } = rest;
      const parts = [sessionId, paymentId, merchantId, merchantName, amountCents, currency];
      await books.query(
        `insert into acquirer_sandbox.card_pages (session_id, payment_id, merchant_id, merchant_name,
           amount_cents, currency, return_to, frame) values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict do nothing`,
        [...parts, returnTo, frame],
      );
      if (checksOnly)
        await books.query(
          'insert into acquirer_sandbox.card_checks (session_id) values ($1) on conflict do nothing',
          [sessionId],
        );
      // how the merchant is called, and where the page stands, may change between two openings
      const { rows } = await books.query<{ page_key: string; same: boolean; over: boolean }>(
        `select page_key, e.session_id is not null and e.token is null as over,
           (p.payment_id, p.merchant_id, p.amount_cents, p.currency)
             is not distinct from ($2::uuid, $3::uuid, $4::bigint, $5::text) as same
         from acquirer_sandbox.card_pages p
         left join acquirer_sandbox.card_page_ends e on e.session_id = p.session_id
         where p.session_id = $1`,
        [sessionId, paymentId, merchantId, amountCents, currency],
      );
      const page = rows[0]!;
      if (!page.same) return { outcome: 'refused', reason: OTHER_PAGE };
      if (page.over) return { outcome: 'refused', reason: 'The card page is over' };
      return { outcome: 'opened', url: await pageUrl(`/card/${page.page_key}`), framed: true };
    },

    async inquire(sessionId: string): Promise<CardAnswer> {
      const { rows } = await books.query<Ending & { opened: boolean; late: boolean }>(
        `select p.session_id is not null as opened, e.token, e.reason,
           p.created_date < clock_timestamp() - make_interval(mins => $2) as late
         from (select $1::uuid as session_id) asked
         left join acquirer_sandbox.card_pages p on p.session_id = asked.session_id
         left join acquirer_sandbox.card_page_ends e on e.session_id = asked.session_id`,
        [sessionId, PAGE_MINUTES],
      );
      const { opened, late, token, reason } = rows[0]!;
      if (token !== null) return { outcome: 'card', card: asTokenCard((await known(token))!) };
      if (reason !== null) return { outcome: 'abandoned', reason };
      if (opened && !late) return { outcome: 'open' };
      const over = opened ? TIMED_OUT : NEVER_OPENED;
      await end(sessionId, { reason: over });
      return this.inquire(sessionId);
    },

    /** The page at the address, for whoever opens it. */
    async at(key: string): Promise<OpenPage | null> {
      const { rows } = await books.query<{
        session_id: string;
        merchant_name: string;
        amount_cents: string;
        currency: string;
        checks_only: boolean;
        return_to: string;
        frame: boolean;
      }>(
        `select p.session_id, merchant_name, amount_cents, currency, return_to, frame,
           c.session_id is not null as checks_only
         from acquirer_sandbox.card_pages p
         left join acquirer_sandbox.card_checks c on c.session_id = p.session_id
         where page_key = $1`,
        [key],
      );
      const page = rows[0];
      if (!page) return null;
      const { outcome } = await this.inquire(page.session_id);
      return {
        sessionId: page.session_id,
        merchantName: page.merchant_name,
        amountCents: BigInt(page.amount_cents),
        currency: page.currency,
        checksOnly: page.checks_only,
        returnTo: page.return_to,
        frame: page.frame,
        ended: outcome === 'card' || outcome === 'abandoned' ? outcome : null,
      };
    },

    /** The first one counts: a double click, and a second card, change nothing. */
    async typed(sessionId: string, card: TestCard, expires: string): Promise<void> {
      const token = tokenOf(card, expires);
      await books.query(
        `insert into acquirer_sandbox.cards (token, test_card, expires) values ($1, $2, $3)
         on conflict do nothing`,
        [token, card.name, expires],
      );
      await end(sessionId, { token });
    },

    giveUp: (sessionId: string) => end(sessionId, { reason: GIVEN_UP }),
  };
}
export type CardPages = ReturnType<typeof cardPages>;

interface Ending {
  token: string | null;
  reason: string | null;
}
