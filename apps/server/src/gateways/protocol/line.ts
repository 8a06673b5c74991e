import type * as z from 'zod';
import { answerProblem, signCall } from '../../platform/auth/signatures.ts';
import type { Outbound } from '../../platform/outbound.ts';
import { hear } from '../wire.ts';
import {
  cardAnswer,
  cardPageAnswer,
  operationAnswer,
  PATHS,
  paymentAnswer,
  settlementAnswer,
  type AcquirerOperation,
  type CardAnswered,
  type CardPageAnswered,
  type CardPageAsked,
  type IdentificationOperation,
  type InstitutionOperation,
  type OperationAnswer,
  type PaymentAnswered,
  type PaymentAsked,
  type ScreeningOperation,
  type SettlementAnswered,
  type SettlementAsked,
} from './messages.ts';

/** Where a gateway is, and the secret by which both sides know each other. */
export interface Peer {
  url: string;
  keyId: string;
  secret: string;
}

/** The line to a gateway: each call signed, each answer held against its signature. Throws where there is no answer. */
export interface Line {
  operate(
    operation:
      | AcquirerOperation
      | InstitutionOperation
      | ScreeningOperation
      | IdentificationOperation,
  ): Promise<OperationAnswer>;
  /** What became of it; an operation that never came is declined, and closed. */
  inquire(operationId: string): Promise<OperationAnswer>;
  payment(question: PaymentAsked): Promise<PaymentAnswered>;
  openCardPage(page: CardPageAsked): Promise<CardPageAnswered>;
  /** What the payer typed there. */
  card(sessionId: string): Promise<CardAnswered>;
  settlement(question: SettlementAsked): Promise<SettlementAnswered>;
}

export interface Answered {
  status: number;
  body: string;
  header: (name: string) => string | null;
}

/** Sends a call, and gives whatever comes back; throws where nothing does. */
export type Send = (
  url: string,
  headers: Record<string, string>,
  body: string,
) => Promise<Answered>;

const MOST_BYTES = 256 * 1024;

/** To an address of the settings: whoever runs the installation has named it, so it may be a private one. */
export const sendPlainly =
  (timeoutMs: number): Send =>
  async (url, headers, body) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of answer.body ?? []) {
      bytes += part.length;
      if (bytes > MOST_BYTES) throw new Error('The answer of the gateway is too long');
      parts.push(part);
    }
    return {
      status: answer.status,
      body: Buffer.concat(parts).toString(),
      header: (name) => answer.headers.get(name),
    };
  };

/** To an address that somebody typed into the console: guarded as those of merchants are. */
export const sendGuarded =
  ({ call }: Outbound): Send =>
  async (url, headers, body) => {
    const outcome = await call({ method: 'POST', url, headers, body });
    if (!outcome.answered) throw new Error(outcome.reason);
    const named = new Map(outcome.headers.map(({ name, value }) => [name.toLowerCase(), value]));
    return {
      status: outcome.status,
      body: outcome.body,
      header: (name) => named.get(name) ?? null,
    };
  };

export function gatewayLine(
  peer: () => Peer | Promise<Peer>,
  send: Send,
  now = () => new Date(),
): Line {
  async function ask<T>(path: string, message: object, schema: z.ZodType<T>): Promise<T> {
    const { url, keyId, secret } = await peer();
    const target = url.replace(/\/+$/, '') + path;
    const body = JSON.stringify(message);
    const signed = signCall({ method: 'POST', targetUri: target, body }, { keyId, secret }, now());
    const answer = await send(target, { 'content-type': 'application/json', ...signed }, body);
    hear(answer.status);
    const problem = answerProblem({ ...answer, of: signed['signature']! }, { keyId, secret });
    if (problem) throw new Error(`${problem} (status ${answer.status})`);
    if (answer.status !== 200) throw new Error(`The gateway answers ${answer.status}`);
    return schema.parse(JSON.parse(answer.body));
  }

  const about = async (path: string, operationId: string, message: object) => {
    const answer = await ask(path, message, operationAnswer);
    if (answer.operationId.toLowerCase() !== operationId.toLowerCase())
      throw new Error('The gateway answers about another operation');
    return answer;
  };

  return {
    operate: (operation) => about(PATHS.operations, operation.operationId, operation),
    inquire: (operationId) => about(PATHS.inquiry(operationId), operationId, { operationId }),
    payment: (question) => ask(PATHS.payment, question, paymentAnswer),
    openCardPage: (page) => ask(PATHS.cardPages, page, cardPageAnswer),
    card: (sessionId) => ask(PATHS.card(sessionId), { sessionId }, cardAnswer),
    settlement: (question) => ask(PATHS.settlement, question, settlementAnswer),
  };
}
