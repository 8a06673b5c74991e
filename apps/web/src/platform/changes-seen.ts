import { NEWEST } from 'virtual:changelog-newest';
import { readItem, writeItem } from './session-store.ts';
import { store } from './store.ts';

/** What of the changelog this browser has shown; no server hears of it. */
const NAME = 'paydesk.changes';

export const changesSeen = store(readItem(NAME) === NEWEST);

export function markChangesSeen(): void {
  writeItem(NAME, NEWEST);
  changesSeen.set(true);
}
