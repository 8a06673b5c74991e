import type { AnyRecord } from '@paydesk/contract/kernel/record.ts';
import { store } from '../store.ts';

/** A secret that an answer has carried: it is shown until its record’s screen is left, and asked for by nobody again. */
export const shownOnce = store<{ id: string; secret: string } | null>(null);

/** Of an answer that has one. */
export function keepOnce({ once }: AnyRecord, answer: unknown): void {
  const { id, ...fields } = (answer ?? {}) as { id: string } & Record<string, unknown>;
  const secret = once === undefined ? undefined : fields[once as string];
  if (typeof secret === 'string') shownOnce.set({ id, secret });
}
