import { Suspense, type ReactNode } from 'react';
import { late } from '../platform/late.tsx';

const SafeHtml = late(() => import('./SafeHtml.tsx'));

/** HTML that somebody wrote, without what it must not hold (AM-46); the cleaner comes when it is needed. */
export function RichText({ html }: { html: string }): ReactNode {
  return (
    <Suspense>
      <SafeHtml html={html} />
    </Suspense>
  );
}
