import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { afterPaint } from './after-paint.ts';
import { useOpens } from './closed.ts';

type Props = ComponentProps<'a'> & { href: string; always?: boolean | undefined };

/** A link to a screen of the console, its href out of paths.ts; a modified click stays the browser's. */
export function AppLink({ href, always, onClick, children, ...rest }: Props): ReactNode {
  const router = useRouter();
  const opens = useOpens();
  const preload = () => void router.preloadRoute({ to: '', href }).catch(() => undefined);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || event.button !== 0 || modified) return;
    if (rest.target && rest.target !== '_self') return;
    event.preventDefault();
    afterPaint(() => void router.navigate({ href }));
  };
  // that screen is not for this person: the words stay, and lead nowhere
  if (!always && !opens(href))
    return (
      <span className={rest.className} style={rest.style}>
        {children}
      </span>
    );
  return (
    <a {...rest} href={href} onClick={follow} onPointerEnter={preload} onFocus={preload}>
      {children}
    </a>
  );
}
