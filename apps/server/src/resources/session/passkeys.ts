import { MOST_PASSKEYS, type MyPasskey } from '@paydesk/contract/resources/session/passkeys.ts';
import { changes } from '../../platform/audit.ts';
import { dropPasskey, factorsOf, makeRecoveryCodes } from '../../platform/auth/factors.ts';
import { tellUser } from '../../platform/auth/notices.ts';
import { ALGORITHMS, handleOf, readNewPasskey, readPasskey } from '../../platform/auth/passkeys.ts';
import { ANSWER_MS, challengeFor, partyOf } from '../../platform/auth/passkeys/challenges.ts';
import {
  addPasskey,
  descriptorOf,
  passkeysOf,
  renamePasskey,
  takePasskey,
  type PasskeyRow,
} from '../../platform/auth/passkeys/rows.ts';
import { endSessions, type SignedIn } from '../../platform/auth/sessions.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid, notFound, Refusal } from '../../platform/errors.ts';
import { isFactorRequired } from '../../platform/http/access.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { houseOf } from '../../platform/mail-layout.ts';
import type { Services } from '../../platform/services.ts';
import { countedOwn, lockOwn, tellOwn, writeOwn } from './own-factor.ts';
import { showFactor } from './step-up.ts';

type Key =
  | 'GET /api/passkeys'
  | 'GET /api/passkeys/registration'
  | 'POST /api/passkeys'
  | 'PUT /api/passkeys/{id}'
  | 'DELETE /api/passkeys/{id}'
  | 'GET /api/passkeys/confirmation'
  | 'POST /api/passkeys/confirmation';

const NOT_KEPT = 'The passkey could not be kept. Please try again.';
const NOT_TAKEN = 'This passkey is not yours, or the question was too old. Please try again.';
const ENOUGH = `You have ${MOST_PASSKEYS} passkeys: remove one first`;
const LAST = 'It is your only second factor, and you must have one';

/** The own passkeys: which there are, and how they come, change and go. */
export function passkeyHandlers(services: Services): Handlers<Key> {
  const { database, config } = services;

  return {
    'GET /api/passkeys': async ({ actor }) => ({
      content: (await passkeysOf(database.kysely, actor.userId)).map(shownAs),
      address: partyOf(services)?.origin ?? null,
    }),

    'GET /api/passkeys/registration': async ({ actor }) => {
      const { secondFactor, passwordFresh } = actor;
      // a stolen session makes no key of its own
      if (secondFactor.on && !secondFactor.fresh) throw new Refusal('SECOND_FACTOR_STALE');
      if (!secondFactor.on && !passwordFresh) throw new Refusal('PASSWORD_STALE');
      const party = partyOf(services);
      if (!party) return null;
      const { person, passkeys } = await database.transaction('all', (tx) => lockedOwn(tx, actor));
      return {
        challenge: challengeFor(services, 'register', actor.sessionId),
        rp: { id: party.id, name: houseOf(services) },
        user: {
          id: handleOf(actor.userId),
          name: person.email,
          displayName: `${person.first_name} ${person.last_name}`,
        },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
        timeout: ANSWER_MS,
        excludeCredentials: passkeys.map(descriptorOf),
        authenticatorSelection: {
          residentKey: 'required' as const,
          requireResidentKey: true as const,
          userVerification: 'required' as const,
        },
        attestation: 'none' as const,
      };
    },

    'POST /api/passkeys': async ({ actor, body }) => {
      const read = await readNewPasskey(services, body.credential, actor.sessionId);
      if (!read) throw invalid('credential', NOT_KEPT);
      const name = body.name.trim();
      return database.transaction('all', async (tx) => {
        const { passkeys } = await lockedOwn(tx, actor);
        if (passkeys.length >= MOST_PASSKEYS) throw invalid('name', ENOUGH);
        const { app } = await factorsOf(tx, actor.userId);
        const id = await addPasskey(tx, actor.userId, name, read);
        if (!id) throw invalid('credential', NOT_KEPT);
        const isFirst = !app && !passkeys.length;
        await showFactor(tx, actor.sessionId);
        // what was opened by a password alone is worth no more than that
        const ended = isFirst ? await endSessions(tx, actor.userId, actor.sessionId) : 0;
        await writeOwn(tx, actor, {
          action: 'ADD_PASSKEY',
          result: 'SUCCESS',
          details: {
            passkeyId: id,
            changes: changes({ passkey: null as string | null }, { passkey: name }),
            ...(isFirst && { endedSessions: ended }),
          },
        });
        await tellOwn(services, tx, actor, 'PASSKEY_ADDED', { name });
        const made = (await passkeysOf(tx, actor.userId)).find((each) => each.id === id)!;
        return {
          passkey: shownAs(made),
          recoveryCodes: isFirst ? await makeRecoveryCodes(tx, actor.userId) : null,
        };
      });
    },

    'PUT /api/passkeys/{id}': ({ actor, params, body }) =>
      database.transaction('all', async (tx) => {
        const { id, name: before } = await ownOne(tx, actor, params.id);
        const name = body.name.trim();
        await renamePasskey(tx, actor.userId, { id, name });
        await writeOwn(tx, actor, {
          action: 'RENAME_PASSKEY',
          result: 'SUCCESS',
          details: { passkeyId: id, changes: changes({ passkey: before }, { passkey: name }) },
        });
        return shownAs((await passkeysOf(tx, actor.userId)).find((each) => each.id === id)!);
      }),

    'DELETE /api/passkeys/{id}': async ({ actor, params }) => {
      await database.transaction('all', async (tx) => {
        const { id, name, left } = await ownOne(tx, actor, params.id);
        const { app } = await factorsOf(tx, actor.userId);
        if (!app && !left && isFactorRequired(actor, config))
          throw new Refusal('VALIDATION_FAILURE', [{ field: 'id', message: LAST }]);
        await dropPasskey(tx, actor.userId, id);
        await writeOwn(tx, actor, {
          action: 'REMOVE_PASSKEY',
          result: 'SUCCESS',
          details: {
            passkeyId: id,
            changes: changes({ passkey: name as string | null }, { passkey: null }),
          },
        });
        await tellOwn(services, tx, actor, 'PASSKEY_REMOVED', { name, alone: !app && !left });
      });
      return {};
    },

    'GET /api/passkeys/confirmation': async ({ actor }) => {
      const party = partyOf(services);
      if (!party) return null;
      const passkeys = await passkeysOf(database.kysely, actor.userId);
      return {
        challenge: challengeFor(services, 'confirm', actor.sessionId),
        rpId: party.id,
        timeout: ANSWER_MS,
        allowCredentials: passkeys.filter((each) => !each.copied_date).map(descriptorOf),
        userVerification: 'required' as const,
      };
    },

    'POST /api/passkeys/confirmation': async ({ actor, body }) => {
      const action = 'RENEW_SECOND_FACTOR';
      const { sessionId } = actor;
      const until = await countedOwn(services, actor, action, async () => {
        const shown = await readPasskey(services, body.credential, {
          purpose: 'confirm',
          sessionId,
        });
        if (shown?.userId !== actor.userId) return null;
        return database.transaction('all', async (tx) => {
          const taken = await takePasskey(tx, shown);
          if (taken === 'copied')
            await tellUser(tx, services, actor.userId, 'PASSKEY_COPIED', {
              name: shown.name,
              address: actor.address,
            });
          if (taken !== 'taken') return null;
          const details = { secondFactor: 'passkey', passkeyId: shown.passkeyId };
          await writeOwn(tx, actor, { action, result: 'SUCCESS', details });
          return showFactor(tx, sessionId);
        });
      });
      if (!until) throw invalid('credential', NOT_TAKEN);
      return { stepUpUntil: until };
    },
  };
}

async function lockedOwn(tx: Tx, actor: SignedIn) {
  const person = await lockOwn(tx, actor);
  return { person, passkeys: await passkeysOf(tx, actor.userId) };
}

/** The person's own one, locked. */
async function ownOne(tx: Tx, actor: SignedIn, id: string) {
  const { passkeys } = await lockedOwn(tx, actor);
  const found = passkeys.find((each) => each.id === id.toLowerCase());
  if (!found) throw notFound();
  return { ...found, left: passkeys.length - 1 };
}

const shownAs = (row: PasskeyRow): MyPasskey => ({
  id: row.id,
  name: row.name,
  createdDate: row.created_date,
  lastUsedDate: row.last_used_date,
  synced: row.synced,
  copied: row.copied_date !== null,
});
