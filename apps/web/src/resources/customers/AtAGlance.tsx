import type { ReactNode } from 'react';
import { fullName } from '@paydesk/contract/kernel/full-name.ts';
import { counted } from '@paydesk/contract/kernel/many.ts';
import { formatAmount, together } from '@paydesk/contract/kernel/money.ts';
import { customerNote } from '@paydesk/contract/resources/customers/notes.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { DetailCard, Fields } from '../../platform/DetailScreen/blocks.tsx';
import { CreateButton } from '../../platform/DetailScreen/RecordActions.tsx';
import { useCall } from '../../platform/query.ts';
import { StatusChip } from '../../ui/Chip.tsx';
import { Coming } from '../../ui/Coming.tsx';
import { MailLink, PhoneLink } from '../../ui/Reach.tsx';
import { DateTime } from '../../ui/values.tsx';
import styles from './customers.module.css';

const NOTES = 3;

/** Who stands behind a case: what they paid, how they stand, and what colleagues wrote of them. */
export default function AtAGlance({
  customerId,
  writeKey,
}: {
  customerId: string;
  /** By which a note is begun, where screens have keys. */
  writeKey?: string;
}): ReactNode {
  const person = useCall('GET /api/customers/{id}', { params: { id: customerId } });
  const notes = useCall('GET /api/customers/{id}/notes', {
    params: { id: customerId },
    query: { page: 0, size: 50, sort: 'createdDate,DESC' },
  });
  if (person.isPending || notes.isPending) return <Coming />;
  const { data: one } = person;
  return (
    <div className={styles.glance}>
      <DetailCard title="Customer">
        {one ? (
          <Fields
            narrow
            fields={[
              {
                label: 'Name',
                value: (
                  <AppLink href={paths.customer(customerId)}>
                    {fullName(one.firstName, one.lastName)}
                  </AppLink>
                ),
              },
              { label: 'Status', value: <StatusChip status={one.status} /> },
              { label: 'Email', value: one.email && <MailLink to={one.email} /> },
              { label: 'Phone', value: one.phone && <PhoneLink to={one.phone} /> },
              {
                label: 'Paid',
                value: `${formatAmount(one.paidAmount)} EUR in ${counted(one.payments, 'payment')}`,
              },
              {
                label: 'Returned',
                value: `${formatAmount(together(one.refundedAmount, one.reversedAmount))} EUR`,
              },
              { label: 'Known since', value: <DateTime value={one.createdDate} /> },
            ]}
          />
        ) : (
          <p className={styles.quiet}>They could not be loaded.</p>
        )}
      </DetailCard>
      <DetailCard title="Notes" {...(notes.data && { count: notes.data.totalElements })}>
        <Notes rows={notes.data?.content ?? []} />
        <div data-key={writeKey} data-does="Write a note" className={styles.write}>
          <CreateButton
            of={customerNote}
            action="POST /api/customers/{id}/notes"
            above={customerId}
            quiet
          />
          {writeKey ? <kbd aria-hidden>{writeKey}</kbd> : null}
        </div>
      </DetailCard>
    </div>
  );
}

interface NoteRow {
  id: string;
  note: string;
  createdBy: string;
  createdDate: string;
}

export function Notes({ rows }: { rows: readonly NoteRow[] }): ReactNode {
  if (!rows.length)
    return <p className={styles.quiet}>No notes yet. Write what the next colleague should know.</p>;
  return (
    <ul className={styles.notes}>
      {rows.slice(0, NOTES).map(({ id, note, createdBy, createdDate }) => (
        <li key={id}>
          <p>{note}</p>
          <small>
            {createdBy}, <DateTime value={createdDate} />
          </small>
        </li>
      ))}
    </ul>
  );
}
