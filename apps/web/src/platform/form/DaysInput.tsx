import { useEffect, useId, useRef, type ReactNode } from 'react';
import {
  dayErrors,
  daysInWords,
  nextDay,
  partsOf,
  risingDaysOf,
  UNSAID,
} from '@paydesk/contract/kernel/rising-days.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Input } from '../../ui/Input.tsx';
import { IconPlus, IconTrash } from '../../ui/icons.ts';
import type { SpecialInputProps } from './FieldInput.tsx';
import styles from './days.module.css';

/** Days, each in a field of its own and refused there; the form holds them as '1, 3, 7'. */
export default function DaysInput({
  field,
  common,
  value,
  onChange,
}: SpecialInputProps): ReactNode {
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const rule = field.days!;
  const parts = partsOf(value);
  const focus = useRef<number | 'add' | null>(null);
  useEffect(() => {
    if (focus.current === null) return;
    const inputs = group.current?.querySelectorAll('input') ?? [];
    const at = focus.current === 'add' ? null : inputs[focus.current];
    focus.current = null;
    if (at) at.select();
    else group.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  });
  const take = (next: readonly string[]) => onChange(next.join(', '));
  const errors = common['error'] ? dayErrors(parts, rule) : [];
  // none of the days is to blame: it is said of all of them
  const whole = errors.some(Boolean) ? null : (common['error'] as ReactNode);
  const full = parts.length >= rule.most;
  const words = daysInWords(risingDaysOf(value, rule) ?? [], rule);
  return (
    <fieldset ref={group} className={styles.days} aria-describedby={`${id}words`}>
      <legend>
        {field.label} <span className={styles.optional}>optional</span>
      </legend>
      {common.description ? <p>{common.description}</p> : null}
      {parts.length ? (
        <ol>
          {parts.map((part, at) => (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at}>
              <label htmlFor={`${id}${at}`}>Day</label>
              <Input
                id={`${id}${at}`}
                inputMode="numeric"
                maxLength={2}
                value={part === UNSAID ? '' : part}
                aria-label={`Day ${at + 1} of ${parts.length}`}
                aria-invalid={errors[at] ? true : undefined}
                aria-describedby={errors[at] ? `${id}${at}error` : undefined}
                data-autofocus={(at === 0 && common['data-autofocus']) || undefined}
                onChange={({ currentTarget }) => {
                  const typed = currentTarget.value.replaceAll(/[\s,]/g, '');
                  take(parts.with(at, typed || UNSAID));
                }}
              />
              <span>{rule.from}</span>
              <IconButton
                large
                label={`Remove day ${part === UNSAID ? at + 1 : part}`}
                onClick={() => {
                  focus.current = at < parts.length - 1 ? at : parts.length > 1 ? at - 1 : 'add';
                  take(parts.toSpliced(at, 1));
                }}
              >
                <IconTrash size={16} aria-hidden />
              </IconButton>
              {errors[at] ? (
                <p id={`${id}${at}error`} data-error>
                  {errors[at]}
                </p>
              ) : null}
            </li>
          ))}
        </ol>
      ) : null}
      <div>
        <Button
          data-add
          icon={<IconPlus size={16} aria-hidden />}
          aria-disabled={full || undefined}
          title={full ? `${rule.most} days at most` : undefined}
          onClick={() => {
            if (full) return;
            focus.current = parts.length;
            take([...parts, nextDay(parts, rule)]);
          }}
        >
          Add a day
        </Button>
        <output id={`${id}words`}>{words ?? (parts.length ? '' : 'Never')}</output>
      </div>
      {whole ? (
        <p data-error role="alert">
          {whole}
        </p>
      ) : null}
    </fieldset>
  );
}
