import type { TransactionState } from '@paydesk/contract/resources/transactions/rules.ts';
import {
  giveBackTransaction,
  takeTransaction,
} from '@paydesk/contract/resources/transactions/taking.ts';
import type { RecordAction } from '@paydesk/contract/kernel/record.ts';
import { handed, handOf, NOBODYS, takenBy } from '../../domain/taking.ts';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { insist, refuseFields } from '../../platform/insist.ts';
import { changeAs } from '../../platform/own-merchant.ts';
import type { Services } from '../../platform/services.ts';
import { loadDetail, stateOf } from './detail.ts';
import { lock } from './reserve.ts';

type Key = `POST /api/transactions/{id}/actions/${'take' | 'give-back'}`;
interface Asked {
  actor: SignedIn;
  params: { id: string };
  body?: object;
}

/** A payment in review in somebody's hand: nothing of it moves, and its merchant is told nothing (ADR 197). */
export function takingHandlers(services: Services): Handlers<Key> {
  const change =
    (
      action: RecordAction<TransactionState>,
      to: (actor: SignedIn) => ReturnType<typeof takenBy> | typeof NOBODYS,
    ) =>
    async ({ actor, params, body = {} }: Asked) => {
      const id = params.id.toLowerCase();
      await changeAs(services.database, actor, async (tx) => {
        const { row } = await lock(tx, actor, id);
        const state = { ...stateOf(row, null, null), ...handOf(row) };
        insist(action, state, actor, body as Record<string, unknown>, services.now());
        refuseFields(action.check?.(body as Record<string, unknown>, state) ?? {});
        const hand = to(actor);
        await tx.updateTable('transactions').set(hand).where(theRow(id, row.merchant_id)).execute();
        await audit(tx, actor, {
          action: action.audited,
          entityType: 'TRANSACTION',
          entityId: id,
          merchantId: row.merchant_id,
          result: 'SUCCESS',
          details: handed(row, hand),
        });
      });
      return loadDetail(services, actor, id);
    };
  return {
    'POST /api/transactions/{id}/actions/take': change(takeTransaction as never, takenBy),
    'POST /api/transactions/{id}/actions/give-back': change(
      giveBackTransaction as never,
      () => NOBODYS,
    ),
  };
}
