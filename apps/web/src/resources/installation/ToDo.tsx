import type { ReactNode } from 'react';
import { toDoOf, type ToDoKey } from '@paydesk/contract/to-do.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { call } from '../../platform/api.ts';
import { notify } from '../../platform/notify.tsx';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { useCall, useRefresh } from '../../platform/query.ts';
import { TextButton } from '../../ui/Button.tsx';
import { IconCheck } from '../../ui/icons.ts';
import styles from './to-do.module.css';

/** Where each is done; null: outside the console. */
const WHERE: Readonly<Record<ToDoKey, (() => string) | null>> = {
  provider: paths.installation,
  mail: paths.installation,
  administrator: paths.users,
  ACQUIRER: null,
  backups: paths.system,
  merchant: paths.merchants,
  FINANCING_INSTITUTION: null,
  SCREENING: null,
  IDENTIFICATION: null,
  // who lends comes first, and has the button for a product
  lending: paths.financingInstitutions,
};

/** What the installation still lacks, until it lacks nothing. */
export default function ToDo(): ReactNode {
  const { data } = useCall('GET /api/settings/to-do');
  const refresh = useRefresh();
  const items = data?.items ?? [];
  const open = items.filter(({ done, setAside }) => !done && !setAside);
  if (!open.length) return null;
  const shown = items.filter(({ done, setAside }) => done || !setAside);
  const aside = async (key: ToDoKey) => {
    try {
      await call('PUT /api/settings/to-do/{key}', { params: { key }, body: { setAside: true } });
      await refresh();
    } catch (error) {
      notify.failure(error);
    }
  };
  return (
    <DetailCard title="Left to set up" count={open.length} flush>
      <ul className={styles.list}>
        {shown.map(({ name: key, done }) => {
          const { title, why, optional } = toDoOf(key);
          const where = WHERE[key];
          return (
            <li key={key} data-done={done || undefined}>
              <span className={styles.mark}>
                {done ? <IconCheck size={16} aria-label="Done" /> : null}
              </span>
              <span>
                {where && !done ? (
                  <AppLink href={where()}>{title}</AppLink>
                ) : (
                  <strong>{title}</strong>
                )}
                {done ? null : <small>{why}</small>}
              </span>
              {optional && !done ? (
                <TextButton onClick={() => void aside(key)} aria-label={`Not for us: ${title}`}>
                  Not for us
                </TextButton>
              ) : null}
            </li>
          );
        })}
      </ul>
    </DetailCard>
  );
}
