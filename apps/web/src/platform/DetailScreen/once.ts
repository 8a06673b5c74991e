import type { Key } from '@paydesk/contract/index.ts';
import type { AnyRecord } from '@paydesk/contract/kernel/record.ts';
import { toldOf } from '../query.ts';
import { store } from '../store.ts';

/** A secret that an answer has carried: it is shown until its record’s screen is left, and asked for by nobody again. */
export const shownOnce = store<{ id: string; secret: string } | null>(null);

/** Of an answer that has one. */
export function keepOnce({ once }: AnyRecord, answer: unknown): void {
  const { id, ...fields } = (answer ?? {}) as { id: string } & Record<string, unknown>;
  const secret = once === undefined ? undefined : fields[once as string];
  if (typeof secret === 'string') shownOnce.set({ id, secret });
}

/**
 * Of an action whose form begins with what the record says, as with what is left to refund: whoever opens it again at
 * once reads what its answer said, and not what stood there before.
 */
export const keepAnswer = ({ one }: AnyRecord, id: string, answer: unknown): void => {
  if (one) toldOf(`GET ${one.path}` as Key, { params: { id } as never }, answer as never);
};
