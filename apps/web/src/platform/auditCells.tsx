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

/** What an entry tells, in one line; before and after open beside it. */
export function auditDetails({ details: text }: { details: string }) {
  const words = detailWords(readDetails(text) ?? { changes: [], others: [] });
  return words ? <Payload text={text} preview={words} label="Details" /> : null;
}
