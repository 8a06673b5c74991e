import type { ReactNode } from 'react';
import { useMe } from '../../platform/session.ts';
import { useTitle } from '../../platform/title.ts';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import classes from './session.module.css';
import { SessionsCard } from './SessionsCard.tsx';

/** AU-31 */
export function ProfileScreen(): ReactNode {
  const me = useMe();
  useTitle('Profile');
  return (
    <article className={classes.profile}>
      <h1>{`${me.firstName} ${me.lastName}`}</h1>
      <SecondFactorCard />
      <SessionsCard />
    </article>
  );
}
