import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Combobox.css';
import '../../ui/inputs.css';
import { Select } from '@mantine/core';
import { useCallback, useState, type ReactNode } from 'react';
import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { checkRange } from '@paydesk/contract/kernel/reports.ts';
import { useMerchantSearch } from '../../platform/merchant-search.ts';
import { useCall } from '../../platform/query.ts';
import { Button } from '../../ui/Button.tsx';
import { PlainSelect } from '../../ui/Input.tsx';
import { DateRange } from '../../ui/DateRange/DateRange.tsx';
import { lastMonth, lastWeek, presetsOf } from '../../ui/DateRange/days.ts';
import {
  COMPARISONS,
  PRESETS,
  type Comparison,
  type Preset,
} from '@paydesk/contract/resources/business-days/figures.ts';
import { isSame, rangeWords, type Range } from './range.ts';
import styles from './business-days.module.css';

/** Those with a button of their own (BD-06, BD-07). */
const OWN = ['Today', 'Yesterday', 'Last Week', 'Last Month'];
/** The same of those by a name that stays true: the others are chosen from a list. */
const [AT_HAND, BY_CHOICE] = [
  ['today', 'yesterday'],
  ['7days', '30days', 'month'],
] as const satisfies [Preset[], Preset[]];

/** What of the address the controls say. */
export interface Chosen {
  from?: string | undefined;
  to?: string | undefined;
  days?: Preset | undefined;
  compare?: Comparison | undefined;
}

interface ControlsProps {
  range: Range;
  preset: Preset | null;
  /** What is wrong with the range of the address. */
  problem: string | null;
  today: string;
  onChange: (next: Chosen) => void;
}

/** Days by their name, by hand, and what they are held against; a range that can't be is refused at the picker that made it (BD-01..07). */
export function Controls(props: ControlsProps): ReactNode {
  const { range, preset, problem, today, onChange } = props;
  const [times, setTimes] = useState(0);
  // what stands in the fields is no range: none that is shown is what is meant
  const [wrongBeside, setWrongBeside] = useState<Range | null>(null);
  const wrong = wrongBeside !== null && isSame(range, wrongBeside);
  const choose = (next: Chosen) => {
    // what was typed before goes
    setTimes((before) => before + 1);
    setWrongBeside(null);
    onChange({ from: undefined, to: undefined, days: undefined, ...next });
  };
  const months = presetsOf(today).filter(({ label }) => !OWN.includes(label));
  const others: readonly { label: string; next: Chosen }[] = [
    ...BY_CHOICE.map((days) => ({ label: PRESETS[days].label, next: { days } })),
    ...months.map(({ label, from, to }) => ({ label, next: { from, to } })),
  ];
  const own = problem === null && !preset && !wrong;
  const named =
    preset && !wrong
      ? PRESETS[preset].label
      : own
        ? months.find((month) => isSame(month, range))?.label
        : undefined;
  const chosen = others.find(({ label }) => label === named);
  // a week and seven days differ by their first day, which the words don’t say
  const choice = (words: string, pressed: boolean, next: Chosen, days: Range) => (
    <Button
      key={words}
      title={rangeWords(days)}
      className={styles.choice ?? ''}
      aria-pressed={pressed}
      onClick={() => choose(next)}
    >
      {words}
    </Button>
  );
  return (
    <div className={styles.controls}>
      {AT_HAND.map((name) =>
        choice(
          PRESETS[name].label,
          preset === name && !wrong,
          { days: name },
          PRESETS[name].days(today),
        ),
      )}
      {choice('Last Week', own && isSame(range, lastWeek(today)), lastWeek(today), lastWeek(today))}
      {choice(
        'Last Month',
        own && isSame(range, lastMonth(today)),
        lastMonth(today),
        lastMonth(today),
      )}
      <PlainSelect
        className={styles.others}
        aria-label="Other days"
        data-chosen={chosen ? true : undefined}
        value={chosen ? chosen.label : ''}
        onChange={({ currentTarget: { value } }) => {
          const other = others.find(({ label }) => label === value);
          if (other) choose(other.next);
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
        key={times}
        quiet
        value={range}
        today={today}
        problem={problem}
        refusalOf={({ from, to }) => checkRange(from, to)?.message ?? null}
        onChange={(days) => {
          setWrongBeside(days ? null : range);
          if (days?.from && days.to) onChange({ from: days.from, to: days.to, days: undefined });
        }}
      />
    </div>
  );
}

/** What the days are held against. */
export function Against(props: {
  comparison: Comparison;
  onChange: (next: Chosen) => void;
}): ReactNode {
  return (
    <PlainSelect
      className={styles.others}
      aria-label="Compare with"
      value={props.comparison}
      onChange={({ currentTarget: { value } }) =>
        props.onChange({ compare: value === 'weekday' ? undefined : (value as Comparison) })
      }
    >
      {Object.entries(COMPARISONS).map(([name, words]) => (
        <option key={name} value={name}>
          against {words}
        </option>
      ))}
    </PlainSelect>
  );
}

/** One merchant alone, picked by its name (AM-63). */
export function MerchantFilter({
  merchantId,
  onChange,
}: {
  merchantId: string;
  onChange: (id: string) => void;
}): ReactNode {
  const { found, box } = useMerchantSearch(useCallback(({ id }) => onChange(id), [onChange]));
  const chosen = useCall(
    'GET /api/merchants/{id}',
    { params: { id: merchantId } },
    { enabled: isUuid(merchantId) },
  ).data;
  const names = new Map(found.map(({ id, name }) => [id, name]));
  if (chosen) names.set(chosen.id, chosen.name);
  return (
    <Select
      className={styles.merchant ?? ''}
      aria-label="Merchant"
      placeholder="Every merchant"
      {...box}
      data={[...names].map(([value, label]) => ({ value, label }))}
      value={merchantId || null}
      onChange={(id) => onChange(id ?? '')}
    />
  );
}
