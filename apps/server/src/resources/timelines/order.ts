import { STEPS } from './done.ts';
import type { EventRow } from './words.ts';

/** In which order a case is told: the latest first, and no effect below its cause. */

/** What leads to what, where several things stand at one instant: an order, its purchase, the money, what is told of it. */
const CAUSES: Readonly<Record<EventRow['kind'], number>> = {
  ORDER: 0,
  LOAN: 1,
  PURCHASE: 3,
  RECURRING: 4,
  MESSAGE: 5,
  PAYMENT: 6,
  MARK: 7,
  REFUND: 8,
  REVERSAL: 9,
  DISPUTE: 9,
  CALLBACK: 10,
  CHANGE: 11,
};
/** A merchant's request comes before the purchase that it asks for; questions about the order before the money. */
const MESSAGE_CAUSES: Readonly<Record<string, number>> = {
  PMTREQ: 2,
  ORDERVERREQ: 5,
  ORDERVERRESP: 5.5,
  PMTSTATRESP: 9.5,
};
const STEP_CAUSE = 5.8;

/** How far a case has come, by the status that a message to the merchant says; its other ends come last. */
const TOLD = ['DRAFT', 'PENDING', 'UNSIGNED', 'VERIFIED', 'SIGNED', 'SETTLED', 'PAID', 'REFUNDED'];
const stage = ({ facts: { told } }: EventRow) => {
  const at = TOLD.indexOf(told ?? '');
  return at < 0 ? TOLD.length : at;
};

const secondOf = (at: string) => at.slice(0, 19);

/**
 * When each counts as having happened. What one and the same step writes bears clocks a few milliseconds apart: an
 * order is paid by the loan that is confirmed with it, and of messages that left in one second the later status was
 * not said first.
 */
function instants(rows: readonly EventRow[]): Map<EventRow, string> {
  const at = new Map(rows.map((row) => [row, row.at]));
  const confirmed = rows.filter(({ facts }) => facts.event && facts.to === 'CONFIRMED');
  for (const row of rows.filter(({ facts }) => facts.action === 'PAY_ORDER')) {
    const cause = confirmed.find(
      (one) => one.at > row.at && Date.parse(one.at) - Date.parse(row.at) < 1000,
    );
    if (cause) at.set(row, cause.at);
  }
  const messages = Map.groupBy(
    rows.filter(({ facts }) => facts.told),
    (row) => secondOf(row.at),
  );
  for (const sent of messages.values()) {
    const times = sent.map((row) => row.at).toSorted();
    for (const [nth, row] of sent.toSorted((a, b) => stage(a) - stage(b)).entries())
      at.set(row, times[nth]!);
  }
  return at;
}

const cause = ({ kind, facts }: EventRow) => {
  if (facts.action && STEPS[facts.action]) return STEP_CAUSE;
  return MESSAGE_CAUSES[facts.type ?? ''] ?? (facts.type === 'PURCHCOMPLREQ' ? 10 : CAUSES[kind]);
};

/** The latest first; of one instant, the effect before its cause. */
export function latestFirst(rows: readonly EventRow[]): EventRow[] {
  const at = instants(rows);
  return rows.toSorted(
    (a, b) =>
      at.get(b)!.localeCompare(at.get(a)!) ||
      cause(b) - cause(a) ||
      (a.facts.told && b.facts.told ? stage(b) - stage(a) : 0) ||
      b.id.localeCompare(a.id),
  );
}
