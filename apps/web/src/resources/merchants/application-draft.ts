import type { Texts } from '../../platform/form/values.ts';

interface Draft {
  texts: Texts;
  owners: { name: string; share: number }[];
}

/** By the end of the link: two applications in one browser are two. */
const nameOf = (token: string) => `paydesk.application.${token.slice(-8)}`;

export function readDraft(token: string): Draft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(nameOf(token)) ?? 'null') as Draft | null;
    if (kept) return kept;
  } catch {
    // storage is closed, or what stands there is not ours
  }
  return { texts: {}, owners: [] };
}

export function keepDraft(token: string, draft: Draft): void {
  try {
    sessionStorage.setItem(nameOf(token), JSON.stringify(draft));
  } catch {
    // storage is closed or full: a reload begins anew
  }
}

export function dropDraft(token: string): void {
  try {
    sessionStorage.removeItem(nameOf(token));
  } catch {
    // there was none
  }
}
