import type { ReactNode } from 'react';
import { dash, inParts } from '../../ui/values.tsx';
import { AppLink } from '../AppLink.tsx';
import { DetailCard } from './blocks.tsx';
import styles from './people.module.css';

/** Who or what stands behind a record: a customer, a card, a merchant, an institution. */
export interface Person {
  label: string;
  icon: ReactNode;
  value: ReactNode;
  /** Where more of them stands; without it there is nothing that whoever reads may open. */
  href?: string | null | undefined;
  note?: ReactNode;
}

/** The people of a record, in the order in which money went. */
export function People({ of }: { of: readonly Person[] }) {
  const one = of.length === 1 ? of[0] : null;
  return (
    // a card alone is nobody: what stands there alone gives the block its name
    <DetailCard flush title={one ? one.label : 'People'}>
      <ul className={styles.people}>
        {of.map(({ label, icon, value, href, note }) => (
          <li key={label}>
            {icon}
            <div>
              {one ? null : <span className={styles.label}>{label}</span>}
              {href && value ? (
                <AppLink href={href} aria-label={`${label} ${words(value)}`}>
                  {shown(value)}
                </AppLink>
              ) : (
                // why there is nobody says that there is nobody
                <span>{value ? shown(value) : note ? null : dash}</span>
              )}
              {note ? <span className={styles.note}>{shown(note)}</span> : null}
            </div>
          </li>
        ))}
      </ul>
    </DetailCard>
  );
}

const shown = (value: ReactNode) => (typeof value === 'string' ? inParts(value) : value);
const words = (value: ReactNode) => (typeof value === 'string' ? value : '');
