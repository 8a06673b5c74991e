import type { ReactNode } from 'react';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { MAIL_BY, REPLICA_NOT_READ, SYSTEM_READ } from '@paydesk/contract/system.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { DetailCard, Fields, type DetailField } from '../../platform/DetailScreen/blocks.tsx';
import { NotYours } from '../../platform/NotYours.tsx';
import { OneScreen } from '../../platform/OneScreen.tsx';
import { useCall } from '../../platform/query.ts';
import { useActor } from '../../platform/session.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { DateTime } from '../../ui/values.tsx';
import { Trends, useTrend } from './Trends.tsx';
import { Gateways, Queues, Tables, Tasks } from './tables.tsx';
import { keyFields } from './keys.tsx';
import { needsOf, type Need, type System } from './needs.ts';
import styles from './system.module.css';
import { whereOf } from './where.ts';
import { bytesWords } from './words.ts';

/** How soon the figures are asked for again. */
const AGAIN_MS = 10_000;

/** How the installation is doing: what it holds, what is under way, and what failed. */
export function SystemScreen(): ReactNode {
  if (!isAllowed(useActor(), SYSTEM_READ))
    return (
      <NotYours
        title="System"
        reason="Only administrators and technical staff see this."
        ask="Ask one of them."
      />
    );
  return <Shown />;
}

const asOf = ({ at }: System): ReactNode => (
  <>
    As of <DateTime value={at} />
  </>
);

function Shown(): ReactNode {
  const asked = useCall('GET /api/system', {}, { refetchInterval: AGAIN_MS });
  const trend = useTrend();
  // both at once: nothing stands below what is still to come
  const data = trend.asked.isPending ? undefined : asked.data;
  return (
    <OneScreen title="System" asked={{ ...asked, data }} beside={asOf}>
      {(system) => <Cards system={system} trends={<Trends {...trend} />} />}
    </OneScreen>
  );
}

/** 'Read from, 40 ms behind', or why it is not. */
const replicaWords = ({ notRead, lagMs }: NonNullable<System['database']['replica']>): string =>
  notRead
    ? `Not read from: ${REPLICA_NOT_READ[notRead].toLowerCase()}`
    : `Read from, ${lagMs} ms behind`;

const failed = (failure: System['mail']['failure']): DetailField => ({
  label: 'Last failure',
  value: failure && (
    <>
      <DateTime value={failure.date} /> {failure.words}
    </>
  ),
});

function Cards({ system, trends }: { system: System; trends: ReactNode }): ReactNode {
  const { database, versions, mail, queues, tasks, gateways, tables } = system;
  const onDisk: DetailField[] = [
    { label: 'Kind', value: database.embedded ? 'Embedded' : 'Your own (DATABASE_URL)' },
    { label: 'Size', value: bytesWords(database.bytes) },
    { label: 'Connections', value: `${database.connections} of ${database.mostConnections}` },
    { label: 'By this process', value: `${database.open} open, ${database.busy} at work` },
    { label: 'Waiting calls', value: database.waiting },
    ...(database.replica ? [{ label: 'Replica', value: replicaWords(database.replica) }] : []),
  ];
  const posted: DetailField[] = [
    { label: 'Set by', value: MAIL_BY[mail.by] },
    {
      label: 'Last delivered',
      value: mail.lastDelivered && <DateTime value={mail.lastDelivered} />,
    },
    failed(mail.failure),
  ];
  const running: DetailField[] = [
    { label: 'Paydesk', value: versions.paydesk, copy: versions.paydesk },
    { label: 'Node', value: versions.node },
    { label: 'PostgreSQL', value: versions.postgres },
    { label: 'Last migration', value: versions.migration, mono: true },
    { label: 'Started', value: <DateTime value={versions.started} /> },
  ];
  return (
    <>
      <Needs needs={needsOf(system)} />
      {trends}
      <DetailCard title="Queues" flush>
        <Queues rows={queues} />
      </DetailCard>
      <div className={styles.cards}>
        <DetailCard title="Backups">
          <Backups backups={system.backups} />
        </DetailCard>
        <DetailCard title="Mail">
          <Fields narrow fields={posted} />
        </DetailCard>
        <DetailCard title="Database">
          <Fields narrow fields={onDisk} />
        </DetailCard>
      </div>
      <DetailCard title="Gateways" flush>
        <p className={styles.inCard}>Counted by the process that answers, since it started.</p>
        <Gateways rows={gateways} />
      </DetailCard>
      <DetailCard title="Tasks" count={tasks.length} flush>
        <Tasks rows={tasks} />
      </DetailCard>
      <DetailCard title="Tables" count={tables.length} flush>
        <p className={styles.inCard}>
          How long rows stay is said in{' '}
          <AppLink href={paths.metaData({ f_key: 'retention' })}>Meta Data</AppLink>, within the
          least of each; what says nothing stays for ever.
        </p>
        <Tables rows={tables} />
      </DetailCard>
      <div className={styles.cards}>
        <DetailCard title="Versions">
          <Fields narrow fields={running} />
        </DetailCard>
        <DetailCard title="Encryption keys">
          <Fields narrow fields={keyFields(system.encryption)} />
        </DetailCard>
      </div>
    </>
  );
}

const TONES = { error: 'Broken', warning: 'Check' } as const;

/** What somebody has to see to, each with where it is read; of a day on which all is well one line. */
function Needs({ needs }: { needs: readonly Need[] }): ReactNode {
  const actor = useActor();
  return (
    <DetailCard title="Needs attention" count={needs.length}>
      {needs.length ? (
        <ul className={styles.needs}>
          {needs.map(({ tone, words, about }) => {
            const href = whereOf(about, actor);
            return (
              <li key={words}>
                <Chip tone={tone}>{TONES[tone]}</Chip>
                {href ? <AppLink href={href}>{words}</AppLink> : words}
              </li>
            );
          })}
        </ul>
      ) : (
        <p className={styles.well}>Nothing: all is as it should be.</p>
      )}
    </DetailCard>
  );
}

/** How far back to the moment a restore goes. */
function logFields(log: NonNullable<System['backups']>['log']): DetailField[] {
  if (!log) return [];
  const { reached, behindBytes, bytes, failure, brokenOff } = log;
  return [
    {
      label: 'Log archived until',
      value: reached ? <DateTime value={reached} /> : <Chip tone="warning">Nothing yet</Chip>,
    },
    { label: 'Not archived yet', value: bytesWords(behindBytes) },
    { label: 'Log in the archive', value: bytesWords(bytes) },
    { ...failed(failure), label: 'Log not archived' },
    {
      label: 'Log broken off',
      value: brokenOff && (
        <>
          <Chip tone="error">Gap</Chip> since <DateTime value={brokenOff} />, until the next backup
        </>
      ),
    },
  ];
}

function Backups({ backups }: { backups: System['backups'] }): ReactNode {
  if (!backups)
    return (
      <Notice tone="warning">
        No automatic backups: BACKUP_DIR is not set in the server’s environment.
      </Notice>
    );
  const { newest, next, bytes, count, keep, everyHours } = backups;
  return (
    <Fields
      narrow
      fields={[
        {
          label: 'Newest',
          value: newest ? <DateTime value={newest} /> : <Chip tone="warning">None yet</Chip>,
        },
        { label: 'Next', value: next && <DateTime value={next} /> },
        { label: 'Size', value: bytes === null ? null : bytesWords(bytes) },
        { label: 'Kept', value: `${count} of ${keep}, one every ${everyHours} h` },
        { label: 'Folder', value: backups.folder, mono: true, copy: backups.folder },
        failed(backups.failure),
        ...logFields(backups.log),
      ]}
    />
  );
}
