import { useRef, useState, type ReactNode } from 'react';
import { visibleColumns } from '@paydesk/contract/kernel/columns.ts';
import { CopyText } from '../../ui/Copy.tsx';
import { CopyWords } from '../../ui/CopyWords.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { dash } from '../../ui/values.tsx';
import { Field } from '../Field.tsx';
import { renderValue, type AnyRow } from '../ListScreen/cells.tsx';
import type { ColumnOverride } from '../ListScreen/types.ts';
import { useListed, type AnyResource } from '../ListScreen/useList.ts';
import { useScreenKeys } from '../screen-keys.ts';
import { useActor } from '../session.ts';
import { Moment } from './Moment.tsx';
import { Raw } from './Raw.tsx';
import { RawButton } from './RawButton.tsx';
import styles from './read.module.css';
import { Steps } from './Steps.tsx';
import type { Whole } from './types.ts';
import { useUnder } from './useUnder.ts';

type Row = AnyRow & { id: string };
const NO_ROWS: readonly Row[] = [];

interface Props {
  id: string;
  resource: AnyResource;
  overrides: Readonly<Record<string, ColumnOverride<AnyRow>>>;
  whole: Whole<Row>;
  onShow: (id: string | null) => void;
}

/** One row of a list, whole, and the next one by a key. */
export default function ReadPanel({ id, resource, overrides, whole, onShow }: Props): ReactNode {
  const { what, title, without = [], parts, text, action } = whole;
  const page = useListed(resource);
  const rows = (page.data?.content ?? NO_ROWS) as readonly Row[];
  const at = rows.findIndex((row) => row.id === id);
  // one that is on another page by now
  const alone = useUnder<Row>(resource, { f_id: id }, !page.isPending && at < 0);
  const row = rows[at] ?? alone.data?.content[0];
  const actor = useActor();
  const [raw, setRaw] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useScreenKeys(root);
  const fields = visibleColumns(resource.columns, actor).filter(
    ([key, { hidden, fileOnly }]) =>
      (hidden !== true || key === 'id') && !fileOnly && !without.includes(key as never),
  );
  const asWritten = row && text?.(row);
  const waiting = page.isPending || alone.isFetching;
  return (
    <Dialog easy side title={row ? title(row) : ' '} onClose={() => onShow(null)}>
      <div ref={root} className={styles.panel}>
        <div className={styles.bar}>
          <Steps rows={rows} at={at} what={what} onShow={onShow} />
          {text ? (
            <>
              <RawButton raw={raw} does="As it was written down, or read" onRaw={setRaw} />
              <CopyWords text={asWritten ?? ''} label="Copy as JSON" />
            </>
          ) : null}
          {row ? action?.(row) : null}
        </div>
        {!row ? (
          <p className={styles.missing}>
            {waiting ? ' ' : `There is no such ${what}, or it is not yours to read.`}
          </p>
        ) : raw && asWritten ? (
          <div className={styles.part}>
            <Raw text={asWritten} label="Details" />
          </div>
        ) : (
          <>
            <dl className={`${styles.part} ${styles.facts}`}>
              {fields.map(([key, column]) => {
                const cell = overrides[key]?.cell;
                const value = row[key];
                // in a list a column says that there is none; read alone, what is not there says nothing
                if (isEmpty(value) && typeof cell?.(row) !== 'string') return null;
                return (
                  <div key={key}>
                    <Field label={column.label}>
                      {cell ? (
                        (cell(row) ?? dash)
                      ) : column.kind === 'id' && typeof value === 'string' ? (
                        <CopyText text={value} />
                      ) : column.kind === 'dateTime' ? (
                        <Moment value={value as string | null} />
                      ) : (
                        renderValue(column, value)
                      )}
                    </Field>
                  </div>
                );
              })}
            </dl>
            {parts?.(row)}
          </>
        )}
      </div>
    </Dialog>
  );
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';
