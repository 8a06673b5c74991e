import { Fragment, useId, useRef, useState } from 'react';
import type { Column } from '@paydesk/contract/kernel/columns.ts';
import type { Named } from '@paydesk/contract/kernel/enumeration.ts';
import { choicesIn, WHOLE } from '@paydesk/contract/kernel/filters.ts';
import { Checkbox, Input } from '../../ui/Input.tsx';
import own from './filter-add.module.css';
import { isFound } from './found.ts';
import styles from './list.module.css';

/** From so many on they are looked for, and not only read. */
const MANY = 12;

/** What it stands under among many: of an action, the kind of record that it is done to. */
const groupOf = ({ under }: Column, { name }: Named): string =>
  under?.[name.replace(WHOLE, '')] ?? '';

/** Any of several values; the list follows at once. */
export function FilterChoices({
  column,
  value,
  options,
  onPick,
}: {
  column: Column;
  value: string;
  options: readonly Named[];
  onPick: (value: string, again: boolean) => void;
}) {
  const chosen = value ? choicesIn(value) : [];
  const changed = useRef(false);
  const [looked, setLooked] = useState('');
  const box = useRef<HTMLFieldSetElement>(null);
  const headId = useId();
  const put = (name: string, on: boolean) => {
    const names = options.map((one) => one.name);
    const next = names.filter((one) => (one === name ? on : chosen.includes(one)));
    // each one more is the same wish still: one step back takes all of them
    onPick(next.join(','), changed.current);
    changed.current = true;
  };
  const found = options.filter((one) => isFound(looked, one.description, groupOf(column, one)));
  const groups = Object.entries(Object.groupBy(found, (one) => groupOf(column, one)))
    // by their words, and what is under none last
    .toSorted(([a], [b]) => Number(!a) - Number(!b) || a.localeCompare(b, 'en'))
    .map(([group, some]) => [group || (column.under ? 'Others' : ''), some!] as const);
  return (
    <fieldset ref={box} className={styles.choices}>
      <legend>{column.label} is any of</legend>
      {options.length > MANY ? (
        <Input
          className={styles.filter}
          aria-label={`Find in ${column.label}`}
          placeholder="Find"
          value={looked}
          onChange={(event) => setLooked(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            box.current?.querySelector<HTMLElement>('[type=checkbox]')?.focus();
          }}
        />
      ) : null}
      <div className={`${styles.choiceList} ${own.scrolls}`}>
        {groups.map(([group, some], at) => (
          <Fragment key={group}>
            {group ? <h3 id={`${headId}${at}`}>{group}</h3> : null}
            <ul aria-labelledby={group ? `${headId}${at}` : undefined}>
              {some.map(({ name, description }) => (
                <li key={name}>
                  <label>
                    <Checkbox
                      checked={chosen.includes(name)}
                      onChange={(event) => put(name, event.currentTarget.checked)}
                    />
                    {description}
                  </label>
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
        {found.length ? null : <p className={styles.none}>None is called ‘{looked}’.</p>}
      </div>
    </fieldset>
  );
}
