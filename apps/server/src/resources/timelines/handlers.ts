import { MOST_EVENTS, TIMELINES, type TimelineOf } from '@paydesk/contract/resources/timelines.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import { notFound } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { mayRead } from '../../platform/list/scope.ts';
import type { Services } from '../../platform/services.ts';
import { ownerStatement, timelineStatement } from './statement.ts';
import { latestFirst } from './order.ts';
import { eventOf } from './words.ts';

/** The case of one record, the latest event first. */
export function timelineHandlers({
  database,
}: Services): Handlers<`GET /api/timelines/${TimelineOf}/{id}`> {
  const timeline =
    (of: TimelineOf) =>
    async ({ actor, params: { id } }: { actor: SignedIn; params: { id: string } }) => {
      if (!mayRead(TIMELINES[of], actor, `GET /api/timelines/${of}/{id}`)) throw notFound();
      // said by its own statement: where rows are spread, the next asks that merchant's machine alone
      const merchantId =
        actor.merchantId ??
        (await database.run(ownerStatement(of, id), actor.sight))[0]?.merchant_id;
      if (!merchantId) throw notFound();
      const rows = await database.run(timelineStatement(of, actor, id, merchantId), actor.sight);
      if (!rows.length) throw notFound();
      const events = latestFirst(rows.slice(0, MOST_EVENTS)).map((row) =>
        eventOf(row, id, actor.merchantId !== null),
      );
      return { events, more: rows.length > MOST_EVENTS };
    };
  return {
    'GET /api/timelines/transaction/{id}': timeline('transaction'),
    'GET /api/timelines/purchase/{id}': timeline('purchase'),
    'GET /api/timelines/order/{id}': timeline('order'),
    'GET /api/timelines/loan/{id}': timeline('loan'),
  };
}
