import type { TestCard } from '@paydesk/contract/test-cards.ts';
import type {
  Acquirer,
  AcquirerAnswer,
  AuthorisationRequest,
  Authorised,
  CardPageRequest,
  MoneyRequest,
  PaymentAnswer,
  PaymentQuestion,
  Settlement,
  SettlementLine,
} from './acquirer.ts';
import { authorisations, NO_CARD, refusalOf } from './acquirer-sandbox/authorisations.ts';
import {
  answerOf,
  authorisationRefusal,
  BOOK,
  sandboxReference,
  type Held,
} from './acquirer-sandbox/booking.ts';
import { Books, type Query } from './acquirer-sandbox/books.ts';
import { cardPages } from './acquirer-sandbox/cards.ts';
import { disputes } from './acquirer-sandbox/disputes.ts';
import { servePages } from './acquirer-sandbox/pages.ts';
import type { Pages } from './sandbox-pages/serve.ts';
import { settlementOf } from './acquirer-sandbox/settlement.ts';
import { withTimeout, type AcquirerLine } from './with-timeout.ts';

/** Amounts that make the sandbox misbehave (AM-103), in EUR; every other one is approved. */
export const SANDBOX_AMOUNTS = {
  declined: 9999_01n,
  /** No answer, and the request never arrived. */
  lost: 9999_02n,
  /** Done, but the answer is lost. */
  unanswered: 9999_03n,
  /** No answer in time, and booked later. */
  late: 9999_04n,
} as const;

export interface SandboxOptions {
  databaseUrl: string;
  /** How long a caller waits for an answer. */
  timeoutMs?: number;
  /** When a late one is booked. */
  lateMs?: number;
  /** When a payment by the card for disputes is disputed. */
  disputeMs?: number;
  /** By which disputes fall due. */
  now?: (() => Date) | undefined;
  /** Where the pages are on which payers type; on a free port of this machine, where nothing is said. */
  pages?: { host: string; port: number; address?: (port: number) => string };
}

/** Where the notices of a payment go to. */
interface Noticed {
  noticeTo?: string | undefined;
}

/** Its line, which hangs, throws and is late as a real one may be. */
export function sandboxLine(options: SandboxOptions): Sandbox {
  const { timeoutMs = 3000, lateMs = 4 * timeoutMs } = options;
  if (lateMs <= timeoutMs) throw new Error('A late answer comes after the time-out');
  return new Sandbox({ disputeMs: 60_000, ...options, lateMs });
}

export const sandboxAcquirer = (options: SandboxOptions): Acquirer =>
  withTimeout(sandboxLine(options), options.timeoutMs ?? 3000);

export const NO_RECORD = 'The acquirer has no record of the request';
export const OTHER_REQUEST = 'The acquirer knows another request by this id';
const NO_PAYMENT = 'The acquirer has no record of the payment';
const never = () => new Promise<never>(() => {});

type Settings = SandboxOptions & Required<Pick<SandboxOptions, 'lateMs' | 'disputeMs'>>;

/** Of whose payments the bank asks for the money back. */
const DISPUTED: readonly TestCard['name'][] = ['disputeLater', 'disputeWon', 'disputeLost'];

export class Sandbox implements AcquirerLine {
  readonly #books: Books;
  readonly #settings: Settings;
  #pages: Promise<Pages> | undefined;
  readonly cards;
  readonly authorisations;
  readonly disputes;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#books = new Books(settings.databaseUrl);
    const pageUrl = async (path: string) => (await this.pages()).address + path;
    this.cards = cardPages(this.#books, pageUrl);
    this.authorisations = authorisations(this.#books, this.cards, pageUrl);
    this.disputes = disputes(this.#books, settings.now);
  }

  /** Served from the first time on that somebody needs them. */
  pages(): Promise<Pages> {
    this.#pages ??= servePages(this, this.#settings.pages);
    return this.#pages;
  }

  openCardPage = (request: CardPageRequest) => this.cards.open(request);
  inquireCard = (sessionId: string) => this.cards.inquire(sessionId);

  async authorise(request: AuthorisationRequest & Noticed): Promise<Authorised> {
    const known = await this.cards.known(request.token);
    const challenged =
      known !== null &&
      (request.threeDSecure === 'required' || isChallenged(known.card)) &&
      !refusalOf(known.card);
    const held = await this.#book(request, known?.card ?? null, challenged);
    if (held.decline_reason === OTHER_REQUEST)
      return { outcome: 'declined', reason: OTHER_REQUEST, code: null, authentication: null };
    return this.inquireAuthorisation(request.operationId);
  }

  async inquireAuthorisation(operationId: string): Promise<Authorised> {
    const found = await this.authorisations.inquire(operationId);
    if (found) return found;
    const answer = await this.inquire(operationId);
    return answer.outcome === 'declined'
      ? { ...answer, code: null, authentication: null }
      : { outcome: 'unknown', reason: NO_RECORD };
  }

  async move(request: MoneyRequest & Noticed): Promise<AcquirerAnswer> {
    const { token } = request;
    const known = token === undefined ? null : await this.cards.known(token);
    if (token !== undefined && !known) return { outcome: 'declined', reason: NO_CARD };
    return answerOf(await this.#book(request, known?.card ?? null, false), known?.card);
  }

  /** Writes it down, once under its id; the time of booking is cut to milliseconds: rounded, it could lie ahead of the clock. */
  async #book(
    request: (MoneyRequest | AuthorisationRequest) & Noticed,
    card: TestCard | null,
    challenged: boolean,
  ): Promise<Held> {
    const special = request.currency === 'EUR' ? request.amountCents : 0n;
    if (special === SANDBOX_AMOUNTS.lost) return never();
    const isLate = special === SANDBOX_AMOUNTS.late || card?.name === 'lateAnswer';
    let refusal: string | null = null;
    const { rowCount } = await this.#alone(request, async (query) => {
      refusal =
        special === SANDBOX_AMOUNTS.declined
          ? 'The acquirer declined the amount'
          : 'returnTo' in request || request.token !== undefined
            ? refusalOf(card, request.kind)
            : await authorisationRefusal(request, query);
      const reference = refusal === null ? sandboxReference(request.operationId) : null;
      const values = [
        ...parts(request),
        reference,
        refusal,
        challenged,
        isLate ? this.#settings.lateMs / 1000 : 0,
      ];
      return 'returnTo' in request
        ? query(
            `with booked as (${BOOK})
             insert into acquirer_sandbox.authorisations (operation_id, payment_id, token, return_to,
               frame, challenged, notice_to)
             select operation_id, $3, $10, $11, $12, $8, $13 from booked returning 1`,
            [...values, request.token, request.returnTo, request.frame, request.noticeTo],
          )
        : query(BOOK, values);
    });
    if (rowCount === 1 && refusal === null && TAKES.includes(request.kind))
      await this.#disputeLater(request, card);
    const held = await this.#find(request.operationId, request);
    if (!held) throw new Error('The request is gone');
    const unheard = special === SANDBOX_AMOUNTS.unanswered || card?.name === 'lostAnswer';
    if (rowCount === 1 && unheard) throw new Error('The answer is lost');
    return held.reference !== null && !held.booked && !challenged ? never() : held;
  }

  /** Of a payment by the card for disputes, the bank asks for the money back. */
  async #disputeLater(
    { transactionId, amountCents, currency, noticeTo }: MoneyRequest & Noticed,
    charged: TestCard | null,
  ): Promise<void> {
    const { rows } = await this.#books.query<{ token: string; notice_to: string | null }>(
      'select token, notice_to from acquirer_sandbox.authorisations where payment_id = $1',
      [transactionId],
    );
    const card = charged ?? (rows[0] && (await this.cards.known(rows[0].token))?.card);
    const to = noticeTo ?? rows[0]?.notice_to;
    if (!card || !DISPUTED.includes(card.name) || !to) return;
    const payment = { paymentId: transactionId, amountCents, currency, noticeTo: to };
    await this.disputes.raise(payment, this.#settings.disputeMs, card.decided);
  }

  async inquire(operationId: string): Promise<AcquirerAnswer> {
    await this.#books.query(
      `insert into acquirer_sandbox.requests (operation_id, decline_reason) values ($1, $2)
       on conflict do nothing`,
      [operationId, NO_RECORD],
    );
    const held = await this.#find(operationId);
    return held ? answerOf(held) : { outcome: 'declined', reason: NO_RECORD };
  }

  /** A charge stands under its payment's own id, a capture under one of its own. */
  async inquirePayment(payment: PaymentQuestion): Promise<PaymentAnswer> {
    const { transactionId, amountCents, currency } = payment;
    const { rows } = await this.#books.query<{ reference: string }>(
      `select reference from acquirer_sandbox.ledger
       where transaction_id = $1 and kind = 'CAPTURE' and currency = $3
       group by reference, created_date having sum(amount_cents) >= $2
       order by created_date limit 1`,
      [transactionId, amountCents, currency],
    );
    if (rows[0]) return { outcome: 'taken', reference: rows[0].reference };
    const found = await this.#find(transactionId, {
      operationId: transactionId,
      kind: 'CHARGE',
      transactionId,
      amountCents,
      currency,
    });
    if (!found) return { outcome: 'notTaken', reason: NO_PAYMENT };
    const held = answerOf(found);
    if (held.outcome === 'approved') return { outcome: 'taken', reference: held.reference };
    return held.outcome === 'declined' ? { outcome: 'notTaken', reason: held.reason } : held;
  }

  async settlement(day: string): Promise<Settlement> {
    const lines: SettlementLine[] = await settlementOf(this.#books, day, null, 1_000_000);
    return { outcome: 'settled', lines };
  }

  /** The same in parts, as it goes over the wire. */
  settlementAfter = (day: string, after: string | null, most: number) =>
    settlementOf(this.#books, day, after, most);

  async close(): Promise<void> {
    await (await this.#pages)?.close();
    await this.#books.close();
  }

  /** What stands under the id, and if it is the same request. */
  async #find(operationId: string, request?: MoneyRequest): Promise<Held | undefined> {
    const found = await this.#books.query<Held>(
      `select reference, decline_reason, booked_date <= clock_timestamp() as booked,
         (kind, transaction_id, amount_cents, currency, coalesce(a.token, $6))
           is not distinct from ($2::text, $3::uuid, $4::bigint, $5::text, $6::text) as same
       from acquirer_sandbox.requests r
       left join acquirer_sandbox.authorisations a on a.operation_id = r.operation_id
       where r.operation_id = $1`,
      [...(request ? parts(request) : [operationId, null, null, null, null]), request?.token],
    );
    const held = found.rows[0];
    if (!held || !request || held.same || held.decline_reason === NO_RECORD) return held;
    return { ...held, reference: null, decline_reason: OTHER_REQUEST, booked: false };
  }

  /** What takes of an authorisation, or gives it up, takes turns with the others of its payment. */
  async #alone<T>(
    { kind, transactionId }: MoneyRequest | AuthorisationRequest,
    work: (query: Query) => Promise<T>,
  ) {
    return kind === 'CAPTURE' || kind === 'CANCEL'
      ? this.#books.alone(transactionId, work)
      : work(this.#books.query);
  }
}

const TAKES: readonly string[] = ['CAPTURE', 'CHARGE'];
const isChallenged = ({ name }: TestCard) => name === 'challenge' || name === 'failedChallenge';

function parts(request: MoneyRequest): unknown[] {
  const { operationId, kind, transactionId, amountCents, currency } = request;
  return [operationId, kind, transactionId, amountCents, currency];
}
