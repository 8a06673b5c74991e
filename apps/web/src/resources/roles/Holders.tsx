import { useId, useState, type ReactNode } from 'react';
import type { Role } from '@paydesk/contract/resources/roles.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { formatCount } from '../../platform/format.ts';
import { TextButton } from '../../ui/Button.tsx';
import styles from './roles.module.css';

const SHOWN = 12;

/** Who has a role, by name; of many the others on a press. */
export function Holders({ one: { people, peopleIds, peopleNames } }: { one: Role }): ReactNode {
  const [all, setAll] = useState(false);
  const id = useId();
  const folded = peopleIds.length - SHOWN;
  const untold = people - peopleIds.length;
  if (!peopleIds.length) return null;
  return (
    <>
      <ul className={styles.holders} id={id} aria-label="Who has it">
        {peopleIds.slice(0, all ? undefined : SHOWN).map((person, at) => (
          <li key={person}>
            <AppLink href={paths.user(person)}>{peopleNames[at]}</AppLink>
          </li>
        ))}
        {all && untold > 0 ? <li>and {formatCount(untold)} more</li> : null}
      </ul>
      {folded > 0 ? (
        <TextButton aria-controls={id} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Fewer' : `+${formatCount(people - SHOWN)} more`}
        </TextButton>
      ) : null}
    </>
  );
}
