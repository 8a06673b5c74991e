import { useState, type ReactNode } from 'react';
import type { Call, Key } from '@paydesk/contract/index.ts';
import { askedOf } from '@paydesk/contract/kernel/fields.ts';
import { manyPath, type Verdict } from '@paydesk/contract/kernel/many.ts';
import type { AnyRecord, RecordAction } from '@paydesk/contract/kernel/record.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { LoadingWord } from '../../ui/Coming.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { RelatedTable } from '../DetailScreen/RelatedTable.tsx';
import { AppLink } from '../AppLink.tsx';
import { ApiError, call } from '../api.ts';
import { Failed } from '../Failed.tsx';
import { FieldsForm } from '../form/FieldsForm.tsx';
import { idempotencyKeys } from '../idempotency.ts';
import { useCall, useRefresh } from '../query.ts';
import type { AnyRow } from './cells.tsx';
import styles from './many.module.css';
import { nameOf } from './cells.tsx';
import { sumsOf } from './sums.ts';
import type { Shape } from './Table.tsx';
import type { AnyResource } from './useList.ts';

/** So many go in one call: how far it has come is seen, and one that is cut off is taken up again. */
const PORTION = 20;

type Check = Call<'GET /api/orders/many/approve'>;
type Done = Call<'POST /api/orders/many/approve'>;

interface ManyDialogProps {
  resource: AnyResource;
  record: AnyRecord;
  /** The key of the call that does it to one. */
  action: string;
  rows: readonly AnyRow[];
  shape: Shape;
  /** With those that it was done to. */
  onClose: (done: readonly AnyRow[]) => void;
}

/** Asks once for all of them, says before which it is refused to and why, and afterwards what came of each. */
export function ManyDialog({
  resource,
  record,
  action: key,
  rows,
  shape,
  onClose,
}: ManyDialogProps) {
  const action = record.actions[key] as RecordAction<object>;
  const many = action.many!;
  const path = manyPath(key);
  const ids = rows.map((row) => row.id as string);
  // what stands in the list as it is decided on
  const seenOf = ({ seen }: typeof action, some: readonly string[]) =>
    seen && { seen: some.map((id) => seen(rows.find((row) => row.id === id)!)) };
  const [keys] = useState(() => idempotencyKeys());
  const [at, setAt] = useState<number | null>(null);
  const [answer, setAnswer] = useState<Verdict[] | null>(null);
  const refresh = useRefresh();
  const check = useCall(
    `GET ${path}` as 'GET /api/orders/many/approve',
    { query: { ids: ids.join(',') } },
    { enabled: answer === null && at === null },
  );

  const known: readonly Verdict[] = (check.data as Check['answer'] | undefined)?.verdicts ?? [];
  const possible = known.filter(({ verdict }) => verdict === 'POSSIBLE').map(({ id }) => id);
  const send = async (values: object) => {
    const idempotencyKey = keys.keyFor({ possible, values });
    const verdicts: Verdict[] = [];
    try {
      for (let from = 0; from < possible.length; from += PORTION) {
        setAt(from);
        const next = possible.slice(from, from + PORTION);
        const body = { ids: next, ...seenOf(action, next), ...values };
        const { verdicts: some } = (await call(`POST ${path}` as Key, {
          body: body as never,
          idempotencyKey: `${idempotencyKey}-${from}`,
        })) as Done['answer'];
        verdicts.push(...some);
      }
      setAnswer([...known.filter(({ verdict }) => verdict === 'REFUSED'), ...verdicts]);
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) keys.refused();
      setAt(null);
      throw error;
    } finally {
      void refresh();
    }
  };
  const close = () =>
    onClose(
      rows.filter(({ id }) => answer?.some((one) => one.id === id && one.verdict === 'DONE')),
    );

  const body = (): ReactNode => {
    if (answer) return <Results verdicts={answer} rows={rows} shape={shape} onClose={close} />;
    if (check.error) return <Failed error={check.error} onRetry={() => void check.refetch()} />;
    if (!check.data) return <LoadingWord />;
    const refused = Map.groupBy(
      known.filter(({ verdict }) => verdict === 'REFUSED'),
      ({ reason }) => reason,
    );
    const cant = known.length - possible.length;
    const sums = sumsOf(
      resource,
      rows.filter(({ id }) => possible.includes(id as string)),
    );
    return (
      <>
        <div className={styles.words}>
          {possible.length ? (
            <>
              {sums ? (
                <p>
                  {many.title(possible.length)}: <strong>{sums}</strong>
                </p>
              ) : null}
              <p>{many.consequence}</p>
            </>
          ) : null}
          {cant ? (
            <>
              <p>{possible.length ? `${cant} of ${known.length} can’t:` : 'None of them can:'}</p>
              <ul>
                {[...refused].map(([reason, some]) => (
                  <li key={reason}>
                    {some.length} × {reason}
                  </li>
                ))}
              </ul>
            </>
          ) : null}
        </div>
        {possible.length ? (
          <FieldsForm
            fields={askedOf(action.fields)}
            submitLabel={many.title(possible.length)}
            danger={action.danger ?? false}
            onCancel={close}
            onSubmit={send}
          >
            {at === null ? null : (
              <progress
                className={styles.progress}
                aria-label={`${at} of ${possible.length} done`}
                max={possible.length}
                value={at}
              />
            )}
          </FieldsForm>
        ) : (
          <div className={styles.buttons}>
            <Button data-autofocus onClick={close}>
              Close
            </Button>
          </div>
        )}
      </>
    );
  };
  return (
    <Dialog
      title={answer ? action.label : many.title(ids.length)}
      size={560}
      pending={at !== null && !answer}
      onClose={close}
    >
      {body()}
    </Dialog>
  );
}

const COLUMNS = {
  id: { label: 'Record', kind: 'id' },
  verdict: { label: 'Result', kind: 'text' },
  reason: { label: 'Reason', kind: 'text' },
} as const;

const cellsOf = (rows: readonly AnyRow[], shape: Shape) => {
  const rowOf = new Map(rows.map((row) => [row.id as string, row]));
  return {
    id: ({ id }: Verdict) => {
      const row = rowOf.get(id)!;
      const href = shape.rowLink?.(row);
      const name = nameOf(row, shape);
      return href ? <AppLink href={href}>{name}</AppLink> : name;
    },
    verdict: ({ verdict }: Verdict) => (
      <Chip tone={verdict === 'DONE' ? 'success' : 'error'}>
        {verdict === 'DONE' ? 'Done' : 'Refused'}
      </Chip>
    ),
  };
};

/** What came of each: the refused ones first, with the way to them. */
function Results({
  verdicts,
  rows,
  shape,
  onClose,
}: Pick<ManyDialogProps, 'rows' | 'shape'> & {
  verdicts: readonly Verdict[];
  onClose: () => void;
}) {
  const refused = verdicts.filter(({ verdict }) => verdict === 'REFUSED');
  const done = verdicts.filter(({ verdict }) => verdict === 'DONE');
  return (
    <>
      <output className={styles.outcome}>
        {done.length} done, {refused.length} refused
      </output>
      <div className={styles.verdicts}>
        <RelatedTable
          caption="Results"
          columns={COLUMNS}
          rows={[...refused, ...done]}
          cells={cellsOf(rows, shape)}
        />
      </div>
      <div className={styles.buttons}>
        <Button variant="primary" data-autofocus onClick={onClose}>
          Close
        </Button>
      </div>
    </>
  );
}
