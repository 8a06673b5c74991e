import { lazy, Suspense, type ReactNode } from 'react';
import { Boundary } from './Boundary.tsx';

const SafeHtml = lazy(() => import('./SafeHtml.tsx'));

/** HTML that somebody wrote, without what it must not hold (AM-46); the cleaner comes when it is needed. */
export function RichText({ html }: { html: string }): ReactNode {
  return (
    <Boundary what="This text">
      <Suspense>
        <SafeHtml html={html} />
      </Suspense>
    </Boundary>
  );
}
