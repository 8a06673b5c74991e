import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Combobox.css';
import '../../ui/inputs.css';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { checkRange } from '@paydesk/contract/resources/business-days.ts';
import { useCall } from '../../platform/query.ts';
import { Button } from '../../ui/Button.tsx';
import { PlainSelect } from '../../ui/Input.tsx';
import { DateRange } from '../../ui/DateRange/DateRange.tsx';
import { lastMonth, lastWeek, presetsOf } from '../../ui/DateRange/days.ts';
import { isSame, type Range } from './range.ts';
import styles from './business-days.module.css';

/** As filters of lists wait. */
const PAUSE_MS = 500;
const MOST_SHOWN = 20;
/** Those with a button of their own (BD-06, BD-07). */
const QUICK = ['Last Week', 'Last Month'];

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
  const [named, setNamed] = useState(0);
  const choose = (days: Range) => {
    // what was typed before goes
    setNamed((times) => times + 1);
    onChange(days);
  };
  const others = presetsOf(today).filter(({ label }) => !QUICK.includes(label));
  const chosen = others.find((other) => isSame(other, range));
  const choice = (words: string, days: Range) => (
    <Button
      className={styles.choice ?? ''}
      aria-pressed={problem === null && isSame(range, days)}
      onClick={() => choose(days)}
    >
      {words}
    </Button>
  );
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
        <PlainSelect
          className={styles.others}
          aria-label="Other days"
          data-chosen={problem === null && chosen ? true : undefined}
          value={problem === null && chosen ? chosen.label : ''}
          onChange={({ currentTarget: { value } }) => {
            const other = others.find(({ label }) => label === value);
            if (other) choose({ from: other.from, to: other.to });
          }}
        >
          <option value="" hidden>
            Other days
          </option>
          {others.map(({ label }) => (
            <option key={label}>{label}</option>
          ))}
        </PlainSelect>
        <DateRange
          key={named}
          quiet
          value={range}
          today={today}
          problem={problem}
          refusalOf={({ from, to }) => checkRange(from, to)?.message ?? null}
          onChange={(days) => days?.from && days.to && onChange({ from: days.from, to: days.to })}
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
  const chosen = useCall(
    'GET /api/merchants/{id}',
    { params: { id: merchantId } },
    { enabled: isUuid(merchantId) },
  ).data;
  const found = useCall(
    'GET /api/merchants',
    { query: { f_name: asked, sort: 'name,ASC', size: MOST_SHOWN } },
    { placeholderData: keepPreviousData },
  );
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
