import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { DateRange, Presets } from '../../ui/DateRange/DateRange.tsx';
import { presetsOf, type DayRange } from '../../ui/DateRange/days.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { FieldsForm } from '../form/FieldsForm.tsx';
import { browserTimeZone, isoDay } from '../format.ts';
import { countQuery, startRange } from './csv-days.ts';
import { exportList } from './csv.ts';
import { countWords, daysWords, limitWarning, NOTHING } from './csvWords.ts';
import styles from './list.module.css';
import type { ListState } from './state.ts';
import type { AnyResource } from './useList.ts';

interface CsvDialogProps {
  resource: AnyResource;
  state: ListState;
  limit: number | undefined;
  onClose: () => void;
}

/** The days of the list's own filter, else today; how much the file will hold is said before (TX-21..23, AM-34, AM-123). */
export default function CsvDialog({ resource, state, limit, onClose }: CsvDialogProps) {
  const queryClient = useQueryClient();
  const [today] = useState(() => isoDay(new Date()));
  const ranged = resource.csv?.dateRange !== undefined;
  const [range, setRange] = useState<DayRange>(() => startRange(resource, state, today));
  /** What stands in the fields is a range. */
  const [typed, setTyped] = useState(true);
  const [named, setNamed] = useState(0);
  const reasonId = useId();
  const wanted = ranged ? range : null;
  const count = useQuery({ ...countQuery(resource, state, wanted), enabled: typed });
  const { totalElements: total, records } = (typed && count.data) || {};
  const warning = limitWarning(total, limit);
  const nothing = total === 0;

  const submit = async () => {
    // a file that would be empty is not begun; where nobody can say, the file will
    const counted = await queryClient
      .fetchQuery(countQuery(resource, state, wanted))
      .catch(() => undefined);
    if (counted?.totalElements === 0) return;
    exportList(resource, state, counted?.records, wanted);
    onClose();
  };
  const pick = (next: DayRange | null) => {
    setTyped(next !== null);
    if (next) setRange(next);
  };
  const filters = Object.keys(state.filters).length;
  return (
    <Dialog title={`Export ${resource.slug.replaceAll('-', ' ')} to csv file`} onClose={onClose}>
      <FieldsForm
        fields={{}}
        submitLabel="Export to CSV"
        focus={!ranged}
        blocked={nothing || !typed ? reasonId : null}
        onCancel={onClose}
        onSubmit={submit}
      >
        <div>
          {ranged ? (
            <div className={styles.days}>
              <DateRange key={named} focus open value={range} today={today} onChange={pick} />
              <Presets
                presets={presetsOf(today)}
                value={typed ? range : null}
                onPick={(next) => {
                  pick(next);
                  // what was typed before goes
                  setNamed((times) => times + 1);
                }}
              />
            </div>
          ) : null}
          <p className={styles.dialogText}>
            {filters
              ? 'The file has the records that match the list’s filters. '
              : ranged
                ? ''
                : 'The file holds every record of the list.'}
            {ranged && typed ? `${daysWords(range)}, in ${browserTimeZone()}.` : ''}
          </p>
          <p id={reasonId} className={styles.dialogCount} aria-live="polite">
            {!typed || warning
              ? null
              : nothing
                ? NOTHING
                : count.isError
                  ? 'The records can’t be counted now.'
                  : records === undefined
                    ? 'Counting …'
                    : countWords(records)}
          </p>
        </div>
        {warning ? (
          <Notice tone="warning" icon={IconAlertTriangle} aria-live="polite">
            {warning}
          </Notice>
        ) : null}
      </FieldsForm>
    </Dialog>
  );
}
