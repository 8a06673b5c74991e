import { Suspense, useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { IconDownload } from '../../ui/icons.ts';
import { useAsked } from '../asked.ts';
import { exportList } from './csv.ts';
import { countWords, limitWarning, NOTHING } from './csvWords.ts';
import styles from './list.module.css';
import type { ListState } from './state.ts';
import { useRecordsLimit, type AnyResource } from './useList.ts';
import { late } from '../late.tsx';

const EXPORT = 'Export to CSV';
const CsvDialog = late(() => import('./CsvDialog.tsx'));

/** The file of the list under its filters: at once, or after days and limits were talked over. */
export function CsvExport({
  resource,
  state,
  total,
  phone,
}: {
  resource: AnyResource;
  state: ListState;
  total: number | undefined;
  /** The sign alone: beside the title of the list then. */
  phone: boolean;
}) {
  const [open, setOpen] = useState(false);
  const limit = useRecordsLimit(true);
  const asks = resource.csv?.dateRange !== undefined || limitWarning(total, limit) !== null;
  const nothing = !asks && total === 0;
  const reasonId = useId();
  const begin = () => {
    if (nothing) return;
    if (asks) setOpen(true);
    else exportList(resource, state, total);
  };
  useAsked('Export', resource.csv?.dateRange === undefined ? null : () => setOpen(true));
  return (
    <>
      <Button
        icon={<IconDownload size={16} aria-hidden />}
        title={asks ? undefined : nothing ? NOTHING : countWords(total)}
        aria-label={phone ? EXPORT : undefined}
        aria-disabled={nothing || undefined}
        aria-describedby={nothing ? reasonId : undefined}
        onClick={begin}
      >
        {phone ? null : EXPORT}
      </Button>
      {resource.csv?.lines ? (
        <Button
          title="A record a line, for programs"
          aria-disabled={nothing || undefined}
          aria-describedby={nothing ? reasonId : undefined}
          onClick={() => nothing || exportList(resource, state, total, null, 'lines')}
        >
          JSON lines
        </Button>
      ) : null}
      {nothing ? (
        <span id={reasonId} className={styles.srOnly}>
          {NOTHING}
        </span>
      ) : null}
      {open ? (
        <Suspense fallback={null}>
          <CsvDialog
            resource={resource}
            state={state}
            limit={limit}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
