import { USER_STATUSES, type UserStatus } from '../permissions.ts';
import type { Fields } from './fields.ts';
import type { Answer } from './story.ts';

/** What a person calls a key of a machine's by, among those of the same owner. */
export const KEY_NAME = {
  label: 'Name',
  kind: 'text',
  required: true,
  maxLength: 64,
  unique: 'Another key has this Name',
  alike: true,
} as const satisfies Fields[string];

/** What a key may do, box by box: all of it to begin with, and at least one; a key that may do nothing is none. */
export const boxesOf = (boxes: Fields, field: string, words: string) => ({
  begins: Object.fromEntries(Object.keys(boxes).map((key) => [key, true])),
  shown: Object.fromEntries(Object.entries(boxes).map(([key, { label }]) => [key, label])),
  check: (values: Readonly<Record<string, unknown>>, before: unknown): Record<string, string> => {
    const whole = { ...(before as Record<string, unknown> | null), ...values };
    return Object.keys(boxes).some((key) => whole[key]) ? {} : { [field]: words };
  },
});

/** Of who made a key; null where that was not kept. A key is its owner's, and goes on when its maker leaves. */
export const makerStatus = {
  label: 'Its creator is',
  kind: 'choice',
  enumeration: USER_STATUSES,
  hidden: 'screen',
  filter: false,
  sort: true,
  nullable: true,
} as const;

interface MadeKey {
  status: { name: string };
  createdBy: string;
  makerStatus: UserStatus | null;
}

/** 'deactivated' where who made it can no longer sign in by somebody's decision. */
export const makerGone = ({ makerStatus: is }: Pick<MadeKey, 'makerStatus'>): string | null =>
  is === 'DEACTIVATED' || is === 'BLOCKED' ? USER_STATUSES[is].toLowerCase() : null;

/** What its screen says first of a key whose maker is gone: it works on, and they have read it. */
export function keyAnswer(key: MadeKey): Answer | null {
  const gone = makerGone(key);
  return gone && key.status.name === 'ACTIVE'
    ? {
        tone: 'warning',
        reason: `${key.createdBy}, who made this key, is ${gone}`,
        nextStep:
          'The key goes on working. If they may still have it, put another in its place and end this one.',
      }
    : null;
}
