import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '../../ui/inputs.css';
import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { MOST_MERCHANTS } from '@paydesk/contract/resources/roles.ts';
import { useCall } from '../../platform/query.ts';
import styles from './roles.module.css';

/** As filters of lists wait. */
const PAUSE_MS = 500;
const MOST_SHOWN = 20;

interface Props {
  /** The ids of those that it reaches; none: all. */
  held: readonly string[];
  /** What those are called that it reached when the form opened. */
  names: ReadonlyMap<string, string>;
  onChange: (held: string[]) => void;
  /** What those are called that are picked. */
  onNames: (names: ReadonlyMap<string, string>) => void;
  error?: string | undefined;
}

/** Which merchants a role of the house reaches: looked for and picked by name. */
export function Merchants({ held, names, onChange, onNames, error }: Props): ReactNode {
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS);
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(names);
  const found = useCall(
    'GET /api/merchants',
    { query: { f_name: asked, sort: 'name,ASC', size: MOST_SHOWN } },
    { placeholderData: keepPreviousData },
  );
  const known = new Map([
    ...(found.data?.content ?? []).map(({ id, name }) => [id, name] as const),
    ...picked,
  ]);
  return (
    <MultiSelect
      className={styles.merchants ?? ''}
      label="Merchants they reach"
      description="No other merchant is seen or touched, and rights over all merchants can’t be included. Empty: every merchant."
      placeholder={held.length ? undefined : 'Every merchant'}
      searchable
      clearable
      hidePickedOptions
      maxValues={MOST_MERCHANTS}
      clearButtonProps={{ 'aria-label': 'Every merchant' }}
      // the server looks for the name
      filter={({ options }) => options}
      data={[...known].map(([value, label]) => ({ value, label }))}
      nothingFoundMessage={found.isPending ? undefined : 'No merchant has this name'}
      value={[...held]}
      searchValue={text}
      onSearchChange={setText}
      error={error}
      onChange={(ids) => {
        const now = new Map(ids.map((id) => [id, known.get(id) ?? id]));
        setPicked(now);
        onNames(now);
        onChange(ids);
      }}
    />
  );
}
