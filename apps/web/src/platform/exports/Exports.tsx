import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react';
import { getExports, subscribe } from './list.ts';

const ExportsPanel = lazy(() => import('./ExportsPanel.tsx'));

/** Mounted once, at the root: the panel comes with the first file that is asked for. */
export function Exports(): ReactNode {
  return useSyncExternalStore(subscribe, getExports).length ? (
    <Suspense fallback={null}>
      <ExportsPanel />
    </Suspense>
  ) : null;
}
