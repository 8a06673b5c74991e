import { CALLS, CODES, HOUSE } from 'virtual:codes';
import type { Columns } from '@paydesk/contract/kernel/columns.ts';
import { codeWords, detailWords, readDetails } from '../ui/changes.ts';
import { Payload } from '../ui/Payload.tsx';
import { paths } from '../paths.ts';

/** Where the record itself is shown, by its type. */
const SCREENS: Readonly<Record<string, (id: string) => string>> = {
  CONSUMER_CREDIT: paths.consumerCredit,
  ORDER: paths.order,
  PURCHASE: paths.purchase,
  RECURRING_PAYMENT: paths.recurringPayment,
  TRANSACTION: paths.transaction,
  USER: paths.user,
  WIDGET: paths.widget,
};

export const screenOf = (entityType: string, entityId: string | null): string | undefined =>
  entityId ? SCREENS[entityType]?.(entityId) : undefined;

/** What was done, in words; a refusal stands there as the call that was refused. */
export const actionWords = (action: string): string =>
  HOUSE.actions[action] ?? CALLS[action] ?? codeWords(action);
export const kindWords = (entityType: string): string =>
  HOUSE.kinds[entityType] ?? codeWords(entityType);

interface Row {
  action: string;
  entityType: string;
}

/** Both as cells, as wide as their words are at most. */
export const namedCells = {
  action: { width: 214, cell: ({ action }: Row) => inWords(actionWords(action)) },
  entityType: { width: 172, cell: ({ entityType }: Row) => inWords(kindWords(entityType)) },
};

const inWords = (words: string) => <span title={words}>{words}</span>;

/** The list whose filters by a code are chosen by its words. */
export function named<R extends { columns: Columns }>(
  list: R,
  { actions, kinds }: typeof HOUSE,
): R {
  const { action, entityType } = list.columns;
  return {
    ...list,
    columns: {
      ...list.columns,
      action: { ...action!, words: actions },
      entityType: { ...entityType!, words: kinds },
    },
  };
}

/** What an entry tells, in one line, its codes in the words of the record's own screens; before and after open beside it. */
export function auditDetails({
  entityType,
  details: text,
}: {
  entityType: string;
  details: string;
}) {
  const words = CODES[entityType];
  const line = detailWords(readDetails(text, words) ?? { changes: [], others: [] });
  return line ? <Payload text={text} preview={line} words={words} label="Details" /> : null;
}
