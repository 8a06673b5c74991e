import { sql } from 'kysely';
import { changes } from '../../../platform/audit.ts';
import type { SignedIn } from '../../../platform/auth/sessions.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import { refuseWhileDisabled } from '../../../platform/own-merchant.ts';
import type { Services } from '../../../platform/services.ts';
import { ownConnection, shownConnection } from '../rows.ts';
import { write } from '../written.ts';
import { newScimToken } from './token.ts';

const ONE = '/api/sso/connections/{id}/actions';

/** The token of a connection's provider: made, replaced and taken away by its administrators. */
export function scimTokenHandlers(
  services: Services,
): Handlers<`POST ${typeof ONE}/${'provision' | 'stop-provisioning'}`> {
  const withOwn = (
    actor: SignedIn,
    connectionId: string,
    work: (tx: Tx, id: string) => Promise<void>,
  ) =>
    services.database.transaction('all', async (tx) => {
      await refuseWhileDisabled(tx, actor);
      const row = await ownConnection(tx, actor, connectionId);
      await work(tx, row.id);
      return shownConnection(services, tx, row);
    });

  return {
    'POST /api/sso/connections/{id}/actions/provision': async ({ actor, params }) => {
      const { token, hash } = newScimToken();
      const connection = await withOwn(actor, params.id, async (tx, id) => {
        const made = {
          token_hash: hash,
          made_date: sql<string>`pg_catalog.now()`,
          used_date: null,
        };
        const was = await hasToken(tx, id);
        await tx
          .insertInto('scim_tokens')
          .values({ connection_id: id, ...made })
          .onConflict((conflict) => conflict.column('connection_id').doUpdateSet(made))
          .execute();
        await write(tx, actor, 'PROVISION', id, {
          changes: changes({ scim: was }, { scim: true }),
          credentials: 'changed',
        });
      });
      return { token, connection };
    },

    'POST /api/sso/connections/{id}/actions/stop-provisioning': ({ actor, params }) =>
      withOwn(actor, params.id, async (tx, id) => {
        const was = await hasToken(tx, id);
        await tx.deleteFrom('scim_tokens').where('connection_id', '=', id).execute();
        await write(tx, actor, 'STOP_PROVISIONING', id, {
          changes: changes({ scim: was }, { scim: false }),
        });
      }),
  };
}

const hasToken = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('scim_tokens')
    .select('connection_id')
    .where('connection_id', '=', id)
    .executeTakeFirst()) !== undefined;
