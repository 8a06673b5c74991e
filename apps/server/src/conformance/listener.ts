import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { operationAnswer, type OperationAnswer } from '../gateways/protocol/messages.ts';
import { isSealedBy, readSignature } from '../platform/auth/signatures.ts';

/** Where late answers are sent to while an adapter is tried: kept by operation, or with what was wrong about them. */
export async function listenForAnswers(
  secret: string,
  { host, port }: { host: string; port: number },
) {
  const heard = new Map<string, OperationAnswer>();
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
      try {
        const signature = readSignature(call, new Date(), 'secret');
        if (!isSealedBy(signature, secret)) problem = 'its signature is wrong';
        else {
          const answer = operationAnswer.parse(JSON.parse(body));
          heard.set(answer.operationId, answer);
        }
      } catch (error) {
        problem = (error as Error).message;
      }
      if (problem) problems.push(problem);
      response.writeHead(problem ? 401 : 200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((ready, fail) =>
    server.once('error', fail).listen(port, host, () => ready()),
  );
  const { port: taken } = server.address() as AddressInfo;
  base = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
  return {
    url: `${base}/answers`,
    /** What came of it; throws with why where nothing right does. */
    async of(operationId: string, seconds: number): Promise<OperationAnswer> {
      const end = Date.now() + seconds * 1000;
      while (Date.now() < end) {
        const answer = heard.get(operationId);
        if (answer && answer.outcome !== 'pending') return answer;
        await wait(50);
      }
      throw new Error(
        problems.length
          ? `an answer came, but ${problems[0]}`
          : `no answer came to answerTo within ${seconds} seconds`,
      );
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
