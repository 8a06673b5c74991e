import { randomUUIDv7 } from 'node:crypto';
import { TEST_APPLICANTS, TEST_IDENTITIES } from '@paydesk/contract/test-applicants.ts';
import { IDENTIFICATION_METHODS } from '../gateways/protocol/identification-messages.ts';
import { PATHS, type IdentificationOperation } from '../gateways/protocol/messages.ts';
import { lineOf, mustBe, mustBeSame, operationFor, raw, type Case } from './trying.ts';

/** What is alone whose who makes sure of people: pages, and signatures. */

const DOCUMENT = { name: 'Loan agreement', sha256: 'c'.repeat(64) };

export const IDENTIFICATION_CASES: Readonly<Record<string, Case>> = {
  async methods(tried) {
    const line = lineOf(tried);
    for (const method of IDENTIFICATION_METHODS) {
      const operation = {
        ...(operationFor(tried, 'approved') as IdentificationOperation),
        method,
        personalId: TEST_APPLICANTS[0]!.personalId,
      };
      const answer = await line.operate(operation);
      if (answer.outcome !== 'action' && answer.outcome !== 'pending')
        throw new Error(`${method} of whoever has to be asked is ${answer.outcome}`);
      mustBeSame(answer, await line.operate(operation), `${method} sent again is another session`);
      mustBeSame(answer, await line.inquire(operation.operationId), `${method} asked differs`);
      if (answer.outcome === 'pending') continue;
      const shown = await fetch(answer.url, { signal: AbortSignal.timeout(tried.timeoutMs) });
      await shown.body?.cancel();
      if (!shown.ok) throw new Error(`the page of ${method} is answered ${shown.status}`);
    }
  },

  async who(tried) {
    const operation = operationFor(tried, 'approved') as IdentificationOperation;
    const answer = await lineOf(tried).operate(operation);
    mustBe(answer, 'approved', 'somebody who is known');
    const found = answer.outcome === 'approved' ? answer.person?.personalId : undefined;
    if (found !== TEST_IDENTITIES.approved)
      throw new Error(`who was identified is ${found}, not ${TEST_IDENTITIES.approved}`);
  },

  async sign(tried) {
    const line = lineOf(tried);
    const authentication = operationFor(tried, 'approved') as IdentificationOperation;
    const operation = { ...authentication, kind: 'SIGNING' as const, document: DOCUMENT };
    const answer = await line.operate(operation);
    mustBe(answer, 'approved', 'a signing');
    const bare = { ...operation, operationId: randomUUIDv7(), document: null };
    const status = await raw(tried, PATHS.operations, JSON.stringify(bare));
    if (status !== 400) throw new Error(`a signing of nothing is answered ${status}, not 400`);
    const other = { ...operation, document: { ...DOCUMENT, sha256: 'd'.repeat(64) } };
    const again = await raw(tried, PATHS.operations, JSON.stringify(other));
    if (again !== 409)
      throw new Error(`another document under a known id is answered ${again}, not 409`);
  },
};
