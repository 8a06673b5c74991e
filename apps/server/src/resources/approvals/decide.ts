import { approve } from '@paydesk/contract/resources/approvals.ts';
import { carryOut, insistSecond } from '../../domain/approvals/carry-out.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { insist } from '../../platform/insist.ts';
import { changeAs } from '../../platform/own-merchant.ts';
import { readRecord, writeDone, type RowOf } from '../../platform/record.ts';
import { answerOf } from '../../platform/record/answer.ts';
import type { Services } from '../../platform/services.ts';
import { approvalRecord, confirmed, decided, held } from './record.ts';

/**
 * The word of the second person is written first, under the request's lock, so that of two who say it at once
 * one is heard. What it lets happen comes after, with no lock held, and may be begun again where it was cut off.
 */
export function decideHandlers(
  services: Services,
): Handlers<'POST /api/approvals/{id}/actions/approve'> {
  const { database, now } = services;
  const shown = (actor: SignedIn, id: string) =>
    database.transaction(actor.sight, (tx) => answerOf(services, approvalRecord, tx, actor, id));

  return {
    'POST /api/approvals/{id}/actions/approve': async ({ actor, params, body }) => {
      const values = body as { note?: string | null };
      const seen = await shown(actor, params.id);
      insist(approve, seen, actor, values, now());
      const row = await rowOf(services, params.id);
      // decided or taken back since it was seen: what was asked for is gone with that
      if (row.status !== 'PENDING')
        insist(approve, await shown(actor, params.id), actor, values, now());
      if (row.call !== null) await insistSecond(services, actor, row);
      await changeAs(database, actor, async (tx) => {
        const mine = await held(tx, actor, params.id);
        const before = await readRecord(tx, approvalRecord, actor, params.id);
        insist(approve, before, actor, values, now());
        const work = { tx, services, actor, row: mine, before };
        const note = values.note?.trim() || null;
        const done =
          mine.call === null
            ? await confirmed(work, note)
            : decided('APPROVED', work, note, { outcome: 'RUNNING' });
        await writeDone(tx, services, approvalRecord, actor, mine, approve.audited, done);
      });
      if (row.call !== null) await carryOut(services, row.id);
      return shown(actor, params.id);
    },
  };
}

const rowOf = ({ database }: Services, id: string): Promise<RowOf<'approvals'>> =>
  database.kysely
    .selectFrom('approvals')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
