import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react';
import { isAskingToLeave, subscribe } from './leave.ts';

const LeaveDialog = lazy(() => import('./LeaveDialog.tsx'));

/** Mounted once, at the root: the question before what is typed is lost. */
export function Leave(): ReactNode {
  const open = useSyncExternalStore(subscribe, isAskingToLeave);
  return open ? (
    <Suspense fallback={null}>
      <LeaveDialog />
    </Suspense>
  ) : null;
}
