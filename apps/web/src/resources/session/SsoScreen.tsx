import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { ApiError } from '../../platform/api.ts';
import { errorText } from '../../platform/errors.ts';
import { safeRedirect } from '../../platform/guard.ts';
import { useRouteSearch } from '../../platform/route-state.ts';
import { comeBack } from '../../platform/sso.ts';
import { Outcome } from './Outcome.tsx';

const TITLE = 'Single sign-on';

/** Whoever comes back from the provider of their firm passes here; they see it where it failed. */
export function SsoScreen(): ReactNode {
  const router = useRouter();
  const came = useRouteSearch<'sso'>();
  const [problem, setProblem] = useState<string | null>(null);
  const go = useEffectEvent(({ tried, redirectFrom }: Awaited<ReturnType<typeof comeBack>>) =>
    router.navigate({
      href: tried ? paths.ssoConnections() : safeRedirect(redirectFrom, location.origin),
      replace: true,
    }),
  );
  const arrive = useEffectEvent(() => comeBack(came));
  useEffect(() => {
    arrive().then(go, (error: unknown) => setProblem(wordsOf(error)));
  }, []);
  if (problem)
    return <Outcome title={TITLE} tone="error" words={problem} login="Go to login page" />;
  return (
    <>
      <h1>{TITLE}</h1>
      <output>You are being signed in.</output>
    </>
  );
}

function wordsOf(error: unknown): string {
  if (error instanceof ApiError) {
    const [first] = error.fieldErrors;
    if (first) return first.message;
    if (error.status === 401)
      return 'This sign-in took too long, or began elsewhere. Please begin again.';
  }
  return errorText(error).lines.join(' ');
}
