import { createHash } from 'node:crypto';
import {
  TEST_APPLICANTS,
  testIdentityOf,
  type TestIdentity,
} from '@paydesk/contract/test-applicants.ts';
import type { Books, Query } from '../institution-sandbox/books.ts';
import {
  NOT_RECEIVED,
  type IdentificationOperation,
  type OperationAnswer,
} from '../protocol/messages.ts';
import { AnswerLost, OtherOperation, type Adapter } from '../protocol/server.ts';

/** Sessions in which people prove who they are, or sign: each has a page, and ends by what is pressed there. */

/** So long somebody has to answer. */
export const SESSION_MINUTES = 5;

export const RESULTS = {
  approve: 'CONFIRMED',
  late: 'CONFIRMED',
  else: 'SOMEBODY_ELSE',
  refuse: 'REFUSED',
  timeout: 'TIMED_OUT',
} as const;
export type Pressed = keyof typeof RESULTS;
type Result = (typeof RESULTS)[Pressed];

export const PROVIDERS = {
  SMART_ID: 'Sandbox Smart-ID',
  MOBILE_ID: 'Sandbox Mobile-ID',
  BANK_LINK: 'Sandbox Bank',
  ID_CARD: 'Sandbox ID card',
} as const satisfies Record<IdentificationOperation['method'], string>;

/** What is in the register of whoever is nobody of the demo's. */
const NOBODY = { firstName: 'Sandbox', lastName: 'Person' };

type Content = Omit<IdentificationOperation, 'answerTo'>;

export interface Session extends Content {
  code: string | null;
  /** Null: it goes on. */
  over: Result | null;
}

interface Held {
  page_key: string;
  content: Content;
  same: boolean;
  result: Result | null;
  known: boolean;
  late: boolean;
}

/** Four digits that the page of the shop and the person's own device both show. */
const codeOf = ({ operationId, method }: Content): string | null =>
  method === 'SMART_ID' || method === 'MOBILE_ID'
    ? String(createHash('sha256').update(operationId).digest().readUInt32BE() % 10_000).padStart(
        4,
        '0',
      )
    : null;

const signatureOf = (operationId: string) =>
  `SIG-${createHash('sha256').update(`signature ${operationId}`).digest('hex').slice(0, 16)}`;

/** Those whom it knows without asking: what comes of it, and whether that is heard. */
const AUTOMATIC: Readonly<Record<Exclude<TestIdentity, 'lost'>, Result>> = {
  approved: 'CONFIRMED',
  declined: 'REFUSED',
  unanswered: 'CONFIRMED',
  late: 'CONFIRMED',
};

const WORDS = {
  REFUSED: { reason: 'The person did not confirm it', code: 'REFUSED' },
  TIMED_OUT: { reason: 'The person did not answer in time', code: 'EXPIRED' },
} as const;

export const NO_SESSION = 'There is no record of the session';
const OTHER_SESSION = 'The id stands for another session';

export function sessionsOf(
  { query, alone }: Books,
  {
    lateMs,
    now,
    pageUrl,
  }: { lateMs: number; now: () => Date; pageUrl: (path: string) => Promise<string> },
) {
  const held = async (
    ask: Query,
    by: 'operation_id' | 'page_key',
    id: string,
    content: string | null = null,
  ): Promise<Held | undefined> =>
    (
      await ask<Held>(
        `select page_key, content, content = $3::jsonb as same, a.result, a.known_date <= $2 as known,
           created_date < $2::timestamptz - make_interval(mins => $4) as late
         from identification_sandbox.sessions s
         left join identification_sandbox.answers a on a.operation_id = s.operation_id
         where s.${by} = $1`,
        [id, now(), content, SESSION_MINUTES],
      )
    ).rows[0];

  const answer = (ask: Query, operationId: string, result: Result, waitMs: number) =>
    ask(
      `insert into identification_sandbox.answers (operation_id, result, known_date)
       values ($1, $2, $3) on conflict do nothing`,
      [operationId, result, new Date(now().getTime() + waitMs)],
    );

  async function answerOf({ content, result, known, ...session }: Held): Promise<OperationAnswer> {
    const { operationId, kind, method, personalId } = content;
    const code = codeOf(content);
    const told = { provider: PROVIDERS[method], ...(code !== null && { code }) };
    if (result === null && session.late)
      return { operationId, outcome: 'declined', ...WORDS.TIMED_OUT };
    if (result === null)
      return {
        operationId,
        outcome: 'action',
        url: await pageUrl(`/identify/${session.page_key}`),
        framed: framed(content),
        ...told,
      };
    if (!known) return { operationId, outcome: 'pending', ...told };
    if (result === 'REFUSED' || result === 'TIMED_OUT')
      return { operationId, outcome: 'declined', ...WORDS[result] };
    const who = TEST_APPLICANTS.find(
      (one) => (one.personalId === personalId) === (result === 'CONFIRMED'),
    );
    const { firstName, lastName } = who ?? NOBODY;
    const person = {
      personalId: result === 'CONFIRMED' ? personalId : who!.personalId,
      firstName,
      lastName,
    };
    const reference = kind === 'SIGNING' ? signatureOf(operationId) : `AUTH-${operationId}`;
    return { operationId, outcome: 'approved', reference, person };
  }

  const adapter: Adapter<'identification'> = {
    async operate(operation) {
      // where a late answer goes to is no part of what is asked
      const content: Content = { ...operation };
      delete (content as Partial<IdentificationOperation>).answerTo;
      const { operationId, personalId } = content;
      const identity = testIdentityOf(personalId);
      if (identity === 'lost') return new Promise<never>(() => {});
      const text = JSON.stringify(content);
      const { session, first } = await alone([operationId], async (ask) => {
        const { rowCount } = await ask(
          `insert into identification_sandbox.sessions (operation_id, content, created_date)
           select $1::uuid, $2, $3
           where not exists (select from identification_sandbox.closed where operation_id = $1)
           on conflict do nothing`,
          [operationId, text, now()],
        );
        if (rowCount && identity)
          await answer(ask, operationId, AUTOMATIC[identity], identity === 'late' ? lateMs : 0);
        return { session: await held(ask, 'operation_id', operationId, text), first: rowCount };
      });
      if (!session)
        return { operationId, outcome: 'declined', reason: NO_SESSION, code: NOT_RECEIVED };
      if (!session.same) throw new OtherOperation(OTHER_SESSION);
      if (first && identity === 'unanswered') throw new AnswerLost('The answer is lost');
      return answerOf(session);
    },

    async inquire(operationId) {
      await alone([operationId], (ask) =>
        ask(
          `insert into identification_sandbox.closed (operation_id) select $1::uuid
           where not exists (select from identification_sandbox.sessions where operation_id = $1)
           on conflict do nothing`,
          [operationId],
        ),
      );
      const found = await held(query, 'operation_id', operationId);
      return found
        ? answerOf(found)
        : { operationId, outcome: 'declined', reason: NO_SESSION, code: NOT_RECEIVED };
    },
  };

  return {
    adapter,
    /** The session whose page is at the key, for whoever opens it. */
    async at(key: string): Promise<Session | null> {
      const found = await held(query, 'page_key', key);
      if (!found) return null;
      const over = found.result ?? (found.late ? 'TIMED_OUT' : null);
      return { ...found.content, code: codeOf(found.content), over };
    },
    /** The first one counts: a double click changes nothing. */
    press: (operationId: string, pressed: Pressed) =>
      answer(query, operationId, RESULTS[pressed], pressed === 'late' ? lateMs : 0),
  };
}
export type Sessions = ReturnType<typeof sessionsOf>;

/** A bank lets nobody stand around its page. */
export const framed = ({ frame, method }: Pick<Content, 'frame' | 'method'>) =>
  frame && method !== 'BANK_LINK';
