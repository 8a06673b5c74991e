import { useState, type ReactNode } from 'react';
import type { Call } from '@paydesk/contract/index.ts';
import type { Columns } from '@paydesk/contract/kernel/columns.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { RUN_TASK } from '@paydesk/contract/run-task.ts';
import { GATEWAY_WAYS, QUEUES, SYSTEM_GATEWAYS, type QueueName } from '@paydesk/contract/system.ts';
import { TASK_STATUSES, TASK_TYPES } from '@paydesk/contract/tasks.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { RelatedTable } from '../../platform/DetailScreen/RelatedTable.tsx';
import { formatCount } from '../../platform/format.ts';
import { RunMenu, RunProgress } from '../../platform/RunTask.tsx';
import { useActor } from '../../platform/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip, StatusChip } from '../../ui/Chip.tsx';
import { Since } from '../../ui/Since.tsx';
import { DateTime } from '../../ui/values.tsx';
import type { QueueState } from './needs.ts';
import styles from './system.module.css';
import { messagesOf } from './where.ts';
import { bytesWords, spanWords } from './words.ts';

type System = Call<'GET /api/system'>['answer'];
type Cells<K extends 'queues' | 'gateways' | 'tasks' | 'tables'> = Readonly<
  Record<string, (row: System[K][number]) => ReactNode>
>;
type Rows<K extends 'queues' | 'gateways' | 'tasks' | 'tables'> = { rows: System[K] };

const QUEUE_COLUMNS = {
  name: { label: 'Queue', kind: 'choice', enumeration: QUEUES },
  waiting: { label: 'Waiting', kind: 'number' },
  oldest: { label: 'Oldest', kind: 'text', nullable: true },
  failing: { label: 'Failing', kind: 'number' },
  givenUp: { label: 'Given up', kind: 'number' },
} as const satisfies Columns;

/** Leads to the messages that it is about, where those have a list. */
const led = (href: string | null, shown: ReactNode, words?: string) =>
  href ? (
    <AppLink href={href} aria-label={words}>
      {shown}
    </AppLink>
  ) : (
    shown
  );

/** One of a queue's figures: it opens what it counts. */
const figure = (name: QueueName, state: QueueState, count: number) =>
  count
    ? led(
        messagesOf(name, state),
        <Chip tone={state === 'failing' ? 'warning' : 'error'}>{formatCount(count)}</Chip>,
        `${formatCount(count)} ${QUEUE_COLUMNS[state].label.toLowerCase()}: ${QUEUES[name]}`,
      )
    : 0;

const QUEUE_CELLS: Cells<'queues'> = {
  name: ({ name }) => led(messagesOf(name), QUEUES[name]),
  oldest: ({ oldest }) =>
    oldest && (
      <span className={styles.oldest}>
        <Since from={oldest} />
      </span>
    ),
  failing: ({ name, failing }) => figure(name, 'failing', failing),
  givenUp: ({ name, givenUp }) => figure(name, 'givenUp', givenUp),
};

export function Queues({ rows }: Rows<'queues'>): ReactNode {
  return (
    <RelatedTable
      caption="Queues"
      columns={QUEUE_COLUMNS}
      rows={rows}
      cells={QUEUE_CELLS}
      wideOnly={['oldest']}
    />
  );
}

const GATEWAY_COLUMNS = {
  name: { label: 'Gateway', kind: 'choice', enumeration: SYSTEM_GATEWAYS },
  way: { label: 'Way', kind: 'choice', enumeration: GATEWAY_WAYS },
  calls: { label: 'Calls', kind: 'number' },
  unanswered: { label: 'Without an answer', kind: 'number' },
  meanMs: { label: 'Mean ms', kind: 'number', nullable: true },
  lastAnswer: { label: 'Last answer', kind: 'dateTime', nullable: true },
  failure: { label: 'Last failure', kind: 'text', nullable: true },
} as const satisfies Columns;

const GATEWAY_CELLS: Cells<'gateways'> = {
  failure: ({ failure }) =>
    failure && (
      <>
        <DateTime value={failure.date} /> {failure.words}
      </>
    ),
};

export function Gateways({ rows }: Rows<'gateways'>): ReactNode {
  return (
    <RelatedTable
      caption="Gateways"
      columns={GATEWAY_COLUMNS}
      rows={rows}
      cells={GATEWAY_CELLS}
      inLines
    />
  );
}

const TASK_COLUMNS = {
  name: { label: 'Task', kind: 'text' },
  status: { label: 'Last run', kind: 'text', nullable: true },
  started: { label: 'Started', kind: 'dateTime', nullable: true },
  ended: { label: 'Ended', kind: 'dateTime', nullable: true },
  every: { label: 'Every', kind: 'text' },
  error: { label: 'Error', kind: 'text', nullable: true },
} as const satisfies Columns;

const TASK_CELLS: Cells<'tasks'> = {
  name: ({ name, type }) =>
    type ? (
      <AppLink href={paths.taskExecutions({ f_type: type })}>{TASK_TYPES[type]}</AppLink>
    ) : (
      name
    ),
  status: ({ type, status, late, asked }) => (
    <span className={styles.chips}>
      {type ? <RunProgress type={type} row={{ askedBy: asked?.by ?? null }} /> : null}
      {late ? <Chip tone="error">Late</Chip> : null}
      {status ? <StatusChip status={{ name: status, description: TASK_STATUSES[status] }} /> : null}
      {late || status || asked ? null : 'Not yet'}
    </span>
  ),
  every: ({ everySeconds }) => spanWords(everySeconds),
  run: ({ type, started, ended, asked }) =>
    type && (
      <RunMenu
        type={type}
        running={started !== null && ended === null}
        askedBy={asked?.by ?? null}
      />
    ),
};

/** For those who may begin one. */
const WITH_RUN = {
  ...TASK_COLUMNS,
  run: { label: 'Run', kind: 'text' },
} as const satisfies Columns;

export function Tasks({ rows }: Rows<'tasks'>): ReactNode {
  const columns = isAllowed(useActor(), RUN_TASK) ? WITH_RUN : TASK_COLUMNS;
  return <RelatedTable caption="Tasks" columns={columns} rows={rows} cells={TASK_CELLS} inLines />;
}

const TABLE_COLUMNS = {
  name: { label: 'Table', kind: 'text' },
  bytes: { label: 'Size', kind: 'number' },
  grown: { label: 'Growth', kind: 'number', nullable: true },
  rows: { label: 'Rows, about', kind: 'number', nullable: true },
  keeps: { label: 'Kept for', kind: 'text', nullable: true },
} as const satisfies Columns;

const HOUR_S = 3600;
/** A smaller one, of which nothing goes, is shown on request. */
const SMALL_BYTES = 1024 ** 2;

export function Tables({ rows }: Rows<'tables'>): ReactNode {
  const [all, setAll] = useState(false);
  const large = rows.filter(({ bytes, keeps }) => keeps || bytes >= SMALL_BYTES);
  return (
    <>
      <TablesTable rows={all ? rows : large} />
      {large.length < rows.length ? (
        <p className={styles.inCard}>
          <Button aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show the large ones' : `Show ${rows.length - large.length} more below 1 MB`}
          </Button>
        </p>
      ) : null}
    </>
  );
}

const TABLE_CELLS: Cells<'tables'> = {
  name: ({ name }) => <code>{name}</code>,
  bytes: ({ bytes }) => bytesWords(bytes),
  rows: ({ rows }) => (rows === null ? null : formatCount(rows)),
  grown: ({ grown }) =>
    grown && (
      <span title={`Since ${grown.since}`}>
        {grown.bytes > 0 ? '+' : ''}
        {bytesWords(grown.bytes)}
      </span>
    ),
  keeps: ({ keeps }) =>
    keeps?.map(({ setting, hours, least }) => {
      const words = spanWords(hours * HOUR_S);
      return (
        <span key={setting ?? ''} className={styles.keeps}>
          {setting ? <AppLink href={paths.metaData({ f_key: setting })}>{words}</AppLink> : words}
          {least === null ? null : <small>least {spanWords(least * HOUR_S)}</small>}
        </span>
      );
    }) ?? 'For ever',
};

function TablesTable({ rows }: Rows<'tables'>): ReactNode {
  return (
    <RelatedTable
      caption="Tables"
      columns={TABLE_COLUMNS}
      rows={rows}
      cells={TABLE_CELLS}
      wideOnly={['grown', 'rows']}
    />
  );
}
