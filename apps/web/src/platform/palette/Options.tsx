import { Combobox } from '@mantine/core';
import type { Entries } from './keys.ts';
import type { Recent } from './recent.ts';
import styles from './palette.module.css';

export interface Called {
  label: string;
  also?: string | undefined;
}
/** A screen, or what a command does. */
type Offered = Called & Partial<Pick<Entries[number], 'href' | 'icon' | 'shares'>>;

export function Options({ label, some }: { label: string; some: readonly Offered[] }) {
  if (!some.length) return null;
  return (
    <Combobox.Group label={label}>
      {some.map(({ label: name, href, icon: Icon, shares }) => (
        <Combobox.Option
          key={`${href} ${name}`}
          value={href ?? `run ${name}`}
          className={styles.option}
        >
          {/* that of its group is another screen's */}
          {Icon ? (
            shares ? (
              <span className={styles.noSign} />
            ) : (
              <Icon size={16} stroke={1.6} aria-hidden />
            )
          ) : null}
          <span className={styles.hit}>{name}</span>
        </Combobox.Option>
      ))}
    </Combobox.Group>
  );
}

/** What was opened last. */
export const Recents = ({ records }: { records: readonly Recent[] }) =>
  records.length ? (
    <Combobox.Group label="Recent">
      {records.map(({ href, title, detail }) => (
        <Combobox.Option key={href} value={`again ${href}`} className={styles.option}>
          <span className={styles.hit}>
            <span>{title}</span>
            {detail ? <small>{detail}</small> : null}
          </span>
        </Combobox.Option>
      ))}
    </Combobox.Group>
  ) : null;
