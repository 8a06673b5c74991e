import { NEWEST } from 'virtual:changelog-newest';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import { readItem, writeItem } from './session-store.ts';
import { useActor } from './session.ts';
import { store, useStore } from './store.ts';

/** What of the changelog this browser has shown; no server hears of it. */
const NAME = 'paydesk.changes';

const shown = store(readItem(NAME));

/** Whether what this person reads of the newest version was shown, and that it was. */
export function useChangesSeen(): [seen: boolean, mark: () => void] {
  const newest = NEWEST[AUDIENCES.staff(useActor()) ? 0 : 1];
  const mark = () => {
    writeItem(NAME, newest);
    shown.set(newest);
  };
  return [useStore(shown) === newest, mark];
}
