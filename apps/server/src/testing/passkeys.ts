import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { DEMO_PASSWORD } from '../seed/seed.ts';
import { authenticator, question, withPasskey } from './authenticator.ts';
import type { Change } from './changes.ts';
import type { Client, TestServer } from './server.ts';

/** One of the person's, whose other half nobody has. */
async function insertPasskey(pool: Pool, userId: string): Promise<string> {
  const id = randomUUIDv7();
  await pool.query(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, synced, created_date)
     values ($1, $2, $3, '', 0, '{}', 'Work laptop', false, now())`,
    [id, userId, randomBytes(16)],
  );
  return id;
}

/** The same, where every session of these tests has just shown a second factor, and will have. */
export async function insertFreshPasskey(server: TestServer, userId: string): Promise<string> {
  await server.pool.query(`
    create or replace function shown() returns trigger language plpgsql as $$
    begin
      new.second_factor_date = now() + interval '1 day';
      return new;
    end $$;
    create or replace trigger shown before insert on sessions for each row execute function shown();
    update sessions set second_factor_date = now() + interval '1 day'`);
  return insertPasskey(server.pool, userId);
}

/** Somebody with a passkey. */
async function holder(by: Client) {
  const { device, passkey } = await withPasskey(by, DEMO_PASSWORD);
  return { by, entityId: by.userId!, device, params: { id: passkey.id } };
}

type Case = (server: TestServer) => Promise<Change>;
type Somebody = (server: TestServer) => Promise<Client>;

/** What changes passkeys, or is proved by one. */
export const passkeyChanges = (somebody: Somebody) =>
  ({
    'POST /api/passkeys': async (server) => {
      const by = await somebody(server);
      await by.call('POST /api/users/me/password/confirm', { body: { password: DEMO_PASSWORD } });
      const asked = await by.call('GET /api/passkeys/registration');
      const credential = authenticator().create(asked.body!);
      const body = { name: 'Work laptop', credential };
      return { action: 'ADD_PASSKEY', by, entityId: by.userId!, body };
    },
    'PUT /api/passkeys/{id}': async (server) => {
      const { device: _, ...who } = await holder(await somebody(server));
      return { ...who, action: 'RENAME_PASSKEY', body: { name: 'Old phone' } };
    },
    'DELETE /api/passkeys/{id}': async (server) => {
      const { device: _, ...who } = await holder(await somebody(server));
      return { ...who, action: 'REMOVE_PASSKEY' };
    },
    'POST /api/passkeys/confirmation': async (server) => {
      const { device, params: _, ...who } = await holder(await somebody(server));
      const credential = device.get(await question(who.by, 'GET /api/passkeys/confirmation'));
      return { ...who, action: 'RENEW_SECOND_FACTOR', body: { credential }, plain: true };
    },
    'POST /api/passkeys/sign-in': async (server) => {
      const { device, by } = await holder(await somebody(server));
      const credential = device.get(await question(server.anonymous, 'GET /api/passkeys/sign-in'));
      const whose = by.userId!;
      return { action: 'LOGIN', body: { credential }, whose, entityId: whose, plain: true };
    },
  }) satisfies Record<string, Case>;
