import type { Action } from '@paydesk/contract/kernel/action.ts';
import {
  CANCELLED_BY_STAFF,
  cancelPurchase,
  purchases,
  resendCallback,
  type PurchaseDetail,
  type PurchaseRow,
  type PurchaseState,
  type PurchaseStatus,
} from '@paydesk/contract/resources/purchases.ts';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import { postPurchaseCallback } from '../../platform/callbacks.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { invalid, notFound, refuseUnless } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { oneRow } from '../../platform/list/engine.ts';
import { scopeOf } from '../../platform/list/scope.ts';
import { tryNow } from '../../platform/outbox/again.ts';
import type { Services } from '../../platform/services.ts';
import { cancel } from './cancel.ts';
import { purchasesList } from './lists.ts';

type Keys =
  | 'GET /api/purchases/{id}'
  | `POST /api/purchases/{id}/actions/${'cancel' | 'resend-callback'}`;

/** Reading one purchase, and what staff do with it (API-71, API-72). */
export function purchaseHandlers(services: Services): Handlers<Keys> {
  const { database } = services;

  async function load(actor: SignedIn, id: string): Promise<PurchaseDetail> {
    const row = await oneRow<PurchaseRow>(database, purchasesList, actor, id);
    return database.transaction(actor.sight, async (tx) => {
      const { reason_code, reason_note, url } = await readOne(tx, actor, id);
      return {
        ...row,
        reasonCode: reason_code,
        reasonNote: reason_note,
        notifiable: url !== null,
      };
    });
  }

  /** Asks the rule under the row's lock, then works; all of it, the audit row too, or nothing. */
  async function act(
    actor: SignedIn,
    id: string,
    action: Action<PurchaseState>,
    work: (tx: Tx, purchase: Awaited<ReturnType<typeof readOne>>) => Promise<void>,
  ): Promise<PurchaseDetail> {
    await database.transaction(actor.sight, async (tx) => {
      await tx.selectFrom('purchases').select('id').where('id', '=', id).forUpdate().execute();
      const purchase = await readOne(tx, actor, id);
      refuseUnless(actor, action.asks);
      const reason = action.whyNot(
        { status: { name: purchase.status as PurchaseStatus }, notifiable: purchase.url !== null },
        services.now(),
      );
      if (reason) throw invalid('status', reason);
      await work(tx, purchase);
    });
    return load(actor, id);
  }

  return {
    'GET /api/purchases/{id}': ({ actor, params }) => load(actor, params.id),
    'POST /api/purchases/{id}/actions/cancel': ({ actor, params, body }) =>
      act(actor, params.id.toLowerCase(), cancelPurchase, (tx, purchase) =>
        cancel(tx, services, actor, purchase, {
          audited: 'CANCEL',
          code: CANCELLED_BY_STAFF,
          note: body.reasonNote?.trim() || null,
        }),
      ),
    'POST /api/purchases/{id}/actions/resend-callback': ({ actor, params }) =>
      act(
        actor,
        params.id.toLowerCase(),
        resendCallback,
        async (tx, { id, merchant_id, last_callback_status }) => {
          await audit(tx, actor, {
            action: 'RESEND_CALLBACK',
            entityType: 'PURCHASE',
            entityId: id,
            merchantId: merchant_id,
            result: 'SUCCESS',
            details: { lastCallbackStatus: last_callback_status },
          });
          await postPurchaseCallback(tx, services, id);
          // behind one that waits for its next try it would wait as long
          await tryNow(tx, services.now(), id);
        },
      ),
  };
}

/** The purchase, and where its merchant wants to be told; a 404 for a foreign id as for an absent one. */
async function readOne(db: Db, actor: SignedIn, id: string) {
  const row = await db
    .selectFrom('purchases as p')
    .innerJoin('merchants as m', 'm.id', 'p.merchant_id')
    .selectAll('p')
    .select('m.purchase_notification_url as url')
    .where('p.id', '=', id)
    .where(scopeOf(purchases, 'p.merchant_id', actor))
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
