import { Fragment, useState, type ReactNode } from 'react';
import type { Call } from '@paydesk/contract/index.ts';
import type { Columns } from '@paydesk/contract/kernel/columns.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { SEES_TO_PERSONS } from '@paydesk/contract/resources/customers/personal.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { DetailCard, Note } from '../../platform/DetailScreen/blocks.tsx';
import { RelatedTable } from '../../platform/DetailScreen/RelatedTable.tsx';
import { Failed } from '../../platform/Failed.tsx';
import { shortId } from '../../platform/format.ts';
import { useCall } from '../../platform/query.ts';
import { useActor } from '../../platform/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Coming } from '../../ui/Coming.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { DateTime } from '../../ui/values.tsx';
import { Requests } from './PersonalRequests.tsx';
import styles from './customers.module.css';
import { columnsWords, columnWords, placeWords, tableWords } from './held-words.ts';

type Held = Call<'GET /api/personal-data/{id}/preview'>['answer'];
const CHECK_MS = 3000;

/** What is held of a customer: taken along, erased, and what would change by that (GDPR, Articles 15 and 17). */
export function PersonalTab({ customerId: id }: { customerId: string }): ReactNode {
  const may = isAllowed(useActor(), SEES_TO_PERSONS);
  const { data, error, refetch } = useCall(
    'GET /api/personal-data/{id}/preview',
    { params: { id } },
    {
      enabled: may,
      // until the search after an erasure has looked
      refetchInterval: ({ state }) =>
        state.data?.erasures.some(({ checkedDate }) => checkedDate === null) ? CHECK_MS : false,
    },
  );
  if (!may)
    return <p className={styles.quiet}>Requests about personal data are for administrators.</p>;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Coming />;
  return (
    <div className={styles.glance}>
      <Requests id={id} />
      {data.erasures.length > 0 && <Erasures of={data.erasures} />}
      {data.exportUntil !== null && <Export id={id} until={data.exportUntil} />}
      {data.others.length > 0 && <Others of={data.others} />}
      <Changes of={data} />
      <Stays of={data} />
    </div>
  );
}

function Export({ id, until }: { id: string; until: string }) {
  const [error, setError] = useState<Error | null>(null);
  const save = async () => {
    setError(null);
    try {
      const all = await call('GET /api/personal-data/{id}', { params: { id } });
      const text = JSON.stringify(all, null, 2);
      saveFile(new Blob([text], { type: 'application/json' }), `personal-data-${id}.json`);
    } catch (thrown) {
      setError(thrown as Error);
    }
  };
  return (
    <DetailCard
      title="Export"
      beside={
        <Button variant="primary" onClick={() => void save()}>
          Download
        </Button>
      }
    >
      <p className={styles.quiet}>
        Everything held about this person, in one JSON file. It can be downloaded until{' '}
        <DateTime value={until} />.
      </p>
      {error && <Failed error={error} onRetry={() => void save()} />}
    </DetailCard>
  );
}

const CHANGES = {
  table: { label: 'Where', kind: 'text' },
  rows: { label: 'Records', kind: 'number' },
  columns: { label: 'What is removed', kind: 'text' },
  ids: { label: 'Records, by ID', kind: 'text' },
} as const satisfies Columns;

function Changes({ of: { changes, auditRows, erasures } }: { of: Held }) {
  if (!changes.length && !auditRows)
    return (
      <Note tone="info">
        {erasures.length
          ? 'Nothing is left to erase.'
          : 'Nothing is held that an erasure would remove.'}
      </Note>
    );
  const rows = [
    ...changes.map(({ table, rows, columns, ids }) => ({
      table: tableWords(table),
      rows,
      columns: columnsWords(columns, rows),
      ids: <Ids table={table} ids={ids.slice(0, 3)} more={rows > 3} />,
    })),
    ...(auditRows
      ? [
          {
            table: tableWords('audit_logs'),
            rows: auditRows,
            columns: 'Details, IP address',
            ids: '',
          },
        ]
      : []),
  ];
  return (
    <DetailCard title="What an erasure removes">
      <div className={`${styles.stacked} ${styles.short}`}>
        <RelatedTable
          caption="What an erasure removes"
          columns={CHANGES}
          rows={rows}
          cells={{ ids: ({ ids }) => ids || null }}
        />
      </div>
    </DetailCard>
  );
}

/** The records that have a screen, by their table. */
const SCREENS: Readonly<Record<string, (id: string) => string>> = {
  consumer_credits: paths.consumerCredit,
  customers: paths.customer,
  orders: paths.order,
  purchases: paths.purchase,
  recurring_payments: paths.recurringPayment,
  screening_cases: paths.screeningCase,
  transactions: paths.transaction,
};

/** Ids as lists write them, which lead to what they are of. */
const Ids = ({ table, ids, more }: { table: string; ids: readonly string[]; more: boolean }) => (
  <span className={styles.ids}>
    {ids.map((id, at) => (
      <Fragment key={id}>
        {at > 0 ? ', ' : null}
        {SCREENS[table] ? (
          <AppLink href={SCREENS[table](id)}>{shortId(id)}</AppLink>
        ) : (
          <span title={id}>{shortId(id)}</span>
        )}
      </Fragment>
    ))}
    {more ? ', …' : null}
  </span>
);

const STAYS = {
  table: { label: 'Where', kind: 'text' },
  rows: { label: 'Records', kind: 'number' },
  columns: { label: 'What is kept', kind: 'text' },
  why: { label: 'Why', kind: 'text' },
} as const satisfies Columns;

function Stays({ of: { stays, keptUntil } }: { of: Held }) {
  return (
    <DetailCard title="What is kept">
      <p className={styles.quiet}>
        Payments, loans and their amounts are kept as accounting records. After an erasure they no
        longer say whose they were.
      </p>
      {keptUntil !== null && (
        <p className={styles.quiet}>
          The law requires the identity of a borrower to be kept until{' '}
          <DateTime value={keptUntil} />; then it is erased automatically.
        </p>
      )}
      {stays.length > 0 && (
        <div className={styles.stacked}>
          <RelatedTable
            caption="What is kept"
            columns={STAYS}
            rows={stays.map((one) => ({
              ...one,
              table: tableWords(one.table),
              columns: [...new Set(one.columns.map(columnWords))].toSorted().join(', '),
              why: one.why.charAt(0).toUpperCase() + one.why.slice(1),
            }))}
          />
        </div>
      )}
    </DetailCard>
  );
}

const Others = ({ of }: { of: Held['others'] }) => (
  <Note tone="warning">
    Other customers with the same email address:{' '}
    {of.map(({ id, name }, nth) => (
      <span key={id}>
        {nth > 0 && ', '}
        <AppLink href={paths.customer(id, { tab: 'personal-data' })}>{name}</AppLink>
      </span>
    ))}
    . If they are the same person, export and erase each of them.
  </Note>
);

const Erasures = ({ of }: { of: Held['erasures'] }) => (
  <DetailCard title="Erased">
    <ul className={styles.notes}>
      {of.map(({ createdDate, createdBy, reason, checkedDate, found }) => (
        <li key={createdDate}>
          <p>{reason}</p>
          <p>{foundWords(checkedDate, found)}</p>
          <small>
            {createdBy}, <DateTime value={createdDate} />
          </small>
        </li>
      ))}
    </ul>
  </DetailCard>
);

function foundWords(checkedDate: string | null, found: Held['erasures'][number]['found']): string {
  if (checkedDate === null) return 'Checking that nothing is left…';
  if (!found?.length) return 'Checked: nothing of this person is left.';
  return `Checked: still found in ${found.map(({ where, rows }) => `${placeWords(where)} (${rows})`).join(', ')}.`;
}
