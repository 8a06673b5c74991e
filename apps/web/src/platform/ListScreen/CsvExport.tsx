import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { IconDownload, IconX } from '../../ui/icons.ts';
import { useCsvFile } from './csv.ts';
import { fileSize, limitWarning } from './csvWords.ts';
import styles from './list.module.css';
import type { ListState } from './state.ts';
import { useRecordsLimit, type AnyResource } from './useList.ts';

const CsvDialog = lazy(() => import('./CsvDialog.tsx'));

/** The file of the list under its filters: at once, or after days and limits were talked over. */
export function CsvExport({
  resource,
  state,
  total,
}: {
  resource: AnyResource;
  state: ListState;
  total: number | undefined;
}) {
  const [open, setOpen] = useState(false);
  const limit = useRecordsLimit(true);
  const file = useCsvFile(resource, state);
  const asks = resource.csv?.dateRange !== undefined || limitWarning(total, limit) !== null;
  const busy = file.bytes !== null && !open;
  return (
    <>
      {busy ? (
        <span className={styles.progress} aria-live="polite">
          Exporting {fileSize(file.bytes ?? 0)}
          <button type="button" aria-label="Cancel the export" onClick={file.cancel}>
            <IconX size={14} aria-hidden />
          </button>
        </span>
      ) : null}
      <Button
        icon={<IconDownload size={16} aria-hidden />}
        disabled={busy}
        onClick={() => (asks ? setOpen(true) : void file.start())}
      >
        Export to CSV
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <CsvDialog
            resource={resource}
            state={state}
            total={total}
            limit={limit}
            file={file}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
