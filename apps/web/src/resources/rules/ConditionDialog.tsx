import { useCallback, useState, type ReactNode } from 'react';
import type { Field, Fields } from '@paydesk/contract/kernel/fields.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import {
  checkCondition,
  comparisonsOf,
  namesOf,
  RULE_COMPARISONS,
  RULE_FIELDS,
  ruleField,
  type RuleCondition,
} from '@paydesk/contract/resources/rules/conditions.ts';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import { startTexts, valuesOf, type Texts } from '../../platform/form/values.ts';
import { Dialog } from '../../ui/Dialog.tsx';

interface Props {
  /** Null is a new one. */
  condition: RuleCondition | null;
  merchants: Readonly<Record<string, string>>;
  onSave: (condition: RuleCondition) => void;
  onClose: () => void;
}

const FIELDS = Object.fromEntries(
  Object.entries(RULE_FIELDS).map(([name, { label }]) => [name, label]),
);
const PICK = 'pick ';

/** One condition: what is looked at, how it is compared, and with what. */
export function ConditionDialog({ condition, merchants, onSave, onClose }: Props): ReactNode {
  const initial = startOf(condition);
  const [texts, setTexts] = useState<Texts>(() => startTexts(fieldsOf({}, merchants), initial));
  const onTexts = useCallback((typed: Texts) => setTexts(typed), []);
  const fields = fieldsOf(texts, merchants);
  const hint = ruleField(String(texts['field']))?.hint;
  const noun = condition ? 'Change condition' : 'Add condition';
  const made = (typed: Texts) => conditionOf(typed, fieldsOf(typed, merchants));
  return (
    <Dialog title={noun} onClose={onClose}>
      <FieldsForm
        fields={fields}
        name="condition"
        initial={initial}
        hints={{
          ...(hint && { amount: hint, number: hint, merchant: hint }),
          text: [hint, 'Separate several with commas.'].filter(Boolean).join(' '),
        }}
        submitLabel={noun}
        onCancel={onClose}
        onTexts={onTexts}
        check={async (typed) => {
          const { value } = checkCondition(made(typed)) as { value?: string };
          const at = Object.keys(fields).find((key) => key !== 'field' && key !== 'comparison');
          return value && at ? { [at]: value } : {};
        }}
        onSubmit={async () => {
          onSave(made(texts));
          onClose();
        }}
      />
    </Dialog>
  );
}

function startOf(condition: RuleCondition | null): Record<string, string | number | boolean> {
  const { field = '', comparison = '', value } = condition ?? {};
  const rule = ruleField(field);
  const names = typeof value === 'number' ? [] : namesOf(value);
  const number = typeof value === 'number' ? value : '';
  return {
    field,
    comparison,
    amount: rule?.kind === 'amount' && number !== '' ? formatAmount(number) : '',
    number: rule?.kind === 'number' ? number : '',
    merchant: rule?.kind === 'merchant' ? (names[0] ?? '') : '',
    text: rule?.kind === 'code' || rule?.kind === 'prefix' ? names.join(', ') : '',
    ...Object.fromEntries(names.map((name) => [PICK + name, true])),
  };
}

/** What there is to ask for depends on what was chosen. */
function fieldsOf(texts: Texts, merchants: Props['merchants']): Fields {
  const rule = ruleField(String(texts['field']));
  const possible = rule ? comparisonsOf(rule) : [];
  const comparison = possible.find((one) => one === texts['comparison']);
  const values: Record<string, Field> = {};
  if (rule && comparison && comparison !== 'UNKNOWN') {
    const { kind, label, enumeration } = rule;
    const value = { label: 'Value', required: true } as const;
    if (kind === 'amount') values['amount'] = { ...value, kind };
    else if (kind === 'number') values['number'] = { ...value, kind, label };
    else if (kind === 'merchant')
      values['merchant'] = { ...value, kind: 'choice', enumeration: merchants };
    else if (enumeration)
      for (const [name, words] of Object.entries(enumeration))
        values[PICK + name] = { label: words, kind: 'boolean' };
    else values['text'] = { ...value, kind: 'text', maxLength: 1000 };
  }
  return {
    field: { label: 'Looks at', kind: 'choice', required: true, enumeration: FIELDS },
    ...(rule && {
      comparison: {
        label: 'Comparison',
        kind: 'choice' as const,
        required: true,
        enumeration: Object.fromEntries(possible.map((name) => [name, RULE_COMPARISONS[name]])),
      },
    }),
    ...values,
  };
}

function conditionOf(texts: Texts, fields: Fields): RuleCondition {
  const { field, comparison, amount, number, merchant, text, ...picks } = valuesOf(fields, texts);
  const picked = Object.entries(picks).flatMap(([name, on]) =>
    on ? [name.slice(PICK.length)] : [],
  );
  const several = String(text ?? '')
    .split(/[,\s]+/)
    .filter(Boolean);
  const names = merchant ? [String(merchant)] : [...picked, ...several];
  return {
    field: String(field),
    comparison: String(comparison),
    value:
      comparison === 'UNKNOWN'
        ? null
        : ((amount ?? number ?? (names.length ? names : null)) as RuleCondition['value']),
  };
}
