import type { ReactNode } from 'react';
import { ROLES, type UserRole } from '@paydesk/contract/permissions.ts';
import {
  definitionOf,
  groupedRights,
  isOfMerchants,
  rightsInOrder,
  rightsOf,
  type GivenRight,
} from '@paydesk/contract/rights.ts';
import { useActor } from '../../platform/session.ts';
import { Checkbox } from '../../ui/Input.tsx';
import { TextButton } from '../../ui/Button.tsx';
import styles from './roles.module.css';

/** With what each needs, and without what is nothing without one that went. */
function toggled(held: readonly GivenRight[], right: GivenRight, on: boolean): GivenRight[] {
  const next = new Set(held);
  const put = (one: GivenRight) => {
    next.add(one);
    const { needs } = definitionOf(one);
    if (needs) put(needs as GivenRight);
  };
  const take = (one: GivenRight) => {
    next.delete(one);
    for (const other of next) if (definitionOf(other).needs === one) take(other);
  };
  if (on) put(right);
  else take(right);
  return rightsInOrder.filter((one) => next.has(one));
}

interface Props {
  base: UserRole;
  held: readonly GivenRight[];
  /** Without it, it is only shown. */
  onChange?: ((held: GivenRight[]) => void) | undefined;
  error?: string | undefined;
  /** It reaches some merchants alone: what is of all of them at once is no part of it. */
  confined?: boolean;
}

/** What a role holds, in groups; of what its base can do, what the reader can't give stays as it is. */
export function Rights({ base, held, onChange, error, confined = false }: Props): ReactNode {
  const { role: own } = useActor();
  const possible = rightsOf(base);
  const isWide = (right: GivenRight) => confined && !isOfMerchants(right);
  return (
    <fieldset className={styles.rights} aria-describedby={error ? 'rights-error' : undefined}>
      <legend>What they can do</legend>
      <p className={styles.lead}>
        Of all that a {ROLES[base]} can do, {held.length} of {possible.length} are kept.
      </p>
      {error ? (
        <p id="rights-error" className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
      <div className={styles.groups}>
        {groupedRights(possible).map(({ group, title, of }) => {
          const open = of.filter((right) => !own?.lacks.includes(right) && !isWide(right));
          const all = open.every((right) => held.includes(right));
          return (
            <section key={group} aria-label={title}>
              <header>
                <h3>{title}</h3>
                {onChange && open.length > 1 ? (
                  <TextButton
                    onClick={() =>
                      onChange(open.reduce((left, right) => toggled(left, right, !all), [...held]))
                    }
                  >
                    {all ? 'None' : 'All'}
                  </TextButton>
                ) : null}
              </header>
              {of.map((right) => {
                const beyond = own?.lacks.includes(right) === true;
                return (
                  <label key={right} data-off={!held.includes(right) || undefined}>
                    <Checkbox
                      checked={held.includes(right)}
                      disabled={!onChange || beyond || isWide(right)}
                      onChange={({ target }) => onChange?.(toggled(held, right, target.checked))}
                    />
                    <span>
                      {definitionOf(right).label}
                      {beyond && onChange ? <small>Your own role leaves this out.</small> : null}
                      {isWide(right) ? <small>Covers all merchants.</small> : null}
                    </span>
                  </label>
                );
              })}
            </section>
          );
        })}
      </div>
    </fieldset>
  );
}
