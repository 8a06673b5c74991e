import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react';
import { askedFor, subscribe } from './step-up.ts';

const StepUpDialog = lazy(() => import('./StepUpDialog.tsx'));

/** Mounted once, at the root: the question for a new code or the password, above whatever asked for it. */
export function StepUp(): ReactNode {
  const proof = useSyncExternalStore(subscribe, askedFor);
  return proof ? (
    <Suspense fallback={null}>
      <StepUpDialog key={proof} proof={proof} />
    </Suspense>
  ) : null;
}
