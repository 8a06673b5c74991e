import { compose } from '../compose.ts';
import { beginLoan } from '../domain/lending/begin.ts';
import { continueLoan } from '../domain/lending/continue.ts';
import { repayEarly, withdrawLoan } from '../domain/lending/closing.ts';
import { beginAuthentication, beginSigning } from '../domain/lending/identify.ts';
import { loanTasks } from '../domain/lending/tasks.ts';
import { loanView } from '../domain/lending/view.ts';
import { sandboxesInProcess } from '../gateways/sandboxes.ts';
import { readConfig } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';
import { testEncryption } from './encryption.ts';
import { askedBy } from './loans.ts';
import type { TestServer } from './server.ts';

/** A process that stands still within a call outside, to be killed there. */

export const LOAN_CALLS = [
  'apply',
  'accept',
  'cancelApplication',
  'withdraw',
  'settleEarly',
  'begin',
  'beginSigning',
  'inquire',
  'inquireSigning',
] as const;
export type LoanCall = (typeof LOAN_CALLS)[number];

/** What is said on standard output once it stands still. */
export const STANDS = 'stands still\n';

/** Does what comes to the call, and never comes back from it: on the way there, or on the way back. */
export async function standStill(
  databaseUrl: string,
  { call, arrives, checkoutId }: { call: LoanCall; arrives: boolean; checkoutId: string },
): Promise<void> {
  const within =
    <Given, Answer>(own: (given: Given) => Promise<Answer>) =>
    async (given: Given): Promise<Answer> => {
      if (arrives) await own(given);
      process.stdout.write(STANDS);
      return new Promise(() => {});
    };
  const { services } = await compose(
    {
      config: readConfig({ DATABASE_URL: databaseUrl }),
      sandboxes: sandboxesInProcess({ databaseUrl }),
      log: createLog('silent'),
      demo: true,
      encryption: testEncryption,
      databaseUrl,
      draining: () => false,
      webFolder: null,
    },
    {
      publicUrl: () => 'http://127.0.0.1:3000',
      screening: () => ({ screen: async () => [] }),
      institution: (own) =>
        call in own ? { ...own, [call]: within(own[call as 'apply'].bind(own)) } : own,
      identification: (own) => {
        const of = call.startsWith('begin') ? 'begin' : call.startsWith('inquire') ? 'inquire' : '';
        return of ? { ...own, [of]: within(own[of as 'begin'].bind(own)) } : own;
      },
    },
  );
  const view = async () => (await loanView(services, checkoutId))!;
  if (call === 'apply') {
    const asked = await askedBy({ services } as TestServer, checkoutId);
    await beginLoan(services, checkoutId, asked);
    return;
  }
  const { id, documents } = await view();
  const way = { method: 'SMART_ID', frame: false } as const;
  if (call === 'begin') await beginAuthentication(services, id, way);
  else if (call === 'beginSigning') {
    const agreementSha256 = documents.find(({ kind }) => kind === 'AGREEMENT')!.sha256;
    await beginSigning(services, id, { ...way, agreementSha256 });
  } else if (call === 'withdraw') await withdrawLoan(services, id);
  else if (call === 'settleEarly') await repayEarly(services, id);
  else if (call === 'cancelApplication') for (const task of loanTasks) await task(services).run();
  else await continueLoan(services, id);
}
