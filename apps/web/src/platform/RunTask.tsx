import { useEffect, type ReactNode } from 'react';
import { RUN_ASKS, runTask, type TaskNow } from '@paydesk/contract/run-task.ts';
import { TASK_TYPES, type TaskType } from '@paydesk/contract/tasks.ts';
import { paths } from '../paths.ts';
import { StatusChip } from '../ui/Chip.tsx';
import { IconRefresh } from '../ui/icons.ts';
import { ActionButton, ActionMenu, actionSpec, type ActionSpec } from './ActionButton.tsx';
import { call } from './api.ts';
import { AppLink } from './AppLink.tsx';
import { formatCount } from './format.ts';
import { refresh, useCall } from './query.ts';
import styles from './run-task.module.css';
import { store, useStore } from './store.ts';

/** A run that was asked for in this tab. */
interface Asked {
  id: string;
  withinSeconds: number;
  at: number;
}

/** By the task the newest run, until somebody has read what came of it. */
const newest = store<Readonly<Partial<Record<TaskType, Asked>>>>({});

const AGAIN_MS = 1000;
/** A look may come a little late. */
const PATIENCE_MS = 5000;
/** What has not begun or ended by then stands in the list when it does. */
const WATCHED_MS = 600_000;

const RUN = 'POST /api/system/tasks/{type}/actions/run';
const icon = <IconRefresh size={16} aria-hidden />;

/** What begins at once does so without a question; what moves money says what it will do first. */
const specOf = (
  type: TaskType,
  record: TaskNow,
): ActionSpec<TaskNow, Record<never, never>, Omit<Asked, 'at'>> => ({
  action: runTask,
  record,
  run: async (_values, idempotencyKey) => {
    const answer = await call(RUN, { params: { type }, idempotencyKey });
    newest.set({ ...newest.get(), [type]: { ...answer, at: Date.now() } });
    return answer;
  },
  title: `Run ‘${TASK_TYPES[type]}’ now?`,
  intro: <p>{RUN_ASKS[type]}</p>,
  atOnce: !(type in RUN_ASKS),
  icon,
  outcome: ({ withinSeconds }) =>
    `${TASK_TYPES[type]} was asked for and begins within ${withinSeconds} s`,
});

type Of = Omit<TaskNow, 'here'> & { type: TaskType };

/** Where a run is read: the next one, and how far that is. */
export const RunTask = ({ type, ...now }: Of): ReactNode => (
  <>
    <ActionButton {...specOf(type, { here: true, ...now })} />
    <RunProgress type={type} />
  </>
);

/** The same at the end of a row. */
export const RunMenu = ({ type, ...now }: Of): ReactNode => (
  <ActionMenu
    quiet
    label={`Actions for ${TASK_TYPES[type]}`}
    actions={[actionSpec(specOf(type, { here: true, ...now }))]}
  />
);

interface Shown {
  type: TaskType;
  /** Of a row that says by itself how it runs and how it ended: who has asked, wherever that was. */
  row?: { askedBy: string | null };
}

/** How far a run is that was asked for here. */
export function RunProgress(shown: Shown): ReactNode {
  const asked = useStore(newest)[shown.type];
  if (asked) return <Progress key={asked.id} {...shown} {...asked} />;
  return shown.row?.askedBy ? `Asked for by ${shown.row.askedBy}` : null;
}

/** All of them, each by its name. */
export const RunsAsked = (): ReactNode =>
  (Object.keys(useStore(newest)) as TaskType[]).map((type) => (
    <span key={type} className={styles.progress}>
      {TASK_TYPES[type]}:
      <RunProgress type={type} />
    </span>
  ));

function Progress({ type, row, id, at, withinSeconds }: Asked & Shown): ReactNode {
  const { data, dataUpdatedAt } = useCall(
    'GET /api/task-executions',
    { query: { page: 0, size: 1, f_id: id } },
    {
      refetchInterval: ({ state }) => {
        const status = state.data?.content[0]?.status.name;
        return (status && status !== 'RUNNING') || Date.now() - at > WATCHED_MS ? false : AGAIN_MS;
      },
    },
  );
  const run = data?.content[0];
  const status = run?.status.name;
  const over = status !== undefined && status !== 'RUNNING';
  useEffect(() => {
    // the list behind has a row more, or another state of it
    if (status) void refresh();
  }, [status]);
  useEffect(
    () => () => {
      const { [type]: shown, ...others } = newest.get();
      if (over && shown?.id === id) newest.set(others);
    },
    [over, type, id],
  );
  if (!run)
    return (
      <output className={styles.progress}>
        {dataUpdatedAt > at + withinSeconds * 1000 + PATIENCE_MS
          ? 'Asked for, not begun yet'
          : `Asked for, begins within ${withinSeconds} s`}
      </output>
    );
  if (row) return null;
  return (
    <output className={styles.progress}>
      <StatusChip status={run.status} />
      {over ? <AppLink href={paths.taskExecutions({ open: id })}>{wordsOf(run)}</AppLink> : null}
    </output>
  );
}

const wordsOf = ({ processed, error }: { processed: number | null; error: string | null }) =>
  error ?? (processed === null ? 'Its run' : `${formatCount(processed)} processed`);
