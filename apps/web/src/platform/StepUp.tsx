import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react';
import { isAsking, subscribe } from './step-up.ts';

const StepUpDialog = lazy(() => import('./StepUpDialog.tsx'));

/** Mounted once, at the root: the question for a new code, above whatever asked for it. */
export function StepUp(): ReactNode {
  const open = useSyncExternalStore(subscribe, isAsking);
  return open ? (
    <Suspense fallback={null}>
      <StepUpDialog />
    </Suspense>
  ) : null;
}
