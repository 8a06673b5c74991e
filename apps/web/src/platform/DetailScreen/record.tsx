import { useParams, useSearch } from '@tanstack/react-router';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import type { Key } from '@paydesk/contract/index.ts';
import type { Column, Columns } from '@paydesk/contract/kernel/columns.ts';
import type { Named } from '@paydesk/contract/kernel/enumeration.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import {
  columnsOf,
  historyFor,
  type AnyRecord,
  type RecordOf,
} from '@paydesk/contract/kernel/record.ts';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import { Coming } from '../../ui/Coming.tsx';
import { BooleanValue, DateTime } from '../../ui/values.tsx';
import { middleId } from '../format.ts';
import { useCall } from '../query.ts';
import { useActor } from '../session.ts';
import { DetailCard, Fields, RelatedLinks, type DetailField, type RelatedLink } from './blocks.tsx';
import type { RecordTimeline } from './CaseTimeline.tsx';
import { DetailScreen, togetherWith, type DetailParts } from './DetailScreen.tsx';
import { RecordActions, type Icons } from './RecordActions.tsx';
import { RecordTabs } from './RecordTabs.tsx';

/** A list of another resource, as the route table gives it; it is told what the address names. */
export interface PanelTab<P> {
  key: string;
  label: string;
  panel: ComponentType<P>;
}

/** The parts of a record beside its details, each with an address of its own. */
interface Tabs<P> {
  /** Of what they are the parts. */
  label: string;
  of: readonly PanelTab<P>[];
  href: (id: string, query?: { tab: string }) => string;
}

const DETAILS = 'details';

/** What a screen adds to a record of the contract: its head, where it leads, and what stands beside the data. */
export interface RecordView<D extends AnyRecord, P = object> {
  record: D;
  /** Its head: title, chips, date; and what stands above or below the fields. */
  parts: (record: RecordOf<D>) => Omit<DetailParts, 'main' | 'aside'> & {
    /** Above the fields, and below them. */
    first?: ReactNode;
    more?: ReactNode;
    /** Below the links. */
    aside?: ReactNode;
  };
  links?: (record: RecordOf<D>, staff: boolean) => (RelatedLink | false)[];
  tabs?: Tabs<P>;
  /** What else stands above the cards: shown with the record, so that nothing is pushed down later. */
  beside?: { isPending: boolean };
  /** How a field is shown, where its kind alone does not say it. */
  cells?: {
    readonly [K in keyof RecordOf<D>]?: (record: RecordOf<D>) => Omit<DetailField, 'label'>;
  };
  icons?: Icons<D>;
  /** Those that stand behind '…' for this record; all others are buttons. */
  menu?: (record: RecordOf<D>) => readonly (keyof D['actions'])[];
  timeline?: RecordTimeline['of'];
}

/** The screen of one record, out of what the contract says of it; a failed fetch leaves nothing of another one. */
export function RecordScreen<D extends AnyRecord, P = object>(view: RecordView<D, P>): ReactNode {
  const { record: definition, tabs, beside = { isPending: false } } = view;
  const named = useParams({ strict: false }) as Record<string, string>;
  const [id = ''] = Object.values(named);
  const { tab }: { tab?: string } = useSearch({ strict: false });
  const query = useCall(`GET ${definition.one.path}` as Key, { params: { id } as never });
  const staff = AUDIENCES.staff(useActor());
  const open = tabs?.of.find(({ key }) => key === tab);
  const nav = tabs && <Nav tabs={tabs} id={id} current={open?.key ?? DETAILS} />;
  const panel = open && (
    <Suspense fallback={<Coming />}>
      {/* by the id: nothing of another record stays while this one's is fetched */}
      <open.panel key={id} {...(named as P & object)} />
    </Suspense>
  );
  return (
    <DetailScreen query={togetherWith<RecordOf<D>>(query as never, beside)}>
      {(one: RecordOf<D>) => partsOf(view, one, id, staff, { nav, panel })}
    </DetailScreen>
  );
}

function Nav<P>({ tabs, id, current }: { tabs: Tabs<P>; id: string; current: string }) {
  const { label, of, href } = tabs;
  return (
    <RecordTabs
      label={label}
      tabs={[
        { key: DETAILS, label: 'Details', href: href(id) },
        ...of.map(({ key, label: words }) => ({ key, label: words, href: href(id, { tab: key }) })),
      ]}
      current={current}
    />
  );
}

function partsOf<D extends AnyRecord, P>(
  { record: definition, parts, links, cells, icons, menu, timeline }: RecordView<D, P>,
  one: RecordOf<D>,
  id: string,
  staff: boolean,
  { nav, panel }: { nav: ReactNode; panel: ReactNode },
): DetailParts {
  const { first, more, aside, ...head } = parts(one);
  const related = links?.(one, staff).filter((link) => link !== false);
  const fields = viewerFields(definition, one, cells);
  const whole: Omit<DetailParts, 'main'> = {
    id,
    actions: (
      <RecordActions
        of={definition}
        record={one}
        {...(icons && { icons })}
        menu={menu?.(one) ?? []}
      />
    ),
    ...head,
  };
  // a list takes the whole width
  if (panel)
    return {
      ...whole,
      main: (
        <>
          {nav}
          {panel}
        </>
      ),
    };
  return {
    ...(timeline && { timeline: { of: timeline, id } }),
    ...(definition.one.history && { history: { of: historyFor(definition), id } }),
    ...whole,
    main: (
      <>
        {nav}
        {first}
        {fields.length ? (
          <DetailCard title="Details">
            <Fields fields={fields} />
          </DetailCard>
        ) : null}
        {more}
      </>
    ),
    ...((related ?? aside) && {
      aside: (
        <>
          {related ? (
            <DetailCard flush title="Related">
              <RelatedLinks links={related} />
            </DetailCard>
          ) : null}
          {aside}
        </>
      ),
    }),
  };
}

/** In the order of the specification; what is limited to others is not in the answer (AM-95). */
function viewerFields<D extends AnyRecord>(
  definition: D,
  one: RecordOf<D>,
  cells: RecordView<D>['cells'] = {},
): DetailField[] {
  const columns = columnsOf(definition);
  const values = one as Readonly<Record<string, unknown>>;
  return Object.entries(definition.shown as Readonly<Record<string, string>>)
    .filter(([key]) => values[key] !== undefined)
    .map(([key, label]) => ({
      label,
      ...(cells[key as keyof RecordOf<D>]?.(one) ?? fieldOf(columns[key]!, values[key])),
    }));
}

/** The values that stand together, as fields: those of a group. */
export const fieldsOf = (columns: Columns, values: object): DetailField[] =>
  Object.entries(columns).map(([key, column]) => ({
    label: column.label,
    ...fieldOf(column, (values as Readonly<Record<string, unknown>>)[key]),
  }));

/** By the column's kind; what somebody would copy can be copied. */
function fieldOf(column: Column, value: unknown): Omit<DetailField, 'label'> {
  if (column.kind === 'amount') return { value: formatAmount(value as number | null) };
  if (value === null || value === '') return { value: null };
  const text = String(value);
  switch (column.kind) {
    case 'id':
      return { value: middleId(text, 18, 6), copy: text, mono: true };
    case 'dateTime':
      return { value: <DateTime value={text} /> };
    case 'status':
      return { value: (value as Named).description };
    case 'choice':
      return { value: column.enumeration?.[text] ?? text };
    case 'boolean':
      return { value: <BooleanValue value={value === true} /> };
    default:
      return { value: text, copy: text, ...(column.exact && { mono: true }) };
  }
}
