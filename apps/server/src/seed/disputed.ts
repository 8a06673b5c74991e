import type { DisputeStatus } from '@paydesk/contract/payments.ts';
import { FRAUD } from '../gateways/acquirer-sandbox/disputes.ts';
import { callersOf } from '../gateways/protocol/gateways.ts';
import { emitPayment, makePayment } from './payments.ts';
import { daysBefore, type Shop } from './people.ts';
import { HOUR_MS, later, log, type World } from './world.ts';

/** Payments whose payers' banks claim them back, or did. */

interface DisputePlan {
  status: DisputeStatus;
  /** When it was paid, and when its payer’s bank claimed it back. */
  days: readonly [paid: number, raised: number];
  cents: bigint;
  /** Of what was paid, where that is not all. */
  claimedCents?: bigint;
  reason: string;
  /** Of one that is open: what its payer’s bank decides when the time to answer is over. */
  decides?: 'WON' | 'LOST';
}

const DISPUTES: readonly DisputePlan[] = [
  { status: 'OPEN', days: [16, 2], cents: 129_00n, reason: FRAUD, decides: 'WON' },
  {
    status: 'OPEN',
    days: [24, 5],
    cents: 214_50n,
    claimedCents: 64_50n,
    reason: 'Part of the goods not received',
    decides: 'LOST',
  },
  { status: 'WON', days: [45, 30], cents: 89_90n, reason: 'Goods not received' },
  { status: 'LOST', days: [52, 40], cents: 310_00n, reason: FRAUD },
];

const RESPOND_MS = 7 * 24 * HOUR_MS;
const DECIDED_MS = 6 * 24 * HOUR_MS;

/** Each of them, for a named merchant. Gives how many transactions there are. */
export function disputedPayments(world: World, shop: Shop, publicUrl: string): number {
  const { noticeTo } = callersOf(publicUrl);
  for (const plan of DISPUTES) disputed(world, shop, plan, noticeTo);
  return DISPUTES.length;
}

function disputed(world: World, shop: Shop, plan: DisputePlan, noticeTo: string): void {
  const { clock, emit, random } = world;
  const { status, cents, claimedCents = cents, reason, days } = plan;
  const [paid, raised] = days.map((day) => later(daysBefore(clock, day), -HOUR_MS));
  const respondBy = later(raised!, RESPOND_MS);
  const payment = makePayment(world, shop, {
    date: paid!,
    status: 'SUCCESS',
    amountCents: cents,
    description: `Order ${shop.initials}-${shop.nextOrder++}, claimed back`,
    recurring: null,
    links: 'all',
    createdBy: 'Payment page',
    dispute: status,
    respondBy: status === 'OPEN' ? respondBy : null,
  });
  const { transaction } = payment;
  const { id: transactionId, merchantId, currency } = transaction;
  const decided = status === 'OPEN' ? null : later(raised!, DECIDED_MS);
  const id = random.id(raised!);
  const disputeId = random.id(raised!);
  const said = (date: Date, event: 'DISPUTED' | 'DISPUTE_WON' | 'DISPUTE_LOST') => {
    const [before, after] =
      event === 'DISPUTED' ? ([null, 'OPEN'] as const) : (['OPEN', status] as const);
    const words = { fromStatus: 'SUCCESS', toStatus: 'SUCCESS', userName: 'Acquirer' } as const;
    log(world, transaction, date, { event, ...words, note: reason });
    emit('auditLogs', {
      id: random.id(date),
      createdDate: date,
      userId: null,
      userName: 'Acquirer',
      application: null,
      merchantId,
      address: '192.0.2.250',
      action: 'DISPUTE_NOTICE',
      entityType: 'TRANSACTION',
      entityId: transactionId,
      result: 'SUCCESS',
      details: {
        disputeId,
        reason,
        amount: Number(claimedCents) / 100,
        changes: { dispute: { before, after } },
      },
    });
  };
  said(raised!, 'DISPUTED');
  if (decided) said(decided, status === 'WON' ? 'DISPUTE_WON' : 'DISPUTE_LOST');
  emitPayment(world, payment);
  emit('disputes', {
    id,
    merchantId,
    transactionId,
    externalId: disputeId,
    amountCents: claimedCents,
    currency,
    reason,
    respondBy,
    status,
    createdDate: raised!,
    updatedDate: decided,
  });
  if (!plan.decides) return;
  // what the acquirer has said is known, and what it will say comes in its time
  const told = { disputeId, paymentId: transactionId, amountCents: claimedCents, currency, reason };
  const notice = { ...told, respondBy, noticeTo, createdDate: raised! };
  const [opened, decides] = [random.id(raised!), random.id(raised!)];
  emit('acquirerNotices', { ...notice, noticeId: opened, status: 'OPEN', dueDate: raised! });
  emit('acquirerNotices', {
    ...notice,
    noticeId: decides,
    status: plan.decides,
    dueDate: respondBy,
  });
  emit('acquirerNoticesTaken', { noticeId: opened, createdDate: raised! });
}
