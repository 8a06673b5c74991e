import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { IconAlertTriangle, IconCircleCheck } from '../../ui/icons.ts';
import classes from './session.module.css';

interface Props {
  title: string;
  tone: 'success' | 'error';
  words: string;
  /** 'Return to login page' */
  login: string;
  /** What to do first, before the way to the login. */
  children?: ReactNode;
}

/** How a form of its own page ended, and where to go from there. It takes the focus, so that it is read. */
export function Outcome({ title, tone, words, login, children }: Props): ReactNode {
  const router = useRouter();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const Sign = tone === 'success' ? IconCircleCheck : IconAlertTriangle;
  return (
    <div className={classes.form}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <Notice tone={tone} icon={Sign} role={tone === 'error' ? 'alert' : 'status'}>
        <p>{words}</p>
      </Notice>
      {children}
      <Button
        variant={children ? 'default' : 'primary'}
        className={classes.next}
        onClick={() => void router.navigate({ href: paths.login() })}
      >
        {login}
      </Button>
    </div>
  );
}
