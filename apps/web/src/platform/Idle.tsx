import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react';
import { getIdleEnd, subscribe } from './session-store.ts';

const IdleDialog = lazy(() => import('./IdleDialog.tsx'));

/** Mounted once, at the root: two minutes before a session ends for want of a sign of the person. */
export function Idle(): ReactNode {
  const end = useSyncExternalStore(subscribe, getIdleEnd);
  return end === null ? null : (
    <Suspense fallback={null}>
      <IdleDialog end={end} />
    </Suspense>
  );
}
