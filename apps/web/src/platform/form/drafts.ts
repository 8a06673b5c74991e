import type { ReadAs } from '@paydesk/contract/kernel/body.ts';
import { DRAFTS, readOwn, writeOwn, type StoreOf } from '../own-store.ts';
import type { Texts } from './values.ts';

/** What was typed in one form as its session ended, without anything secret. */
export interface Draft {
  texts: Texts;
  readAs: ReadAs;
  /** What is no field, such as the rows below the record. */
  parts: Readonly<Record<string, unknown>>;
}

type Forms = Readonly<Record<string, Draft>>;

const read = (store: StoreOf, userId: string): Forms =>
  readOwn<{ forms: Forms }>(store, DRAFTS, userId)?.forms ?? {};

const write = (store: StoreOf, userId: string, forms: Forms): void =>
  writeOwn(store, DRAFTS, Object.keys(forms).length ? { userId, forms } : null);

export function keepDraft(store: StoreOf, userId: string, key: string, draft: Draft): void {
  write(store, userId, { ...read(store, userId), [key]: draft });
}

/** What this person had typed in the form; read once, and then the form's own again. */
export function takeDraft(store: StoreOf, userId: string, key: string): Draft | null {
  const { [key]: draft, ...others } = read(store, userId);
  if (!draft) return null;
  write(store, userId, others);
  return draft;
}
