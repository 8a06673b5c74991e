import { DatePickerInput } from '@mantine/dates';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/dates/styles.css';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Key } from '@paydesk/contract/index.ts';
import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import type { ListAnswer } from '@paydesk/contract/kernel/endpoint.ts';
import { messages } from '@paydesk/contract/kernel/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { call } from '../api.ts';
import { browserTimeZone, isoDay } from '../format.ts';
import { exportList } from './csv.ts';
import { countWords, limitWarning } from './csvWords.ts';
import styles from './list.module.css';
import { toQuery, type ListState } from './state.ts';
import type { AnyResource } from './useList.ts';

const PICKER_LABELS = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

interface CsvDialogProps {
  resource: AnyResource;
  state: ListState;
  total: number | undefined;
  limit: number | undefined;
  onClose: () => void;
}

/** From and to, both today at first; how much is left out is said before (TX-21..23, AM-34). */
export default function CsvDialog(props: CsvDialogProps) {
  const { resource, state, limit, onClose } = props;
  const [today] = useState(() => isoDay(new Date()));
  const [from, setFrom] = useState<string | null>(today);
  const [to, setTo] = useState<string | null>(today);
  const column = resource.csv?.dateRange;
  const ranged = column !== undefined;
  const wrong = ranged && from !== null && to !== null && from > to;
  const total = useTotal(props, ranged && !wrong ? from : null, ranged && !wrong ? to : null);
  // where the list is filtered by the same column, what both leave is not known before
  const exact = column === undefined || state.filters[column] === undefined;
  const warning = limitWarning(total, limit);
  const day = {
    valueFormat: 'DD.MM.YYYY',
    clearable: false,
    required: true,
    hideOutsideDates: true,
    ariaLabels: PICKER_LABELS,
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wrong || (ranged && (!from || !to))) return;
    const range = ranged && from && to ? { dateFrom: from, dateTo: to } : undefined;
    const records = total === undefined || !exact ? undefined : Math.min(total, limit ?? total);
    exportList(resource, state, records, range);
    onClose();
  };
  const filters = Object.keys(state.filters).length;
  return (
    <Dialog title={`Export ${resource.slug.replaceAll('-', ' ')} to csv file`} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        {ranged ? (
          <div className={styles.days}>
            <DatePickerInput
              {...day}
              data-autofocus
              label="From"
              value={from}
              onChange={setFrom}
              error={wrong ? messages.dateOrder : undefined}
            />
            <DatePickerInput
              {...day}
              label="To"
              value={to}
              onChange={setTo}
              error={wrong ? messages.toDateOrder : undefined}
            />
          </div>
        ) : null}
        <p className={styles.dialogText}>
          {filters
            ? 'The file holds the records under the filters of the list.'
            : 'The file holds every record of the list.'}
          {ranged && from && to && !wrong
            ? ` Days from ${formatIsoDay(from)} to ${formatIsoDay(to)}, both included, in ${browserTimeZone()}.`
            : ''}
        </p>
        <p className={styles.dialogText} aria-live="polite">
          {warning || !exact ? null : countWords(total)}
        </p>
        {warning ? (
          <p className={styles.warning} aria-live="polite">
            <IconAlertTriangle size={16} aria-hidden />
            {warning}
          </p>
        ) : null}
        <div className={styles.dialogButtons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Export to CSV
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** How many records the file would hold: of the list, or of the days alone. */
function useTotal(
  { resource, state, total }: CsvDialogProps,
  from: string | null,
  to: string | null,
): number | undefined {
  const column = resource.csv?.dateRange;
  const asks = column !== undefined && state.filters[column] === undefined;
  const days = from && to ? `${formatIsoDay(from)}..${formatIsoDay(to)}` : null;
  const { data } = useQuery({
    queryKey: [resource.slug, 'total', state.filters, days],
    enabled: asks && days !== null,
    queryFn: ({ signal }) =>
      call(`GET ${resource.path}` as Key, {
        query: {
          ...toQuery({ ...state, page: 0, size: 50 }, browserTimeZone()),
          [`f_${column}`]: days,
        } as never,
        signal,
      }) as Promise<unknown> as Promise<ListAnswer<unknown>>,
  });
  return asks ? data?.totalElements : total;
}
