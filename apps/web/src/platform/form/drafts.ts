import type { ReadAs } from '@paydesk/contract/kernel/body.ts';
import type { Texts } from './values.ts';

/** What was typed in one form as its session ended, without anything secret. */
export interface Draft {
  texts: Texts;
  readAs: ReadAs;
  /** What is no field, such as the rows below the record. */
  parts: Readonly<Record<string, unknown>>;
}

interface Kept {
  /** Nobody else may read it. */
  userId: string;
  forms: Record<string, Draft>;
}

/** Asked for when it is used: a browser that keeps nothing refuses even to name it. */
type Store = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const NAME = 'paydesk.drafts';

function read(store: Store, userId: string): Kept {
  try {
    const kept = JSON.parse(store().getItem(NAME) ?? 'null') as Kept | null;
    if (kept?.userId === userId) return kept;
  } catch {
    // storage is closed, or what stands there is not ours
  }
  return { userId, forms: {} };
}

function write(store: Store, kept: Kept): void {
  try {
    if (Object.keys(kept.forms).length) store().setItem(NAME, JSON.stringify(kept));
    else store().removeItem(NAME);
  } catch {
    // storage is closed or full: what is typed is lost with its session, as before
  }
}

export function keepDraft(store: Store, userId: string, key: string, draft: Draft): void {
  const kept = read(store, userId);
  write(store, { userId, forms: { ...kept.forms, [key]: draft } });
}

/** What this person had typed in the form; read once, and then the form's own again. */
export function takeDraft(store: Store, userId: string, key: string): Draft | null {
  const { forms } = read(store, userId);
  const { [key]: draft, ...others } = forms;
  if (!draft) return null;
  write(store, { userId, forms: others });
  return draft;
}

/** As a person signs in: what anybody else had typed here is thrown away. */
export const dropOthers = (store: Store, userId: string): void => write(store, read(store, userId));

/** As the person signs out. */
export function clearDrafts(store: Store): void {
  write(store, { userId: '', forms: {} });
}
