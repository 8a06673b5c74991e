import { onClient } from '../platform/db/client.ts';
import { sandboxLine, type SandboxOptions } from './acquirer-sandbox.ts';
import { SANDBOX_SCHEMA, SANDBOX_TABLES } from './acquirer-sandbox/schema.ts';
import { sandboxInstitution } from './financing-institution-sandbox.ts';
import { sandboxIdentification } from './identification-sandbox.ts';
import { IDENTIFICATION_SCHEMA, IDENTIFICATION_TABLES } from './identification-sandbox/schema.ts';
import { INSTITUTION_SCHEMA, INSTITUTION_TABLES } from './institution-sandbox/schema.ts';
import { SCREENING_SCHEMA, sandboxScreening } from './screening-sandbox.ts';

const GRANTS = `
  grant usage on schema acquirer_sandbox, institution_sandbox, screening_sandbox,
    identification_sandbox to paydesk_server;
  grant select, insert on ${[...SANDBOX_TABLES, ...INSTITUTION_TABLES, ...IDENTIFICATION_TABLES].join(', ')},
    screening_sandbox.requests to paydesk_server;
`;

/** Makes the books that the sandboxes keep, as the database's owner: the server may create nothing. */
export const prepareSandboxes = (ownerUrl: string): Promise<void> =>
  onClient(ownerUrl, async (client) => {
    // one message is one transaction; two servers may come up at once
    await client.query(
      `select pg_advisory_xact_lock(hashtext('acquirer_sandbox')); ${SANDBOX_SCHEMA} ${INSTITUTION_SCHEMA} ${SCREENING_SCHEMA} ${IDENTIFICATION_SCHEMA} ${GRANTS}`,
    );
  });

/** All of them in this very process, for tests that are about something else. */
export const sandboxesInProcess = (
  options: SandboxOptions & {
    institutionLateMs?: number | undefined;
    now?: (() => Date) | undefined;
  },
) => ({
  acquirer: sandboxLine(options),
  institution: sandboxInstitution({
    databaseUrl: options.databaseUrl,
    lateMs: options.institutionLateMs,
    now: options.now,
  }),
  screening: sandboxScreening(),
  identification: sandboxIdentification({ databaseUrl: options.databaseUrl, now: options.now }),
});
