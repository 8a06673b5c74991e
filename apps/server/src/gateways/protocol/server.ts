import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type * as z from 'zod';
import { isSealedBy, readSignature, signAnswer, signCall } from '../../platform/auth/signatures.ts';
import {
  cardPageRequest,
  OPERATIONS,
  paymentQuestion,
  settlementQuestion,
  type CardAnswered,
  type CardPageAnswered,
  type CardPageAsked,
  type OperationAnswer,
  type OperationOf,
  type PaymentAnswered,
  type PaymentAsked,
  type Role,
  type SettlementAnswered,
  type SettlementAsked,
} from './messages.ts';

/** The other side of the protocol: what a gateway does with a call, once it is known to be Paydesk's. */

/** Thrown for an id that stands for another operation: a 409. */
export class OtherOperation extends Error {}
/** Thrown where the line is to be cut: what was done is done, and the answer is lost. */
export class AnswerLost extends Error {}

export interface Adapter<R extends Role = Role> {
  /** Does it, once under one id. May never answer: the line stays open then. */
  operate(operation: OperationOf<R>): Promise<OperationAnswer>;
  /** What became of it. One that never came is declined, and closed for good. */
  inquire(operationId: string): Promise<OperationAnswer>;
  /** An acquirer's: whether it has the money of a payment. Changes nothing. */
  payment?(question: PaymentAsked): Promise<PaymentAnswered>;
  /** An acquirer's: opens the page for a card, once under its id. */
  openCardPage?(page: CardPageAsked): Promise<CardPageAnswered>;
  /** An acquirer's: what was typed there. One that was never opened is abandoned, and closed. */
  card?(sessionId: string): Promise<CardAnswered>;
  /** An acquirer's: what was booked on a day. Changes nothing. */
  settlement?(question: SettlementAsked): Promise<SettlementAnswered>;
}
export type Adapters = { readonly [R in Role]?: Adapter<R> };

interface Options {
  adapters: Adapters;
  /** By the name that the call is signed under; null for one that is not known. */
  secretOf: (keyId: string) => string | null;
}

const MOST_BYTES = 64 * 1024;
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const PATH = new RegExp(
  `^/(acquirer|institution|screening|identification)/(operations|operations/(${UUID})/inquiry|payments/inquiry|card-pages|card-pages/(${UUID})/inquiry|settlements/inquiry)$`,
  'i',
);
/** So long an answer that was not given at once is looked for, and so often it is sent. */
const LOOKS = 240;
const LOOK_MS = 500;
const SENDINGS = 5;

const NOTHING_HERE = { error: 'PATH', message: 'There is nothing at this path' };

/** Calls Paydesk, signed; true once it has taken what it was told. */
export async function tell(
  url: string,
  body: string,
  key: { keyId: string; secret: string },
  ended: AbortSignal,
): Promise<boolean> {
  const headers = signCall({ method: 'POST', targetUri: url, body }, key, new Date());
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    redirect: 'error',
    signal: AbortSignal.any([ended, AbortSignal.timeout(5000)]),
  }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );
}

/** Answers below /acquirer, /institution, /screening and /identification; it listens nowhere yet. */
export function gatewayServer({ adapters, secretOf }: Options) {
  const ended = new AbortController();

  /** An answer that came to nobody at once goes to where the operation said, until it is taken. */
  async function answerLater(
    adapter: Adapter,
    { operationId, answerTo }: { operationId: string; answerTo?: string | undefined },
    key: { keyId: string; secret: string },
  ): Promise<void> {
    if (!answerTo) return;
    const { signal } = ended;
    for (let look = 0; look < LOOKS; look++) {
      await wait(LOOK_MS, undefined, { signal, ref: false });
      const answer = await adapter.inquire(operationId).catch(() => null);
      if (!answer || answer.outcome === 'pending' || answer.outcome === 'action') continue;
      const body = JSON.stringify(answer);
      for (let sending = 0; sending < SENDINGS; sending++) {
        if (await tell(answerTo, body, key, signal)) return;
        await wait(1000 * 2 ** sending, undefined, { signal, ref: false });
      }
      return;
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const targetUri = `http://${request.headers.host}${request.url}`;
    const header = (name: string) => {
      const value = request.headers[name];
      return (Array.isArray(value) ? value.join(', ') : value) ?? null;
    };
    const method = request.method ?? '';
    let key: { keyId: string; secret: string };
    try {
      const signature = readSignature({ method, targetUri, header, body }, new Date(), 'secret');
      const secret = secretOf(signature.keyId);
      if (secret === null || !isSealedBy(signature, secret))
        throw new Error('The key is not known, or the signature is wrong');
      key = { keyId: signature.keyId, secret };
    } catch (error) {
      return plainly(response, 401, 'SIGNATURE', (error as Error).message);
    }
    const say = (status: number, message: object) => {
      const text = JSON.stringify(message);
      const signed = signAnswer({ status, body: text, of: header('signature')! }, key, new Date());
      response.writeHead(status, { 'content-type': 'application/json', ...signed }).end(text);
    };
    const [, role, asked = '', operationId, sessionId] = PATH.exec(request.url ?? '') ?? [];
    const adapter = role && (adapters[role.toLowerCase() as Role] as Adapter | undefined);
    if (!adapter || method !== 'POST') return say(404, NOTHING_HERE);
    const read = jsonOf(body);
    /** Reads the question, and answers it where this adapter can. */
    const ask = async <T>(
      schema: z.ZodType<T>,
      work: ((question: T) => Promise<object | null>) | undefined,
    ) => {
      if (!work) return say(404, NOTHING_HERE);
      const parsed = schema.safeParse(read);
      if (!parsed.success) return say(400, malformed(parsed.error));
      const given = await work(parsed.data);
      if (given) say(200, given);
    };
    const here = adapter as Adapter<'acquirer'>;
    try {
      const path = asked.toLowerCase();
      if (operationId) say(200, await here.inquire(operationId.toLowerCase()));
      else if (sessionId && here.card) say(200, await here.card(sessionId.toLowerCase()));
      else if (path === 'operations')
        await ask<OperationOf<Role>>(OPERATIONS[role.toLowerCase() as Role], async (operation) => {
          // nobody who waits for an answer in vain keeps it from coming later
          const gone = new Promise<null>((done) => response.once('close', () => done(null)));
          const given = await Promise.race([adapter.operate(operation as never), gone]);
          if (!given || given.outcome === 'pending' || given.outcome === 'action')
            void answerLater(adapter, operation, key).catch(() => {});
          return given;
        });
      else if (path === 'payments/inquiry') await ask(paymentQuestion, here.payment?.bind(here));
      else if (path === 'card-pages') await ask(cardPageRequest, here.openCardPage?.bind(here));
      else if (path === 'settlements/inquiry')
        await ask(settlementQuestion, here.settlement?.bind(here));
      else say(404, NOTHING_HERE);
    } catch (error) {
      if (error instanceof AnswerLost) return void response.destroy();
      if (error instanceof OtherOperation)
        return say(409, { error: 'OTHER_OPERATION', message: error.message });
      say(500, { error: 'FAULT', message: 'Something went wrong here' });
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  return {
    server,
    close(): Promise<void> {
      ended.abort();
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      return closed;
    },
  };
}

function plainly(response: ServerResponse, status: number, error: string, message: string) {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ error, message }));
}

const malformed = ({ issues }: { issues: { path: PropertyKey[]; message: string }[] }) => ({
  error: 'REQUEST',
  message: issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; '),
});

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error('The call is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
