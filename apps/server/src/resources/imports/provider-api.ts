import { cut } from '@paydesk/contract/kernel/texts.ts';
import { IMPORT_KINDS, type ImportKind } from '@paydesk/contract/imports.ts';
import { maskCardNumbers } from '@paydesk/contract/kernel/card-numbers.ts';
import type { BatchOutcome, RowOutcome } from '@paydesk/contract/resources/imports.ts';
import type { Core } from '../../platform/auth/provider-keys.ts';
import { withoutCardNumbers } from '../../platform/card-numbers.ts';
import { withoutDeadlock } from '../../platform/db/deadlocks.ts';
import { forbidden } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { claimKey, answeredUnder, keepAnswer } from '../../platform/idempotency.ts';
import { defineManifest } from '../../platform/manifest.ts';
import type { Services } from '../../platform/services.ts';
import { checkRow, type Checking, type Row } from './check.ts';
import { writeRows } from './write.ts';

type Keys = `POST /api/provider-api/${ImportKind}`;

interface Asked {
  actor: Core;
  body: { rows: unknown[] };
  idempotencyKey: string | null;
}

/** The same as a file, for a core that goes on beside Paydesk: a batch is one transaction, a wrong row keeps none away. */
export const providerApiHandlers = (services: Services): Handlers<Keys> =>
  Object.fromEntries(
    IMPORT_KINDS.map((kind) => [
      `POST /api/provider-api/${kind}`,
      (asked: Asked) => bring(services, kind, asked),
    ]),
  ) as unknown as Handlers<Keys>;

async function bring(
  { database, now, encryption }: Services,
  kind: ImportKind,
  { actor, body, idempotencyKey }: Asked,
): Promise<BatchOutcome> {
  if (!actor.writes.includes(kind)) throw forbidden(`This key does not write ${kind}`);
  const by = {
    userId: actor.onWordOf,
    userName: actor.userName,
    address: actor.address,
    keyId: actor.userId,
    encryption,
  };
  // two keys of one administrator do not share theirs
  const key = idempotencyKey === null ? null : `${actor.userId} ${idempotencyKey}`;
  return withoutDeadlock(() =>
    database.transaction('all', async (tx) => {
      const claimed = await claimKey(tx, by, { key, request: { kind, rows: body.rows } });
      if (claimed) return answeredUnder<BatchOutcome>(tx, by, key!);
      const checked = body.rows.map((row) => rowOf(kind, row, { now: now(), encryption }));
      const right = checked.filter((one) => !Array.isArray(one)) as Row[];
      const verdicts = await writeRows(tx, by, kind, right);
      const rows = checked.map((one, at): RowOutcome => {
        if (Array.isArray(one))
          return { externalId: idOf(body.rows[at]), result: 'REFUSED', id: null, errors: one };
        const { verdict, id, errors } = verdicts[right.indexOf(one)]!;
        return { externalId: one.externalId, result: verdict, id, errors: [...errors] };
      });
      const count = (result: RowOutcome['result']) =>
        rows.filter((row) => row.result === result).length;
      const answer = {
        created: count('CREATED'),
        changed: count('CHANGED'),
        unchanged: count('UNCHANGED'),
        refused: count('REFUSED'),
        rows,
      };
      await keepAnswer(tx, by, key, answer);
      return answer;
    }),
  );
}

/** Card numbers are refused in the row where they stand, wherever that is. */
function rowOf(kind: ImportKind, given: unknown, at: Checking) {
  const { errors } = withoutCardNumbers({ row: given }, { mask: false });
  if (errors.length)
    return errors.map(({ field, message }) => ({ field: field.replace(/^row\./, ''), message }));
  return checkRow(kind, given, at);
}

/** What a row that can't be read calls itself, where it says so. */
function idOf(row: unknown): string | null {
  const { externalId } = (row ?? {}) as { externalId?: unknown };
  return typeof externalId === 'string' ? maskCardNumbers(cut(externalId, 128)) : null;
}

export const manifest = defineManifest({ handlers: [providerApiHandlers] });
