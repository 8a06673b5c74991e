import { sql } from 'kysely';
import { invalid, unauthorized } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { hashOf, leaveFor, Unbelievable, type Question } from './oidc.ts';
import { providerOf, type ConnectionRow } from './rows.ts';

/** As long may somebody take at the provider. */
const MINUTES = 10;
const VERIFIER = 'single sign-on verifier';

/** Sends somebody to the provider; what it will be asked by is kept, the browser's own part as a hash. */
export async function beginFlow(
  services: Services,
  row: ConnectionRow,
  asked: { binding: string; email: string | null; triedBy: string | null },
): Promise<string> {
  const { url, question } = await leaveFor(services, providerOf(services, row), asked.email).catch(
    (error: unknown) => {
      if (error instanceof Unbelievable) throw invalid('issuer', error.message);
      throw error;
    },
  );
  await services.database.transaction('all', (tx) =>
    tx
      .insertInto('sso_flows')
      .values({
        state_hash: hashOf(question.state),
        connection_id: row.id,
        binding_hash: hashOf(asked.binding),
        nonce: question.nonce,
        verifier: services.encryption.seal(question.verifier, VERIFIER),
        tried_by: asked.triedBy,
        created_date: sql`pg_catalog.now()`,
      })
      .execute(),
  );
  return url;
}

/** Takes the question that an answer is for, once, and only for the browser that left with it; else a 401. */
export async function takeFlow(
  { database, encryption }: Services,
  { state, binding }: { state: string; binding: string },
): Promise<{ connectionId: string; triedBy: string | null; question: Question }> {
  const row = await database.transaction('all', (tx) =>
    tx
      .deleteFrom('sso_flows')
      .where('state_hash', '=', hashOf(state))
      .where('binding_hash', '=', hashOf(binding))
      .where('created_date', '>', sql<string>`pg_catalog.now() - make_interval(mins => ${MINUTES})`)
      .returning(['connection_id', 'nonce', 'verifier', 'tried_by'])
      .executeTakeFirst(),
  );
  if (!row) throw unauthorized('This answer is for nobody who left from here, or came too late');
  return {
    connectionId: row.connection_id,
    triedBy: row.tried_by,
    question: { state, nonce: row.nonce, verifier: encryption.open(row.verifier, VERIFIER) },
  };
}
