import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/Checkbox.css';
import '../../ui/inputs.css';
import { Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { isSecret, type Field } from '@paydesk/contract/kernel/fields.ts';
import { IconChevronDown } from '../../ui/icons.ts';
import styles from './form.module.css';
import { nearFields, useWordMark } from '../word-marks.ts';
import type { FieldsState } from './useFields.ts';
import { late } from '../late.tsx';

/** An input that comes when a form has one; `common` is what every input takes. */
export interface SpecialInputProps {
  field: Field;
  common: Readonly<Record<string, unknown>> & { name: string; description: string | undefined };
  value: string;
  onChange: (value: string) => void;
}

const Choices = late(() => import('./Choices.tsx'));
const DaysInput = late(() => import('./DaysInput.tsx'));
const SPECIAL: Partial<Record<Field['kind'], ComponentType<SpecialInputProps>>> = {
  dateTime: late(() => import('./DateTimeInput.tsx')),
  html: late(() => import('./HtmlInput.tsx')),
  picture: late(() => import('./PictureInput.tsx')),
};

interface FieldInputProps {
  state: FieldsState;
  name: string;
  /** Takes the focus when the form opens. */
  first?: boolean;
  autoComplete?: string;
  placeholder?: string;
  hint?: string | undefined;
}

/** One field of the contract as an input: its label, its mark, its error and who describes it. */
export function FieldInput({
  state,
  name,
  first,
  autoComplete,
  placeholder,
  hint,
}: FieldInputProps) {
  const field = state.fields[name];
  if (!field) throw new Error(`No field ${name}`);
  const text = state.texts[name] ?? '';
  const error = state.errorOf(name);
  const wordMark = useWordMark();
  const common = {
    name,
    label: labelOf(field),
    error,
    'aria-required': field.required,
    readOnly: field.readOnly,
    'aria-invalid': error ? true : undefined,
    'data-autofocus': first || undefined,
    autoComplete: autoComplete ?? 'off',
    placeholder,
    description: hint,
  };
  const onChange = (event: { currentTarget: { value: string } }) =>
    state.setText(name, event.currentTarget.value);
  if (field.kind === 'boolean')
    return (
      <Checkbox
        name={name}
        label={field.label}
        error={error}
        checked={text === true}
        onChange={(event) => state.setText(name, event.currentTarget.checked)}
      />
    );
  const value = String(text);
  const shown = {
    ...common,
    ...nearFields,
    inputContainer: followedBy(
      wordMark?.({ label: field.label, of: 'field', optional: !field.required }),
    ),
  };
  const Special = field.from ? Choices : field.days ? DaysInput : SPECIAL[field.kind];
  if (Special)
    return (
      <Suspense
        fallback={
          <div data-coming>
            <TextInput {...common} disabled />
          </div>
        }
      >
        <Special
          field={field}
          common={common}
          value={value}
          onChange={(next) => state.setText(name, next)}
        />
      </Suspense>
    );
  const options = field.hour ? HOURS : field.enumeration && Object.entries(field.enumeration);
  if (options)
    return (
      <NativeSelect
        {...shown}
        rightSection={<IconChevronDown size={16} aria-hidden />}
        value={value}
        onChange={onChange}
      >
        {field.required && value ? null : (
          <option value="">{field.required ? 'Choose' : field.none}</option>
        )}
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </NativeSelect>
    );
  if (field.kind === 'textarea')
    return <Textarea {...shown} rows={2} value={value} onChange={onChange} />;
  if (field.kind === 'password')
    return (
      <PasswordInput
        {...common}
        autoCapitalize="none"
        spellCheck={false}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        value={value}
        onChange={onChange}
      />
    );
  return (
    <TextInput
      {...shown}
      type={field.kind === 'email' ? 'email' : 'text'}
      inputMode={field.keys ?? INPUT_MODES[field.kind]}
      {...(field.keys || isSecret(field) ? { autoCapitalize: 'none', spellCheck: false } : {})}
      className={field.kind === 'amount' || field.kind === 'number' ? styles.amount : undefined}
      {...(field.percent && { rightSection: '%' })}
      value={value}
      onChange={onChange}
    />
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => [
  `${hour}`,
  `${String(hour).padStart(2, '0')}:00`,
]);

/** What stands after an input in its own frame. */
const followedBy = (mark: ReactNode) => (input: ReactNode) => (
  <>
    {input}
    {mark}
  </>
);

/** Which keys a phone offers. */
const INPUT_MODES: Partial<Record<Field['kind'], 'decimal' | 'numeric' | 'url'>> = {
  amount: 'decimal',
  number: 'numeric',
  url: 'url',
};

function labelOf(field: Field): ReactNode {
  return field.required ? (
    field.label
  ) : (
    <>
      {field.label} <span className={styles.optional}>optional</span>
    </>
  );
}
