import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '../../ui/inputs.css';
import { MultiSelect } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { MOST_MERCHANTS } from '@paydesk/contract/resources/roles.ts';
import { useMerchantSearch } from '../../platform/merchant-search.ts';
import styles from './roles.module.css';

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
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(names);
  const pick = (ids: string[], called: ReadonlyMap<string, string>) => {
    const now = new Map(ids.map((id) => [id, called.get(id) ?? id]));
    setPicked(now);
    onNames(now);
    onChange(ids);
  };
  const { found, box } = useMerchantSearch(({ id, name }, clear) => {
    if (!held.includes(id) && held.length < MOST_MERCHANTS)
      pick([...held, id], new Map([...picked, [id, name]]));
    clear();
  });
  const known = new Map([...found.map(({ id, name }) => [id, name] as const), ...picked]);
  return (
    <MultiSelect
      className={styles.merchants ?? ''}
      label="Merchants they reach"
      description="No other merchant is seen or touched, and rights over all merchants can’t be included. Empty: every merchant."
      placeholder={held.length ? undefined : 'Every merchant'}
      {...box}
      hidePickedOptions
      maxValues={MOST_MERCHANTS}
      data={[...known].map(([value, label]) => ({ value, label }))}
      value={[...held]}
      error={error}
      onChange={(ids) => pick(ids, known)}
    />
  );
}
