import type { Column } from './kernel/columns.ts';
import type { Fields } from './kernel/fields.ts';
import { recordAction } from './kernel/record.ts';
import type { Actor, Permission, UserRole } from './permissions.ts';
import type { Requirement } from './policy.ts';

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
  assignedBy: {
    label: 'Assigned by',
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
  /** Who gave it to them; null where they took it themselves. */
  assignedBy?: string | null;
  takenDate?: string | null;
}

export interface Holder {
  userId: string;
  name: string;
  /** Who gave it to them. */
  from: string | null;
  since: string;
}

/** Who has it in hand; null where nobody has, or not for hours. */
export function holderOf(
  { takenUserId, takenBy, assignedBy, takenDate }: Taken,
  now: Date,
): Holder | null {
  if (!takenUserId || !takenDate) return null;
  if (now.getTime() - Date.parse(takenDate) >= TAKEN_HOURS * HOUR_MS) return null;
  return { userId: takenUserId, name: takenBy ?? '', from: assignedBy ?? null, since: takenDate };
}

const takeFields = {
  from: { label: 'Taken over from', kind: 'id' },
} as const satisfies Fields;

export interface Case<R> {
  /** 'a payment in review' */
  what: string;
  serves: string;
  asks: Requirement & { anyOf: readonly Permission[]; roles: readonly UserRole[] };
  audited: readonly [take: string, giveBack: string, assign: string];
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

const assignFields = {
  to: { label: 'Colleague', kind: 'id', required: true },
  from: { label: 'Assigned to as it was read', kind: 'id', asked: false, seen: true },
} as const satisfies Fields;

/** Why it waits for nobody at all, whoever asks. */
export const whyNobody = <R>({ whyNot }: Pick<Case<R>, 'whyNot'>, one: R, actor: Actor) =>
  whyNot(one, { ...actor, userId: '' });

/**
 * Giving a case to a colleague by name: taking it for another. Whoever decides such cases does it, who has read this one
 * already and waits for a second reader too; who gets it must be one who may decide this one.
 */
/* @__NO_SIDE_EFFECTS__ */
export const assignAction = <R extends Taken>(whose: Case<R>) =>
  recordAction<R, typeof assignFields>({
    label: 'Hand over',
    summary: `Give ${whose.what} to a colleague who may decide it; they are told by mail`,
    serves: whose.serves,
    asks: whose.asks,
    audited: whose.audited[2],
    fields: assignFields,
    whyNot: (one, _now, actor) => whyNobody(whose, one, actor),
    seen: ({ takenUserId }) => (takenUserId ? { from: takenUserId } : {}),
    check: ({ from }, { takenUserId, takenBy }): { from?: string } =>
      (from ?? null) === (takenUserId ?? null)
        ? {}
        : {
            from: takenBy
              ? `It is assigned to ${takenBy} meanwhile. Hand it over again if it is to be another’s.`
              : 'It has been given back meanwhile. Hand it over again if it is to be another’s.',
          },
    dialog: { title: 'Hand this case over', submit: 'Hand over' },
    success: 'Case handed over',
    outcome: ({ takenBy }) => `Assigned to ${takenBy}`,
  });
