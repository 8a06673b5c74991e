import { CODES } from 'virtual:codes';
import { detailWords, readDetails } from '../ui/changes.ts';
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
