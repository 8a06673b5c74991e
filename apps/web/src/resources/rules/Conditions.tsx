import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  conditionWords,
  MOST_CONDITIONS,
  type RuleCondition,
} from '@paydesk/contract/resources/rules/conditions.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { IconPencil, IconPlus, IconTrash } from '../../ui/icons.ts';
import { ConditionDialog } from './ConditionDialog.tsx';
import styles from './rules.module.css';
import { useMerchantNames } from './useMerchantNames.ts';

/** The conditions of a rule, one below the other; without `onChange` they are only shown. */
export function Conditions({
  conditions,
  errors = {},
  onChange,
}: {
  conditions: readonly RuleCondition[];
  /** By 'conditions[1].value'; under 'conditions' what is refused of all of them. */
  errors?: Readonly<Record<string, string>>;
  onChange?: (conditions: readonly RuleCondition[]) => void;
}): ReactNode {
  const merchants = useMerchantNames();
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const count = useRef(conditions.length);
  useEffect(() => {
    // the button that had the focus has gone with its condition
    if (conditions.length < count.current) add.current?.focus();
    count.current = conditions.length;
  }, [conditions.length]);
  const errorAt = (at: number) =>
    Object.entries(errors).find(([key]) => key.startsWith(`conditions[${at}]`))?.[1];
  return (
    <section className={styles.conditions} aria-label="Conditions">
      <header>
        <h3>Conditions</h3>
        {onChange && conditions.length < MOST_CONDITIONS ? (
          <Button
            ref={add}
            icon={<IconPlus size={16} aria-hidden />}
            onClick={() => setOpen('new')}
          >
            Add condition
          </Button>
        ) : null}
      </header>
      {conditions.length ? (
        <ol>
          {conditions.map((condition, at) => {
            const words = conditionWords(condition, merchants);
            const error = errorAt(at);
            return (
              // conditions have no name of their own
              // oxlint-disable-next-line react/no-array-index-key
              <li key={at} data-refused={error ? true : undefined}>
                <span className={styles.words}>
                  {at ? <span className={styles.and}>and </span> : null}
                  {words}
                  {error ? (
                    <span className={styles.error} role="alert">
                      {error}
                    </span>
                  ) : null}
                </span>
                {onChange ? (
                  <span className={styles.tools}>
                    <IconButton label={`Change: ${words}`} onClick={() => setOpen(at)}>
                      <IconPencil size={16} aria-hidden />
                    </IconButton>
                    <IconButton
                      label={`Delete: ${words}`}
                      onClick={() => onChange(conditions.toSpliced(at, 1))}
                    >
                      <IconTrash size={16} aria-hidden />
                    </IconButton>
                  </span>
                ) : null}
              </li>
            );
          })}
        </ol>
      ) : (
        <p className={styles.none}>
          {onChange ? 'All conditions together say which payments the rule meets.' : 'It has none.'}
        </p>
      )}
      {errors['conditions'] ? (
        <p className={styles.error} role="alert">
          {errors['conditions']}
        </p>
      ) : null}
      {open !== null && onChange ? (
        <ConditionDialog
          condition={open === 'new' ? null : conditions[open]!}
          merchants={merchants}
          onClose={() => setOpen(null)}
          onSave={(condition) =>
            onChange(
              open === 'new'
                ? [...conditions, condition]
                : conditions.toSpliced(open, 1, condition),
            )
          }
        />
      ) : null}
    </section>
  );
}
