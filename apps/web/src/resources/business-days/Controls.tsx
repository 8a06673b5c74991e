import { DatePickerInput } from '@mantine/dates';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/dates/styles.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Combobox.css';
import '../../ui/inputs.css';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { call } from '../../platform/api.ts';
import { Button } from '../../ui/Button.tsx';
import { isSame, lastMonth, lastWeek, refusalOf, type Range } from './range.ts';
import styles from './business-days.module.css';

/** As filters of lists wait. */
const PAUSE_MS = 500;
const MOST_SHOWN = 20;

const PICKER_LABELS = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

interface ControlsProps {
  range: Range;
  /** What is wrong with the range of the address. */
  problem: string | null;
  today: string;
  /** Null for who sees one merchant only. */
  merchantId: string | null;
  onChange: (next: Partial<Range> & { f_merchantId?: string | undefined }) => void;
}

/** Title, quick choices, pickers; a range that can't be is refused at the picker that made it (BD-01..07). */
export function Controls(props: ControlsProps): ReactNode {
  const { range, problem, today, merchantId, onChange } = props;
  // picked by hand and refused; forgotten as soon as the range is another one
  const [draft, setDraft] = useState<Range & { changed: 'from' | 'to'; of: Range }>();
  const refused = draft && isSame(draft.of, range) ? draft : null;
  const picked = refused ?? { ...range, changed: 'from' as const };
  const refusal = refused ? refusalOf(refused, refused.changed) : problem;

  const pick = (end: 'from' | 'to') => (day: string | null) => {
    if (!day) return;
    const next = { from: picked.from, to: picked.to, [end]: day };
    const fine = refusalOf(next, end) === null;
    setDraft(fine ? undefined : { ...next, changed: end, of: range });
    if (fine) onChange(next);
  };
  const error = (end: 'from' | 'to') => (picked.changed === end && refusal ? refusal : undefined);
  const choice = (words: string, choose: Range) => (
    <Button
      className={styles.choice ?? ''}
      aria-pressed={problem === null && isSame(range, choose)}
      onClick={() => {
        setDraft(undefined);
        onChange(choose);
      }}
    >
      {words}
    </Button>
  );
  const picker = {
    valueFormat: 'DD.MM.YYYY',
    clearable: false,
    hideOutsideDates: true,
    ariaLabels: PICKER_LABELS,
    className: styles.picker ?? '',
  };
  return (
    <header className={styles.header}>
      <h1>Business Days</h1>
      <div className={styles.controls}>
        {merchantId === null ? null : (
          <MerchantFilter
            key={merchantId}
            merchantId={merchantId}
            onChange={(id) => onChange({ f_merchantId: id || undefined })}
          />
        )}
        {choice('Last Week', lastWeek(today))}
        {choice('Last Month', lastMonth(today))}
        <DatePickerInput
          {...picker}
          aria-label={`From ${formatIsoDay(picked.from)}`}
          value={picked.from}
          onChange={pick('from')}
          error={error('from')}
        />
        <DatePickerInput
          {...picker}
          aria-label={`To ${formatIsoDay(picked.to)}`}
          value={picked.to}
          onChange={pick('to')}
          error={error('to')}
        />
      </div>
    </header>
  );
}

/** One merchant alone, picked by its name (AM-63). */
function MerchantFilter({
  merchantId,
  onChange,
}: {
  merchantId: string;
  onChange: (id: string) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS);
  const chosen = useQuery({
    queryKey: ['merchants', 'one', merchantId],
    queryFn: ({ signal }) =>
      call('GET /api/merchants/{id}', { params: { id: merchantId }, signal }),
    enabled: isUuid(merchantId),
  }).data;
  const found = useQuery({
    queryKey: ['merchants', 'pick', asked],
    queryFn: ({ signal }) =>
      call('GET /api/merchants', {
        query: { f_name: asked, sort: 'name,ASC', size: MOST_SHOWN },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const names = new Map((found.data?.content ?? []).map(({ id, name }) => [id, name]));
  if (chosen) names.set(chosen.id, chosen.name);
  return (
    <Select
      className={styles.merchant ?? ''}
      aria-label="Merchant"
      placeholder="Every merchant"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Every merchant' }}
      // the server looks for the name
      filter={({ options }) => options}
      data={[...names].map(([value, label]) => ({ value, label }))}
      nothingFoundMessage={found.isPending ? undefined : 'No merchant has this name'}
      value={merchantId || null}
      searchValue={text}
      onSearchChange={setText}
      onChange={(id) => onChange(id ?? '')}
    />
  );
}
