import { useParams, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import type { Key } from '@paydesk/contract/index.ts';
import type { ReadAs } from '@paydesk/contract/kernel/body.ts';
import {
  historyFor,
  isDeletion,
  isEditing,
  type AnyRecord,
  type RecordAction,
  type RecordOf,
  type Words,
} from '@paydesk/contract/kernel/record.ts';
import { AUDIENCES, type Actor } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { Coming } from '../../ui/Coming.tsx';
import { ActionButton, ActionMenu, type AnyActionSpec } from '../ActionButton.tsx';
import { call } from '../api.ts';
import { useCall } from '../query.ts';
import { useActor } from '../session.ts';
import { DetailCard, Fields, RelatedLinks, type RelatedLink } from './blocks.tsx';
import type { RecordTimeline } from './CaseTimeline.tsx';
import { DetailScreen, type DetailParts } from './DetailScreen.tsx';
import type { EditFormOptions } from './EditForm.tsx';
import { viewerFields, type Cells } from './viewer.tsx';

const EditForm = lazy(() => import('./EditForm.tsx'));

/** What a screen adds to a record of the contract: its head, where it leads, and what stands beside the data. */
export interface RecordView<D extends AnyRecord> {
  record: D;
  /** Its head: title, chips, date; and what stands above or below the fields. */
  parts: (record: RecordOf<D>) => Omit<DetailParts, 'main' | 'aside'> & {
    /** Its tabs, above all; and the panel of the one that is open in place of the details. */
    nav?: ReactNode;
    panel?: ReactNode;
    /** Above the fields, and below them. */
    first?: ReactNode;
    more?: ReactNode;
    /** Below the links. */
    aside?: ReactNode;
  };
  links?: (record: RecordOf<D>, staff: boolean) => (RelatedLink | false)[];
  /** How a field is shown, where its kind alone does not say it. */
  cells?: Cells<D>;
  icons?: Icons<D>;
  /** Those that stand behind '…' for this record; all others are buttons. */
  menu?: (record: RecordOf<D>) => readonly (keyof D['actions'])[];
  /** Who may edit it does so where its fields stand for others; what the form has beside those. */
  form?: EditFormOptions;
  /** Where it was found, and where its deletion leads back to. */
  list?: string;
  timeline?: RecordTimeline['of'];
}

/** The screen of one record, out of what the contract says of it; a failed fetch leaves nothing of another one. */
export function RecordScreen<D extends AnyRecord>(view: RecordView<D>): ReactNode {
  const { record: definition } = view;
  const [id = ''] = Object.values(useParams({ strict: false }) as Record<string, string>);
  const query = useCall(`GET ${definition.one.path}` as Key, { params: { id } as never });
  const actor = useActor();
  return (
    <DetailScreen query={query as never}>
      {(one: RecordOf<D>) => partsOf(view, one, id, actor)}
    </DetailScreen>
  );
}

function partsOf<D extends AnyRecord>(
  { record: definition, parts, links, cells, icons, menu, form, list, timeline }: RecordView<D>,
  one: RecordOf<D>,
  id: string,
  actor: Actor,
): DetailParts {
  const { nav, panel, first, more, aside, ...head } = parts(one);
  const related = links?.(one, AUDIENCES.staff(actor)).filter((link) => link !== false);
  const edit = form && keysOf(definition).find((key) => isEditing(definition, key));
  const whole: Omit<DetailParts, 'main'> = {
    id,
    actions: (
      <RecordActions
        of={definition}
        record={one}
        {...(icons && { icons })}
        menu={menu?.(one) ?? []}
        {...(edit && { elsewhere: edit })}
        {...(list && { list })}
      />
    ),
    ...head,
  };
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
        <DetailCard title="Details">
          {edit && isAllowed(actor, definition.actions[edit]!.asks) ? (
            <Suspense fallback={<Coming />}>
              <EditForm key={id} spec={specOf(definition, edit, one)} {...form} />
            </Suspense>
          ) : (
            <Fields fields={viewerFields(definition, one, cells)} />
          )}
        </DetailCard>
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

const said = <R,>(words: Words<R>, record: R) =>
  typeof words === 'function' ? words(record) : words;

const partOf = (record: object, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, (record as Readonly<Record<string, unknown>>)[key]]));

/** An action of the contract on this record, as button, menu and dialog take it. */
export function specOf<D extends AnyRecord>(
  definition: D,
  key: keyof D['actions'] & string,
  record: RecordOf<D>,
  icon?: ReactNode,
): AnyActionSpec {
  const action = definition.actions[key] as RecordAction<RecordOf<D>>;
  const { dialog, readOnly = [] } = action;
  const has = Object.keys(action.fields).length > 0;
  const edits = isEditing(definition, key);
  const { id } = record as unknown as { id: string };
  const consequence = dialog?.consequence && said(dialog.consequence, record);
  return {
    action,
    record,
    run: (values: object, _key: string, readAs: ReadAs) =>
      call(key as Key, {
        params: { id } as never,
        ...(has && {
          body: (edits ? { ...partOf(record, readOnly), ...values, readAs } : values) as never,
        }),
      }),
    title: dialog ? said(dialog.title, record) : action.label,
    ...(dialog ? { submitLabel: said(dialog.submit, record) } : { atOnce: true }),
    ...(consequence && {
      intro: consequence.split('\n').map((sentence) => <p key={sentence}>{sentence}</p>),
    }),
    ...(edits && { initial: partOf(record, Object.keys(action.fields)) }),
    danger: action.danger ?? false,
    primary: action.primary ?? false,
    icon,
  } as unknown as AnyActionSpec;
}

type Icons<D extends AnyRecord> = Partial<Readonly<Record<keyof D['actions'], ReactNode>>>;

const keysOf = <D extends AnyRecord>(definition: D) =>
  Object.keys(definition.actions as object) as (keyof D['actions'] & string)[];

/** All of them, for the menu at the end of a row. */
export const specsOf = <D extends AnyRecord>(
  definition: D,
  record: RecordOf<D>,
  icons: Icons<D> = {},
): AnyActionSpec[] => keysOf(definition).map((key) => specOf(definition, key, record, icons[key]));

/** Everything that can be done to a record: buttons, and behind '…' what is rare. */
export function RecordActions<D extends AnyRecord>({
  of,
  record,
  icons = {},
  menu,
  elsewhere,
  list,
}: {
  of: D;
  record: RecordOf<D>;
  icons?: Icons<D>;
  menu: readonly (keyof D['actions'])[];
  /** The one that has its place on the screen already. */
  elsewhere?: keyof D['actions'];
  list?: string;
}): ReactNode {
  const router = useRouter();
  const [buttons, rare] = [false, true].map((wanted) =>
    keysOf(of).filter((key) => menu.includes(key) === wanted && key !== elsewhere),
  );
  const spec = (key: keyof D['actions'] & string): AnyActionSpec => {
    const given = specOf(of, key, record, icons[key]);
    if (!list || !isDeletion(key)) return given;
    const run: AnyActionSpec['run'] = async (...sent) => {
      await given.run(...sent);
      await router.navigate({ href: list });
    };
    return { ...given, run };
  };
  return (
    <>
      {buttons!.map((key) => (
        <ActionButton key={key} {...spec(key)} />
      ))}
      {rare!.length ? <ActionMenu label="More actions" actions={rare!.map(spec)} /> : null}
    </>
  );
}
