import '@mantine/core/styles/Input.css';
import { NativeSelect } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import type { Key } from '@paydesk/contract/index.ts';
import type { ListAnswer } from '@paydesk/contract/kernel/endpoint.ts';
import { MAX_PAGE_SIZE } from '@paydesk/contract/kernel/resource.ts';
import { Checkbox, Input } from '../../ui/Input.tsx';
import { IconChevronDown } from '../../ui/icons.ts';
import { shortId } from '../format.ts';
import { useCall } from '../query.ts';
import { useDelayed } from '../useDelayed.ts';
import type { SpecialInputProps } from './FieldInput.tsx';
import styles from './form.module.css';

interface Named {
  id: string;
  name: string;
  active?: boolean;
}

/** More than fit into the window are looked for by their name. */
const MANY = 10;

/** One or several rows of another list, chosen by their names. */
export default function Choices({ field, common, value, onChange }: SpecialInputProps): ReactNode {
  const [looked, setLooked] = useState('');
  const { data, error } = useCall(`GET ${field.from}` as Key, {
    query: {
      page: 0,
      size: MAX_PAGE_SIZE,
      sort: 'name,ASC',
      ...(looked.trim() && { f_name: looked.trim() }),
    } as never,
  });
  const { content = [], totalElements = 0 } = (data ?? {}) as Partial<ListAnswer<Named>>;
  const words = ({ name, active }: Named) => (active === false ? `${name} (not active)` : name);
  const failed = error && !data ? 'What there is to choose from could not be loaded' : common.error;
  if (field.kind === 'id')
    return (
      <NativeSelect
        {...common}
        error={failed as ReactNode}
        rightSection={<IconChevronDown size={16} aria-hidden />}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {field.required && value ? null : (
          <option value="">{field.required ? 'Choose' : ''}</option>
        )}
        {value && !content.some(({ id }) => id === value) ? (
          <option value={value}>{shortId(value)}</option>
        ) : null}
        {content.map((one) => (
          <option key={one.id} value={one.id}>
            {words(one)}
          </option>
        ))}
      </NativeSelect>
    );
  const chosen = value ? value.split(',') : [];
  return (
    <Several
      label={common.label as ReactNode}
      name={common.name}
      hint={common.description as ReactNode}
      error={failed as ReactNode}
      look={looked || totalElements > MANY ? { text: looked, onText: setLooked } : null}
      options={content.map((one) => ({ id: one.id, words: words(one) }))}
      chosen={chosen}
      coming={!data && !error}
      onChange={(ids) => onChange(ids.toSorted().join(','))}
    />
  );
}

interface SeveralProps {
  label: ReactNode;
  name: string;
  hint: ReactNode;
  error: ReactNode;
  look: { text: string; onText: (text: string) => void } | null;
  options: readonly { id: string; words: string }[];
  chosen: readonly string[];
  coming: boolean;
  onChange: (ids: readonly string[]) => void;
}

function Several({
  label,
  name,
  hint,
  error,
  look,
  options,
  chosen,
  coming,
  onChange,
}: SeveralProps) {
  const id = useId();
  const late = useDelayed(coming, 200);
  return (
    <fieldset
      className={styles.several}
      aria-describedby={error ? `${id}error` : undefined}
      data-coming={(coming && !look?.text) || undefined}
    >
      <legend>
        {label} <span className={styles.optional}>· {chosen.length} chosen</span>
      </legend>
      {hint ? <p>{hint}</p> : null}
      {look ? (
        <Input
          aria-label="Look for a name"
          placeholder="Look for a name"
          value={look.text}
          onChange={(event) => look.onText(event.currentTarget.value)}
        />
      ) : null}
      <div>
        {options.map((one) => (
          <label key={one.id}>
            <Checkbox
              name={name}
              checked={chosen.includes(one.id)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...chosen, one.id] : chosen.filter((other) => other !== one.id))
              }
            />
            {one.words}
          </label>
        ))}
        {options.length || coming ? null : <p>There are none yet.</p>}
        {late ? <p>Loading …</p> : null}
      </div>
      {error ? (
        <p id={`${id}error`} data-error>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
