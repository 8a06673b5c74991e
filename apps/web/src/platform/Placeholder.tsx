import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../paths.ts';
import { AppLink } from './AppLink.tsx';
import classes from './Shell.module.css';

interface Props {
  title: string;
  /** What will stand here. */
  later: string;
  /** Where a visitor who came by the address itself goes back to. */
  back: string;
}

/** In place of a screen that is not built yet. */
export function Placeholder({ title, later, back }: Props): ReactNode {
  const { history } = useRouter();
  return (
    <div className={classes.message}>
      <h1>{title}</h1>
      <p>{later}</p>
      <p>This screen is not built yet.</p>
      <p>
        <AppLink
          href={back}
          onClick={(event) => {
            if (!history.canGoBack() || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            history.back();
          }}
        >
          {back === paths.login() ? 'Back to login' : 'Go back'}
        </AppLink>
      </p>
    </div>
  );
}
