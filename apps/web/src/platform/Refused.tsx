import { lazy, Suspense, type ReactNode } from 'react';
import type { opening } from './session.ts';

const pages = () => import('./NotAllowed.tsx');
const NotAllowed = lazy(async () => ({ default: (await pages()).NotAllowed }));
const NotYours = lazy(async () => ({ default: (await pages()).NotYours }));

interface Props {
  of: ReturnType<typeof opening>;
  title: string;
}

/** What stands in the place of a screen that this person may not open, or not use; few ever read it. */
export function Refused({ of: [route, calls], title }: Props): ReactNode {
  return (
    <Suspense>
      {route.allowed ? (
        calls.allowed || <NotYours {...calls} title={title} />
      ) : (
        <NotAllowed {...route} />
      )}
    </Suspense>
  );
}
