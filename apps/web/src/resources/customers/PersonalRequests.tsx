import { useState } from 'react';
import { customer } from '@paydesk/contract/resources/customers/endpoints.ts';
import { ActionButton } from '../../platform/ActionButton.tsx';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { specOf } from '../../platform/DetailScreen/RecordActions.tsx';
import { useCall } from '../../platform/query.ts';
import { useActor } from '../../platform/session.ts';
import { Coming } from '../../ui/Coming.tsx';
import { IconDownload, IconTrash } from '../../ui/icons.ts';
import styles from './customers.module.css';

const EXPORT = 'POST /api/personal-data/{id}/export';
const ERASE = 'POST /api/personal-data/{id}';

/** What a person may ask for, where it is said what comes of it. */
export function Requests({ id }: { id: string }) {
  const actor = useActor();
  const [now] = useState(() => new Date());
  const { data: one } = useCall('GET /api/customers/{id}', { params: { id } });
  if (!one) return <Coming />;
  const notYet = customer.actions[ERASE].whyNot(one, now, actor);
  return (
    <DetailCard title="Requests of this person">
      <ul className={styles.requests}>
        <li>
          <div>
            <strong>A copy of their data</strong>
            <p className={styles.quiet}>
              Everything held about them, in one file (GDPR, Article 15).
            </p>
          </div>
          <ActionButton
            {...specOf(customer, EXPORT, one)}
            icon={<IconDownload size={16} aria-hidden />}
          />
        </li>
        <li>
          <div>
            <strong>Erasure</strong>
            <p className={styles.quiet}>
              What it removes for good, and what is kept and why, is listed below (GDPR, Article
              17).{notYet === null ? null : ` ${notYet}.`}
            </p>
          </div>
          <ActionButton
            {...specOf(customer, ERASE, one)}
            icon={<IconTrash size={16} aria-hidden />}
          />
        </li>
      </ul>
    </DetailCard>
  );
}
