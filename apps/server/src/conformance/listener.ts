import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { institutionNotice } from '../gateways/protocol/institution-messages.ts';
import {
  acquirerNotice,
  operationAnswer,
  type AcquirerNotice,
  type OperationAnswer,
} from '../gateways/protocol/messages.ts';
import { isSealedBy, readSignature } from '../platform/auth/signatures.ts';

type Noticed = AcquirerNotice | z.output<typeof institutionNotice>;

/**
 * Where late answers and notices are sent to while an adapter is tried: kept by operation and by payment, or with
 * what was wrong about them. The first sending of each notice is not taken, so that it must come again.
 */
export async function listenForAnswers(
  secret: string,
  { host, port }: { host: string; port: number },
) {
  const heard = new Map<string, OperationAnswer>();
  const notices = new Map<string, Noticed[]>();
  const problems: string[] = [];
  let base = '';
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const header = (name: string) => (request.headers[name] as string | undefined) ?? null;
      const call = { method: request.method!, targetUri: base + request.url!, header, body };
      let problem: string | null = null;
      let taken = true;
      try {
        const signature = readSignature(call, new Date(), 'secret');
        if (!isSealedBy(signature, secret)) problem = 'its signature is wrong';
        else if (request.url === '/notices') {
          const notice = z.union([acquirerNotice, institutionNotice]).parse(JSON.parse(body));
          const of = 'paymentId' in notice ? notice.paymentId : notice.loanId;
          const before = notices.get(of) ?? [];
          notices.set(of, [...before, notice]);
          taken = before.length > 0;
        } else {
          const answer = operationAnswer.parse(JSON.parse(body));
          heard.set(answer.operationId, answer);
        }
      } catch (error) {
        problem = (error as Error).message;
      }
      if (problem) problems.push(problem);
      response
        .writeHead(problem ? 401 : taken ? 200 : 503, { 'content-type': 'application/json' })
        .end('{}');
    });
  });
  await new Promise<void>((ready, fail) =>
    server.once('error', fail).listen(port, host, () => ready()),
  );
  const { port: taken } = server.address() as AddressInfo;
  base = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
  const until = async <T>(found: () => T | undefined, seconds: number, what: string) => {
    const end = Date.now() + seconds * 1000;
    while (Date.now() < end) {
      const one = found();
      if (one) return one;
      await wait(50);
    }
    throw new Error(
      problems.length
        ? `${what} came, but ${problems[0]}`
        : `no ${what} came within ${seconds} seconds`,
    );
  };
  return {
    url: `${base}/answers`,
    noticeUrl: `${base}/notices`,
    /** What came of it; throws with why where nothing right does. */
    of: (operationId: string, seconds: number): Promise<OperationAnswer> =>
      until(
        () => {
          const answer = heard.get(operationId);
          return answer?.outcome === 'pending' ? undefined : answer;
        },
        seconds,
        'answer to answerTo',
      ),
    /** Both sendings of the notice of a payment, or of a loan. */
    noticesOf: (id: string, seconds: number): Promise<Noticed[]> =>
      until(
        () => {
          const sent = notices.get(id) ?? [];
          return sent.length > 1 ? sent : undefined;
        },
        seconds,
        'notice to noticeTo, twice where it was not taken,',
      ),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
