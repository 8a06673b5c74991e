import type { Column } from './kernel/columns.ts';
import type { Fields } from './kernel/fields.ts';
import { recordAction } from './kernel/record.ts';
import type { Actor } from './permissions.ts';
import type { Requirements } from './policy.ts';

/** Who works on a case of the desk: deciding does not need it, and nothing waits for whoever forgot one. */

/** After so long it counts as nobody's again. */
export const TAKEN_HOURS = 4;

const HOUR_MS = 3_600_000;

/** Of both kinds of cases, on their lists: raw, so that the few that are taken have an index. */
export const takenColumns = {
  takenUserId: {
    label: 'Assigned to id',
    kind: 'id',
    hidden: true,
    visibleTo: 'staff',
    nullable: true,
  },
  takenBy: {
    label: 'Assigned to',
    kind: 'text',
    hidden: true,
    filter: false,
    visibleTo: 'staff',
    nullable: true,
  },
  takenDate: {
    label: 'Assigned',
    kind: 'dateTime',
    hidden: true,
    visibleTo: 'staff',
    nullable: true,
  },
} as const satisfies Readonly<Record<string, Column>>;

/** As rows and records have it; others than staff do not. */
export interface Taken {
  takenUserId?: string | null;
  takenBy?: string | null;
  takenDate?: string | null;
}

export interface Holder {
  userId: string;
  name: string;
  since: string;
}

/** Who has it in hand; null where nobody has, or not for hours. */
export function holderOf({ takenUserId, takenBy, takenDate }: Taken, now: Date): Holder | null {
  if (!takenUserId || !takenDate) return null;
  if (now.getTime() - Date.parse(takenDate) >= TAKEN_HOURS * HOUR_MS) return null;
  return { userId: takenUserId, name: takenBy ?? '', since: takenDate };
}

const takeFields = {
  from: { label: 'Taken over from', kind: 'id' },
} as const satisfies Fields;

interface Case<R> {
  /** 'a payment in review' */
  what: string;
  serves: string;
  asks: Requirements;
  audited: readonly [take: string, giveBack: string];
  /** Why it waits for nobody, or not for this person. */
  whyNot: (one: R, actor: Actor) => string | null;
}

/**
 * Taking a case, and giving it back. Whose it was when it was read is sent along: of two who take it at once one
 * does, and nobody takes it over from somebody they have not read of.
 */
/* @__NO_SIDE_EFFECTS__ */
export const takeAction = <R extends Taken>({ what, serves, asks, audited, whyNot }: Case<R>) =>
  recordAction<R, typeof takeFields>({
    label: 'Assign to me',
    summary: `Take ${what} in hand, or over from whoever has it`,
    serves,
    asks,
    audited: audited[0],
    looksAt: 'from',
    fields: takeFields,
    whyNot: (one, now, actor) =>
      whyNot(one, actor) ??
      (holderOf(one, now)?.userId === actor.userId ? 'It is assigned to you already' : null),
    check: ({ from }, { takenUserId, takenBy }): { from?: string } =>
      takenUserId && from !== takenUserId ? { from: `${takenBy} has taken it over` } : {},
    success: 'Assigned to you',
  });

/* @__NO_SIDE_EFFECTS__ */
export const giveBackAction = <R extends Taken>({ what, serves, asks, audited }: Case<R>) =>
  recordAction<R>({
    label: 'Unassign',
    summary: `Give ${what} back that one has taken`,
    serves,
    asks,
    audited: audited[1],
    looksAt: 'takenUserId',
    whyNot: ({ takenUserId }, _now, actor) =>
      takenUserId === actor.userId ? null : 'It is not assigned to you',
    success: 'Unassigned',
  });
