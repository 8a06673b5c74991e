import { Client } from 'pg';
import { sandboxLine, type SandboxOptions } from './acquirer-sandbox.ts';
import { SANDBOX_SCHEMA, SANDBOX_TABLES } from './acquirer-sandbox/schema.ts';
import { INSTITUTION_SCHEMA, sandboxInstitution } from './financing-institution-sandbox.ts';
import { SCREENING_SCHEMA, sandboxScreening } from './screening-sandbox.ts';

const GRANTS = `
  grant usage on schema acquirer_sandbox, institution_sandbox, screening_sandbox to paydesk_server;
  grant select, insert on ${SANDBOX_TABLES.join(', ')}, institution_sandbox.refunds,
    institution_sandbox.closed, screening_sandbox.requests to paydesk_server;
`;

/** Makes the books that the sandboxes keep, as the database's owner: the server may create nothing. */
export async function prepareSandboxes(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    // one message is one transaction; two servers may come up at once
    await client.query(
      `select pg_advisory_xact_lock(hashtext('acquirer_sandbox')); ${SANDBOX_SCHEMA} ${INSTITUTION_SCHEMA} ${SCREENING_SCHEMA} ${GRANTS}`,
    );
  } finally {
    await client.end();
  }
}

/** All three in this very process, for tests that are about something else. */
export const sandboxesInProcess = (
  options: SandboxOptions & { institutionLateMs?: number | undefined },
) => ({
  acquirer: sandboxLine(options),
  institution: sandboxInstitution({
    databaseUrl: options.databaseUrl,
    ...(options.institutionLateMs !== undefined && { lateMs: options.institutionLateMs }),
  }),
  screening: sandboxScreening(),
});
