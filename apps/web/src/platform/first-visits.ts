import { readItem, writeItem } from './session-store.ts';

/** Which screens somebody has been to; this browser keeps it, for each person. */
const NAME = 'paydesk.visited';
/** Of one who wants to hear of none. */
const ALL = '*';

/** Whatever stands there, somebody may have written it by hand. */
function visitedBy(): Record<string, string[]> {
  try {
    const kept = JSON.parse(readItem(NAME) ?? '{}') as Record<string, unknown> | null;
    return Object.fromEntries(
      Object.entries(kept ?? {}).filter((one): one is [string, string[]] => Array.isArray(one[1])),
    );
  } catch {
    return {};
  }
}

function add(userId: string, name: string): void {
  const all = visitedBy();
  writeItem(NAME, JSON.stringify({ ...all, [userId]: [...new Set(all[userId]).add(name)] }));
}

export function isFirstVisit(userId: string, name: string): boolean {
  const mine = visitedBy()[userId] ?? [];
  return !mine.includes(name) && !mine.includes(ALL);
}

export const noteVisit = add;

export const wantsHints = (userId: string): boolean => !visitedBy()[userId]?.includes(ALL);

export function turnHints(userId: string, on: boolean): void {
  if (!on) return add(userId, ALL);
  const all = visitedBy();
  const seen = (all[userId] ?? []).filter((name) => name !== ALL);
  writeItem(NAME, JSON.stringify({ ...all, [userId]: seen }));
}
