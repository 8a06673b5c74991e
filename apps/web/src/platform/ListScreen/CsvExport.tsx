import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { IconDownload } from '../../ui/icons.ts';
import { exportList } from './csv.ts';
import { countWords, limitWarning } from './csvWords.ts';
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
  const asks = resource.csv?.dateRange !== undefined || limitWarning(total, limit) !== null;
  return (
    <>
      <Button
        icon={<IconDownload size={16} aria-hidden />}
        title={asks ? undefined : countWords(total)}
        onClick={() => (asks ? setOpen(true) : exportList(resource, state, total))}
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
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
