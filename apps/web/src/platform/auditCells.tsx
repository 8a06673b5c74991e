import { CALLS, CODES, HOUSE } from 'virtual:codes';
import { Suspense, useMemo, type ReactNode } from 'react';
import type { Column, Columns } from '@paydesk/contract/kernel/columns.ts';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import { codeWords, detailWords, readDetails } from '../ui/changes.ts';
import { Changes } from '../ui/Changes.tsx';
import { dash } from '../ui/values.tsx';
import { paths } from '../paths.ts';
import { useOpens } from './closed.ts';
import { Field } from './Field.tsx';
import { shortId } from './format.ts';
import { renderValue } from './ListScreen/cells.tsx';
import list from './ListScreen/list.module.css';
import type { AnyResource } from './ListScreen/useList.ts';
import { late } from './late.tsx';
import { ReadScreen } from './ReadScreen/ReadScreen.tsx';
import sheet from './ReadScreen/read.module.css';
import type { Whole } from './ReadScreen/types.ts';
import { useActor } from './session.ts';

type Screens = Readonly<Record<string, (id: string) => string>>;

/** Where the record itself is shown, by its type. */
const SCREENS: Screens = {
  APPROVAL: paths.approval,
  CONSUMER_CREDIT: paths.consumerCredit,
  // one of a list that has no screen for each
  RECURRING_DUE: (id) => paths.recurringDues({ f_id: id }),
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
  CREDIT_REFUND: (id) => paths.consumerCreditsRefunds({ f_id: id }),
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
  TASK_EXECUTION: (id) => paths.taskExecutions({ open: id }),
};

/** Either console's. */
type Audited = Pick<AnyResource, 'path'> & { columns: Columns };

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
const actionWords = (action: string): string =>
  HOUSE.actions[action] ?? CALLS[action] ?? codeWords(action);
const kindWords = (entityType: string): string => HOUSE.kinds[entityType] ?? codeWords(entityType);

export interface Entry extends About {
  id: string;
  createdDate: string;
  action: string;
  user: string | null;
  /** From where, if who reads may know. */
  address: string | null;
  result: { description: string };
  details: string;
}

const userWords = ({ user }: Entry) => user ?? 'Not signed in';

/** These words, whole in their title. */
const Said = ({ words }: { words: string }) => (
  <span className={sheet.said} title={words}>
    {words}
  </span>
);

/** A cell of these words. */
const saying = <R,>(words: (row: R) => string) => ({
  words,
  cell: (row: R) => <Said words={words(row)} />,
});

/** What was done, to which kind of record and to which one, as cells; the details take what is left. */
const namedCells = {
  // by all its words, and not by those of the first page alone: other rows move nothing
  action: { cell: saying(({ action }: Entry) => actionWords(action)).cell, width: 144 },
  entityType: saying(({ entityType }: Entry) => kindWords(entityType)),
  entityId: {
    words: ({ record, entityId }: About) => record ?? shortId(entityId ?? ''),
    cell: (row: About) => <RecordCell {...row} />,
  },
  // what changed is what the list is read for
  details: { cell: auditDetails, width: 340 },
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

/** What an entry tells, its codes in the words of the record's own screens. */
const detailsOf = ({ entityType, details }: Entry) =>
  readDetails(details, CODES[entityType]) ?? { changes: [], others: [] };

/** Before and after stand in the entry that opens beside the list. */
function auditDetails(row: Entry) {
  const line = detailWords(detailsOf(row));
  return line ? <Said words={line} /> : null;
}

const SameAction = late(() => import('./SameAction.tsx'));

/** Field by field as it was and as it is, what else was told, and what is of the same request. */
function EntryParts({ row, resource }: { row: Entry; resource: Audited }) {
  const { changes, others } = detailsOf(row);
  return (
    <>
      {changes.length ? (
        <section className={sheet.part} aria-label="What changed">
          <h3>What changed</h3>
          <Changes changes={changes} label="Changes" />
        </section>
      ) : null}
      {others.length ? (
        <section className={sheet.part} aria-label="Details">
          <h3>Details</h3>
          <dl className={sheet.facts}>
            {others.map(([label, value]) => (
              <div key={label}>
                <Field label={label}>{value}</Field>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
      <Suspense fallback={null}>
        <SameAction
          row={row}
          resource={resource}
          what={({ action, result }) =>
            `${actionWords(action)}: ${result.description.toLowerCase()}`
          }
          who={userWords}
        />
      </Suspense>
    </>
  );
}

/** An entry opens by what was done, and says all of it. */
const wholeOf = (resource: Audited): Whole<Entry> => ({
  column: 'action',
  words: ({ action }) => actionWords(action),
  what: 'entry',
  title: ({ action, entityType, record }) =>
    `${actionWords(action)} · ${record ?? kindWords(entityType)}`,
  without: ['details'],
  parts: (row) => <EntryParts row={row} resource={resource} />,
  text: ({ details }) => details,
});

/** Who did what, to which record, and how it ended. */
export const AuditScreen = ({
  resource,
  nothingYet,
  actions,
}: {
  resource: Audited;
  nothingYet: string;
  actions?: ReactNode;
}) => {
  const whole = useMemo(() => wholeOf(resource), [resource]);
  return (
    <ReadScreen
      resource={resource as never}
      columns={columns as never}
      nothingYet={nothingYet}
      whole={whole as never}
      actions={actions}
    />
  );
};

const columns = {
  ...namedCells,
  // what a shopper did, a gateway or whoever did not get in
  user: { words: userWords, cell: userWords },
  address: { width: 112 },
};
