import type { ReactNode } from 'react';
import { useMe } from '../../platform/session.ts';
import { useTitle } from '../../platform/title.ts';
import { PasswordCard } from './PasswordCard.tsx';

/** AU-31 */
export function ProfileScreen(): ReactNode {
  const me = useMe();
  useTitle('Profile');
  return (
    <article>
      <h1>{`${me.firstName} ${me.lastName}`}</h1>
      <PasswordCard />
    </article>
  );
}
