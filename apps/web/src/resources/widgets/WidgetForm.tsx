import '@mantine/core/styles/Input.css';
import { TextInput } from '@mantine/core';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { ReadAs } from '@paydesk/contract/kernel/body.ts';
import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import type { ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import {
  AUTHORIZATION_OF,
  checkWidget,
  ITEM_DEFAULTS,
  itemFields,
  ORDER_AUTHORIZATION_TYPES,
  WIDGET_TYPES,
  widgetFields,
  type GivenItem,
  type OrderAuthorizationType,
  type Widget,
  type WidgetItem,
  type WidgetType,
} from '@paydesk/contract/resources/widgets/widget.ts';
import { REPEAT_HINTS, repeatFields } from '@paydesk/contract/resources/widgets/repeats.ts';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import { Question } from '../../platform/form/Question.tsx';
import { RowsEditor } from '../../platform/form/RowsEditor.tsx';
import { valuesOf, type Texts } from '../../platform/form/values.ts';
import { draftOf, sumsOf } from './draft.ts';
import { ITEM_HINTS, ITEM_SUM, typedOf, wholeOf } from './items.ts';
import type { Draft } from './Preview.tsx';
import { Totals } from './Totals.tsx';

/** What a form begins with, of a new widget as of one that is there. */
export type Start = Pick<
  Widget,
  | 'name'
  | 'type'
  | 'totalAmount'
  | 'totalLabel'
  | 'totalTaxRate'
  | 'recurringUnit'
  | 'recurringEvery'
  | 'recurringMost'
> & { items: readonly WidgetItem[] };

export type WidgetBody = ValuesOf<typeof widgetFields> & { config: { items: WidgetItem[] } };

interface WidgetFormProps {
  start: Start;
  /** How the stored widget, or the one that is cloned, authorises an order. */
  authorization?: OrderAuthorizationType | null;
  focus: boolean;
  submitLabel: string;
  onSubmit: (body: WidgetBody, readAs: ReadAs) => Promise<void>;
  onCancel?: () => void;
  /** What a shopper would see, and null while it would be refused; for the preview. */
  onDraft: (draft: Draft | null) => void;
}

const { PAYMENT: _, ...OFFERED } = WIDGET_TYPES;

/** The editor of a widget, with its items and what they come to (WD-15..33). */
export function WidgetForm({ start, onDraft, ...props }: WidgetFormProps): ReactNode {
  const [rows, setRows] = useState<readonly GivenItem[]>(start.items);
  const items = useMemo(() => wholeOf(rows), [rows]);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [asked, setAsked] = useState<{ type: WidgetType; take: () => void } | null>(null);
  const {
    name,
    type,
    totalLabel,
    totalAmount: total,
    totalTaxRate: rate,
    totalCurrency,
  } = widgetFields;
  const fields = {
    name,
    // who has one may keep it (AM-20)
    type: { ...type, enumeration: start.type === 'PAYMENT' ? WIDGET_TYPES : OFFERED },
    totalLabel,
    // the items say it themselves
    ...(rows.length
      ? {}
      : {
          totalAmount: total,
          // nothing else can be chosen
          totalCurrency: { ...totalCurrency, required: true },
          totalTaxRate: rate,
        }),
    ...repeatFields,
  } as unknown as typeof widgetFields;

  const change = (next: readonly GivenItem[]) => {
    setRows(next);
    setRefused({});
  };
  /** Those of the items stand by them, the rest by the fields. */
  const takeErrors = (errors: readonly FieldError[]) => {
    const taken = errors.filter(isOfItems);
    setRefused(
      Object.fromEntries(
        taken.map(({ field, message }) => [field.slice('config.items'.length), message]),
      ),
    );
    return errors.filter((error) => !isOfItems(error));
  };
  const typed = useMemo(() => ({ items, any: rows.length > 0 }), [items, rows]);
  const onTexts = useCallback((texts: Texts) => onDraft(draftOf(texts, typed)), [onDraft, typed]);

  return (
    <>
      <FieldsForm
        fields={fields}
        initial={{
          name: start.name,
          type: start.type,
          totalLabel: start.totalLabel,
          // what the items came to is nobody's figure once they are gone
          totalAmount: start.items.length ? null : start.totalAmount,
          totalCurrency: ITEM_DEFAULTS.currency,
          totalTaxRate: start.totalTaxRate,
          recurringUnit: start.recurringUnit,
          recurringEvery: start.recurringEvery,
          recurringMost: start.recurringMost,
        }}
        beside={{ totalAmount: 'totalCurrency', recurringEvery: 'recurringUnit' }}
        folded={{ label: 'Recurring payment', keys: Object.keys(repeatFields) }}
        hints={{
          totalLabel: 'Shown on the button. Empty: the name.',
          totalTaxRate: 'The tax is part of the total.',
          ...REPEAT_HINTS,
        }}
        below={{
          type: (texts) =>
            authorizationInput({ ...props, stored: start.type, type: texts['type'] }),
        }}
        focus={props.focus}
        foot
        submitLabel={props.submitLabel}
        onCancel={props.onCancel}
        onTexts={onTexts}
        ask={(key, text, take) => {
          if (key === 'type' && text !== 'INSTANT' && rows.length)
            setAsked({ type: text as WidgetType, take });
          else take();
        }}
        check={async (texts) => {
          const values = valuesOf(fields, texts) as ValuesOf<typeof fields>;
          // of the fields it is said already
          const found = checkWidget(values, items);
          // the rest is said in the cells of the items
          if (rows.length) return items.length ? found : {};
          const { totalAmount: _said, ...others } = found;
          return others;
        }}
        takeErrors={takeErrors}
        parts={{
          config: {
            label: 'Order Items',
            value: { items: typedOf(rows) },
            readAs: { items: start.items },
            words: itemsWords,
            take: (config: Pick<Start, 'items'>) => change(config.items),
          },
        }}
        onSubmit={(values, { totalAmount: was, ...readAs }) =>
          props.onSubmit(
            { ...values, config: { items: [...items] } },
            // what items come to is a figure of theirs
            start.items.length ? readAs : { ...readAs, totalAmount: was },
          )
        }
      >
        {(texts) => {
          const instant = texts['type'] === 'INSTANT';
          const sums = sumsOf(texts, typed);
          const wrong = instant && items.length ? checkWidget({ type: 'INSTANT' }, items) : {};
          return (
            <>
              {instant ? (
                <RowsEditor
                  title="Order Items"
                  noun="item"
                  fields={itemFields}
                  rows={rows}
                  nameOf={({ label }) => label}
                  initial={ITEM_DEFAULTS}
                  hints={ITEM_HINTS}
                  sum={ITEM_SUM}
                  errors={{
                    ...(wrong['config.items'] && { '': wrong['config.items'] }),
                    ...refused,
                  }}
                  onChange={change}
                />
              ) : null}
              <Totals sums={sums} ofItems={rows.length > 0} />
            </>
          );
        }}
      </FieldsForm>
      {asked ? (
        <Question
          title={`Change the type to ${WIDGET_TYPES[asked.type]}?`}
          yes="Change type and delete items"
          onYes={() => {
            asked.take();
            change([]);
          }}
          onClose={() => setAsked(null)}
        >
          All items will be deleted.
        </Question>
      ) : null}
    </>
  );
}

const itemsWords = (config: unknown) =>
  (config as Pick<Start, 'items'>).items
    .map(({ label, count, amount }) => `${count} × ${label} ${formatAmount(amount)}`)
    .join(', ') || 'none';

const isOfItems = ({ field }: FieldError) => field.startsWith('config.items');

/** Who answers for what is paid, in the words of whoever owns the shop. */
const ANSWERED: Readonly<Record<OrderAuthorizationType, string>> = {
  CALLBACK: 'Before anybody pays, your Order Verification URL is asked whether the order is yours.',
  SIGNATURE: 'Your server signs the basket with one of your certificates; any other is refused.',
  WIDGET_TOTAL_AMOUNT: 'Only the total of this widget can be paid.',
};

/** Follows the type and can't be chosen; what is stored or cloned has its own (WD-25, RT-50). */
function authorizationInput({
  type,
  stored,
  authorization,
}: Pick<WidgetFormProps, 'authorization'> & { type: unknown; stored: WidgetType }) {
  const ofType = Object.hasOwn(AUTHORIZATION_OF, String(type))
    ? AUTHORIZATION_OF[type as WidgetType]
    : null;
  const kept = type === stored && authorization ? authorization : ofType;
  return (
    <TextInput
      readOnly
      label="Order Authorization"
      description={kept ? `${ANSWERED[kept]} Set by the type.` : 'Set by the type.'}
      value={kept ? ORDER_AUTHORIZATION_TYPES[kept] : ''}
    />
  );
}
