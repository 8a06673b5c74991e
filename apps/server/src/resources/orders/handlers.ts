import {
  approveOrder,
  rejectOrder,
  type OrderDetail,
  type OrderRejectReason,
  type OrderStatus,
} from '@paydesk/contract/resources/orders.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import { invalid } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { changeAs } from '../../platform/own-merchant.ts';
import type { Services } from '../../platform/services.ts';
import { loadOrder, lockOrder, orderScopeOf, shownTo, statusOf } from './load.ts';
import { move } from './move.ts';

type Keys = 'GET /api/orders/{id}' | 'PUT /api/orders/{id}/approve' | 'PUT /api/orders/{id}/reject';

interface Decision {
  action: typeof approveOrder | typeof rejectOrder;
  audited: string;
  values: { status: OrderStatus; reject_reason_code: OrderRejectReason | null };
}

const APPROVAL: Decision = {
  action: approveOrder,
  audited: 'APPROVE_ORDER',
  values: { status: 'VERIFIED', reject_reason_code: null },
};
const REJECTION: Decision = {
  action: rejectOrder,
  audited: 'REJECT_ORDER',
  values: { status: 'REJECTED', reject_reason_code: 'MANUAL_REJECT' },
};

/** One order, read and decided about by people (API-134, API-136, API-137). */
export function orderHandlers(services: Services): Handlers<Keys> {
  const { database, now } = services;

  /** Asked under the row's lock, so that of two at the same moment one is told no (SB-36). */
  async function decide(
    actor: SignedIn,
    id: string,
    { action, audited, values }: Decision,
  ): Promise<OrderDetail> {
    const scope = orderScopeOf(actor);
    return changeAs(database, actor, async (tx) => {
      const row = await lockOrder(tx, scope, id);
      const reason = action.whyNot(
        { status: statusOf(row), paymentMethodClosed: row.payment_method_closed },
        now(),
      );
      if (reason) throw invalid('status', reason);
      await move(tx, services, actor, row, audited, values);
      return shownTo(actor, await loadOrder(tx, scope, row.id));
    });
  }

  return {
    'GET /api/orders/{id}': ({ actor, params }) =>
      database.transaction(actor.sight, async (tx) =>
        shownTo(actor, await loadOrder(tx, orderScopeOf(actor), params.id)),
      ),
    'PUT /api/orders/{id}/approve': ({ actor, params }) => decide(actor, params.id, APPROVAL),
    'PUT /api/orders/{id}/reject': ({ actor, params }) => decide(actor, params.id, REJECTION),
  };
}
