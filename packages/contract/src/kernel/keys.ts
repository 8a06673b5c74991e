import type { Fields } from './fields.ts';

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
