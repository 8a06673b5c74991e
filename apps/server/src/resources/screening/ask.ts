import { askProvider } from '@paydesk/contract/resources/screening/rules.ts';
import type { ScreeningCase } from '@paydesk/contract/resources/screening.ts';
import { sql } from 'kysely';
import { isStillCalled, lookUp, noteFindings } from '../../domain/screening/note.ts';
import { isStill, ownList } from '../../domain/screening/own-list.ts';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { insist } from '../../platform/insist.ts';
import { answerOf } from '../../platform/record/answer.ts';
import type { Services } from '../../platform/services.ts';
import { screeningCaseRecord } from './cases.ts';

type Key = 'POST /api/screening/cases/{id}/actions/ask-provider';

/**
 * Looks the person of a case up once more, with no lock held. The own list is asked along with the provider: the
 * newest result of a list speaks for both.
 */
export function askHandlers(services: Services): Handlers<Key> {
  const { database, log } = services;
  const listNow = ownList(database);
  const refuse = (one: ScreeningCase, actor: SignedIn) =>
    insist(askProvider, one, actor, {}, services.now());
  return {
    'POST /api/screening/cases/{id}/actions/ask-provider': async ({ actor, params }) => {
      const id = params.id.toLowerCase();
      const one = await database.transaction(actor.sight, (tx) =>
        answerOf(services, screeningCaseRecord, tx, actor, id),
      );
      refuse(one, actor);
      const person = await personOf(services, one.customerId);
      const own = await listNow();
      const findings = await lookUp(services, own.index, person).catch((error: unknown) => {
        log.warn({ caseId: id, err: error }, 'the screening provider has not answered');
        throw unanswered();
      });
      return database.transaction(actor.sight, async (tx) => {
        // before the customer, as whoever screens by the hour: behind a load that waits each would wait for the other
        const isTheirs = await isStill(tx, own);
        const isSame = await isStillCalled(tx, person);
        const before = await answerOf(services, screeningCaseRecord, tx, actor, id);
        // decided while the provider was asked
        refuse(before, actor);
        // a list was loaded meanwhile, or they have another name: what was said before counts for nothing
        if (!findings || !isTheirs || !isSame) throw unanswered();
        await noteFindings(tx, person, findings);
        const after = await answerOf(services, screeningCaseRecord, tx, actor, id);
        await audit(tx, actor, {
          action: askProvider.audited,
          entityType: 'SCREENING_CASE',
          entityId: id,
          merchantId: null,
          result: 'SUCCESS',
          details: {
            changes: {
              score: { before: before.score, after: after.score },
              named: { before: before.listedName !== null, after: after.listedName !== null },
            },
          },
        });
        return after;
      });
    },
  };
}

const unanswered = () => {
  const refusal = new Refusal('UNAVAILABLE');
  refusal.message = 'The screening provider has not answered: ask it again in a while';
  return refusal;
};

/** As the hourly screening asks about them. */
async function personOf({ database }: Services, customerId: string) {
  const [found] = await database.run(
    sql<{ id: string; name: string; date_of_birth: string | null }>`
      select id, first_name || ' ' || last_name as name, (
        select to_char(max(date_of_birth), 'YYYY-MM-DD') from screening_results
        where customer_id = c.id) as date_of_birth
      from customers c where id = ${customerId}`,
    'all',
  );
  return found!;
}
