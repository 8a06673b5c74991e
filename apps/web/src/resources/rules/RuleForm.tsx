import { useState, type ReactNode } from 'react';
import type { ReadAs } from '@paydesk/contract/kernel/body.ts';
import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import type { ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { checkConditions, ruleFields } from '@paydesk/contract/resources/rules/actions.ts';
import {
  conditionWords,
  type RuleCondition,
} from '@paydesk/contract/resources/rules/conditions.ts';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import type { Initial } from '../../platform/form/values.ts';
import { Conditions } from './Conditions.tsx';

export type RuleBody = ValuesOf<typeof ruleFields> & {
  conditions: {
    field: string;
    comparison: string;
    value?: number | string | string[] | null;
  }[];
};

interface Props {
  start: Initial<typeof ruleFields>;
  conditions: readonly RuleCondition[];
  focus: boolean;
  submitLabel: string;
  onSubmit: (body: RuleBody, readAs: ReadAs) => Promise<void>;
  onCancel?: () => void;
}

const HINTS = {
  outcome: 'Of a payment that meets all conditions.',
  priority: '1 is asked first; the first that is met decides.',
};

const isOfConditions = ({ field }: FieldError) => field.startsWith('conditions');

/** The editor of a rule: its fields, and its conditions as a form (ST-02). */
export function RuleForm({ start, conditions: begun, ...props }: Props): ReactNode {
  const [conditions, setConditions] = useState(begun);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const change = (changed: readonly RuleCondition[]) => {
    setConditions(changed);
    setRefused({});
  };
  // that nothing is there yet is said when it is saved
  const wrong = conditions.length ? checkConditions(conditions) : {};
  return (
    <div>
      <FieldsForm
        fields={ruleFields}
        foot
        initial={start}
        hints={HINTS}
        beside={{ name: 'code', type: 'severity', outcome: 'priority' }}
        focus={props.focus}
        submitLabel={props.submitLabel}
        onCancel={props.onCancel}
        takeErrors={(errors) => {
          const taken = errors.filter(isOfConditions);
          if (taken.length)
            setRefused(Object.fromEntries(taken.map(({ field, message }) => [field, message])));
          return errors.filter((error) => !isOfConditions(error));
        }}
        parts={{
          conditions: {
            label: 'Conditions',
            value: conditions,
            readAs: begun,
            words: (of) =>
              (of as RuleCondition[]).map((one) => conditionWords(one)).join(' and ') || 'none',
            take: change,
          },
        }}
        onSubmit={async (values, readAs) => {
          const found = checkConditions(conditions);
          setRefused(found);
          // said at its condition already
          if (Object.keys(found).length) throw new DOMException('Refused', 'AbortError');
          await props.onSubmit(
            { ...values, conditions: conditions as RuleBody['conditions'] },
            readAs,
          );
        }}
      >
        <Conditions conditions={conditions} errors={{ ...wrong, ...refused }} onChange={change} />
      </FieldsForm>
    </div>
  );
}
