import { CALLS, CODES, HOUSE } from 'virtual:codes';
import type { Column, Columns } from '@paydesk/contract/kernel/columns.ts';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import { codeWords, detailWords, readDetails } from '../ui/changes.ts';
import { Payload } from '../ui/Payload.tsx';
import { dash } from '../ui/values.tsx';
import { paths } from '../paths.ts';
import { useOpens } from './closed.ts';
import { shortId } from './format.ts';
import { renderValue } from './ListScreen/cells.tsx';
import list from './ListScreen/list.module.css';
import { useActor } from './session.ts';

type Screens = Readonly<Record<string, (id: string) => string>>;

/** Where the record itself is shown, by its type. */
const SCREENS: Screens = {
  APPROVAL: paths.approval,
  CONSUMER_CREDIT: paths.consumerCredit,
  ORDER: paths.order,
  PAYMENT_LINK: paths.paymentLink,
  PURCHASE: paths.purchase,
  RECURRING_PAYMENT: paths.recurringPayment,
  ROLE: paths.role,
  SHIPPING_METHOD: paths.shippingMethod,
  TRANSACTION: paths.transaction,
  USER: paths.user,
  WIDGET: paths.widget,
};

/** Those of staff alone. */
const OF_STAFF: Screens = {
  ANNOUNCEMENT: paths.announcement,
  CUSTOMER: paths.customer,
  CUSTOMERS_ANNOUNCEMENT: paths.customersAnnouncement,
  DELIVERY_COMPANY: paths.deliveryCompany,
  DELIVERY_METHOD: paths.deliveryMethod,
  FINANCING_INSTITUTION: paths.financingInstitution,
  FINANCING_PRODUCT: paths.financingProduct,
  MERCHANT: paths.merchantById,
  PROVIDER_KEY: paths.providerKey,
  RULE: paths.rule,
  SCREENING_CASE: paths.screeningCase,
};

interface About {
  entityType: string;
  entityId: string | null;
  record: string | null;
}

const ID: Column = { label: 'Record', kind: 'id' };

/** What it was done to: by its name where it has one, and a link where this person may open it. */
function RecordCell({ entityType, entityId, record }: About) {
  const staff = AUDIENCES.staff(useActor());
  const opens = useOpens();
  if (!entityId) return dash;
  const to = (SCREENS[entityType] ?? (staff ? OF_STAFF[entityType] : undefined))?.(entityId);
  const href = to && opens(to) ? to : undefined;
  if (record === null) return renderValue(ID, entityId, href);
  const title = `${record}, ${entityId}`;
  return href ? (
    <a href={href} className={list.rowLink} title={title}>
      {record}
    </a>
  ) : (
    <span title={title}>{record}</span>
  );
}

/** What was done, in words; a refusal stands there as the call that was refused. */
export const actionWords = (action: string): string =>
  HOUSE.actions[action] ?? CALLS[action] ?? codeWords(action);
export const kindWords = (entityType: string): string =>
  HOUSE.kinds[entityType] ?? codeWords(entityType);

interface Row {
  action: string;
  entityType: string;
}

/** A cell of these words, whole in its title. */
const saying = <R,>(words: (row: R) => string) => ({
  words,
  cell: (row: R) => <span title={words(row)}>{words(row)}</span>,
});

/** What was done, to which kind of record and to which one, as cells; the details take what is left. */
export const namedCells = {
  action: saying(({ action }: Row) => actionWords(action)),
  entityType: saying(({ entityType }: Row) => kindWords(entityType)),
  entityId: {
    words: ({ record, entityId }: About) => record ?? shortId(entityId ?? ''),
    cell: (row: About) => <RecordCell {...row} />,
  },
  details: { cell: auditDetails, width: 142 },
};

/** The list whose filters by a code are chosen by its words. */
export function named<R extends { columns: Columns }>(
  of: R,
  { actions, kinds, under }: typeof HOUSE,
): R {
  const { action, entityType, entityId } = of.columns;
  return {
    ...of,
    columns: {
      ...of.columns,
      action: { ...action!, words: actions, under },
      entityType: { ...entityType!, words: kinds },
      // files say the id
      entityId: { ...entityId!, label: 'Record' },
    },
  };
}

/** What an entry tells, in one line, its codes in the words of the record's own screens; before and after open beside it. */
function auditDetails({ entityType, details: text }: { entityType: string; details: string }) {
  const words = CODES[entityType];
  const line = detailWords(readDetails(text, words) ?? { changes: [], others: [] });
  return line ? <Payload text={text} preview={line} words={words} label="Details" /> : null;
}
