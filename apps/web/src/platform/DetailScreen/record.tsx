import { Suspense, useEffect, type ReactNode } from 'react';
import type { Key } from '@paydesk/contract/index.ts';
import { historyFor, type AnyRecord, type RecordOf } from '@paydesk/contract/kernel/record.ts';
import { isEditing } from '@paydesk/contract/kernel/record-keys.ts';
import type { Answer, MoneyStory } from '@paydesk/contract/kernel/story.ts';
import { AUDIENCES, ROUTE_SETS, type Actor } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { Coming } from '../../ui/Coming.tsx';
import { addressOf } from '../api.ts';
import { useCall } from '../query.ts';
import { useAnySearch, useNamed } from '../route-state.ts';
import { useActor } from '../session.ts';
import { DetailCard, DetailFold, Fields, RelatedLinks, type RelatedLink } from './blocks.tsx';
import type { RecordTimeline } from './CaseTimeline.tsx';
import { DetailScreen, togetherWith, type DetailParts, type RecordQuery } from './DetailScreen.tsx';
import type { EditFormOptions } from './EditForm.tsx';
import { keysOf, RecordActions, specOf, type Icons } from './RecordActions.tsx';
import type { Person } from './People.tsx';
import { TabsOf, type Tabs } from './RecordTabs.tsx';
import { ShownOnce } from './ShownOnce.tsx';
import { viewerFields, type Cells } from './viewer.tsx';
import { late, Silent } from '../late.tsx';

const editForm = () => import('./EditForm.tsx');
const EditForm = late(editForm);
// a record that can't say what waits is read all the same
const Waiting = late(() => import('./WaitingRequests.tsx'), Silent);

/** What a screen adds to a record of the contract: its head, where it leads, and what stands beside the data. */
export interface RecordView<D extends AnyRecord, P = object> {
  record: D;
  /** What stands above its fields. */
  heading?: string;
  /** Its fields are below what is said of them in words, and open on a click. */
  folded?: boolean;
  /** Its fields stand above the links: what is its own in other lists is what people come for. */
  narrow?: boolean;
  /** Fields that stand in its head already, and are not said again. */
  said?: (record: RecordOf<D>) => readonly (keyof D['shown'])[];
  /** Its head: title, chips, date; and what stands above or below the fields. */
  parts: (record: RecordOf<D>) => Omit<DetailParts, 'main' | 'aside'> & {
    /** Before what is done to it: what its answer says is done to another. */
    begin?: ReactNode;
    /** Above the fields, and below them. */
    first?: ReactNode;
    more?: ReactNode;
    /** Below the links. */
    aside?: ReactNode;
  };
  /** What happened, why, and what can be done now. */
  answer?: (record: RecordOf<D>) => Answer | null;
  /** What became of its money. */
  money?: (record: RecordOf<D>) => MoneyStory | null;
  /** Who stands behind it. */
  people?: (record: RecordOf<D>, actor: Actor) => (Person | false)[];
  links?: (record: RecordOf<D>, staff: boolean) => (RelatedLink | false)[];
  tabs?: Tabs<P>;
  /** How it is read, where not by the id of the address alone. */
  query?: RecordQuery<RecordOf<D>>;
  /** What else stands above the cards: shown with the record, so that nothing is pushed down later. */
  beside?: { isPending: boolean };
  /** How a field is shown, where its kind alone does not say it. */
  cells?: Cells<D>;
  icons?: Icons<D>;
  /** Those that stand behind '…' for this record; all others are buttons. */
  menu?: (record: RecordOf<D>) => readonly (keyof D['actions'])[];
  /** Those that are not offered for this record, or have another place on its screen. */
  apart?: (record: RecordOf<D>, actor: Actor) => readonly (keyof D['actions'])[];
  /** Where its end leads, which else is the path above its own. */
  list?: (record: RecordOf<D>, actor: Actor) => string;
  /** Who may edit it does so where its fields stand for others; what the form has beside those. */
  form?: EditFormOptions;
  timeline?: RecordTimeline['of'];
}

/** The screen of one record, out of what the contract says of it; a failed fetch leaves nothing of another one. */
export function RecordScreen<D extends AnyRecord, P = object>(view: RecordView<D, P>): ReactNode {
  const { record: definition, tabs, form, beside = { isPending: false } } = view;
  const isEdited = form !== undefined;
  // while the record is on its way, not after it; what fails is told where the form would stand
  useEffect(() => {
    if (isEdited) void editForm().catch(() => undefined);
  }, [isEdited]);
  const named = useNamed();
  const [id = ''] = Object.values(named);
  const { tab } = useAnySearch();
  const key = `GET ${definition.one.path}` as Key;
  const own = useCall(key, { params: { id } as never }, { enabled: !view.query });
  const query = view.query ?? own;
  const actor = useActor();
  const open = tabs?.of.find(({ key }) => key === tab);
  const nav = tabs && <TabsOf tabs={tabs} id={id} current={open?.key} />;
  const panel = open && (
    <Suspense fallback={<Coming />}>
      {/* by the id: nothing of another record stays while this one's is fetched */}
      <open.panel key={id} {...(named as P & object)} />
    </Suspense>
  );
  return (
    <DetailScreen
      query={togetherWith<RecordOf<D>>(query as never, beside)}
      address={(one: RecordOf<D>) => addressOf(key, { id: idOf(one, id) }).url}
    >
      {(one: RecordOf<D>) => partsOf(view, one, idOf(one, id), actor, { nav, panel })}
    </DetailScreen>
  );
}

/** Whether something of it can wait for a second person, and this one is told of it. */
const mayWait = (definition: AnyRecord, actor: Actor) =>
  keysOf(definition).some((key) => definition.actions[key]?.secondPerson) &&
  isAllowed(actor, { anyOf: ROUTE_SETS.APPROVALS });

/** Its own, where the address does not name it. */
const idOf = (one: { readonly id?: unknown }, named: string): string => named || String(one.id);

function partsOf<D extends AnyRecord, P>(
  {
    record: definition,
    heading = 'Details',
    folded = false,
    narrow = false,
    said,
    parts,
    links,
    cells,
    icons,
    menu,
    apart,
    list,
    form,
    timeline,
    answer,
    money,
    people,
  }: RecordView<D, P>,
  one: RecordOf<D>,
  id: string,
  actor: Actor,
  { nav, panel }: { nav: ReactNode; panel: ReactNode },
): DetailParts {
  const { begin, first, more, aside, ...head } = parts(one);
  const related = links?.(one, AUDIENCES.staff(actor)).filter((link) => link !== false);
  const fields = viewerFields(definition, one, cells, said?.(one));
  const edit = form && keysOf(definition).find((key) => isEditing(definition, key));
  const edits = edit && definition.actions[edit]!;
  const once = definition.once as string | undefined;
  const whole: Omit<DetailParts, 'main'> = {
    id,
    answer: answer?.(one) ?? null,
    actions: (
      <>
        {begin}
        <RecordActions
          of={definition}
          record={one}
          {...(icons && { icons })}
          menu={menu?.(one) ?? []}
          elsewhere={[...(apart?.(one, actor) ?? []), ...(edit ? [edit] : [])]}
          list={list?.(one, actor)}
        />
      </>
    ),
    ...(once && {
      notice: <ShownOnce id={id} label={definition.fields[once].label.toLowerCase()} />,
    }),
    ...head,
    ...(mayWait(definition, actor) && {
      waiting: (
        <Suspense fallback={null}>
          <Waiting id={id} />
        </Suspense>
      ),
    }),
  };
  const details = !fields.length ? null : folded ? (
    <section aria-label={heading}>
      <DetailFold title={heading} keep={definition.of.slug}>
        <Fields fields={fields} />
      </DetailFold>
    </section>
  ) : (
    <DetailCard title={heading}>
      {edits && isAllowed(actor, edits.asks) && !edits.whyNot(one, new Date(), actor) ? (
        <Suspense fallback={<Coming />}>
          <EditForm key={id} spec={specOf(definition, edit, one)} {...form} />
        </Suspense>
      ) : (
        <Fields narrow={narrow} fields={fields} />
      )}
    </DetailCard>
  );
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
    ...(definition.one.history && {
      history: { of: historyFor(definition), id, entity: definition.entity },
    }),
    ...(money && { money: money(one) }),
    ...(people && { people: people(one, actor).filter((each) => each !== false) }),
    ...whole,
    // with a timeline it stands before that
    ...(timeline && { lead: first }),
    // the parts of a record stand above its money, where they stand on each of them
    ...(money && nav && { notice: nav }),
    main: (
      <>
        {money ? null : nav}
        {timeline ? null : first}
        {narrow ? null : details}
        {more}
      </>
    ),
    ...((related ?? aside ?? narrow) && {
      aside: (
        <>
          {narrow ? details : null}
          {related?.length ? (
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
