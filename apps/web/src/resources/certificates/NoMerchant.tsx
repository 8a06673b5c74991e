import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../platform/LinkButton.tsx';
import { can, useActor } from '../../platform/session.ts';
import styles from './certificates.module.css';

/** Staff have no systems of a merchant's: why, and where each merchant's own stand (AM-41). */
export function NoMerchant(): ReactNode {
  const staff = can(useActor(), 'BACKOFFICE');
  return (
    <section>
      <h1>Certificates</h1>
      <p className={styles.notice}>
        You belong to no merchant, so you have no certificates and no API key here.
        {staff ? ' A merchant’s are on its own page.' : null}
      </p>
      {staff ? <LinkButton href={paths.merchants()}>Merchants</LinkButton> : null}
    </section>
  );
}
