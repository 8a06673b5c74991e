import { useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Key } from '@paydesk/contract/index.ts';
import type { ReadAs } from '@paydesk/contract/kernel/body.ts';
import {
  type AnyRecord,
  type RecordAction,
  type RecordOf,
} from '@paydesk/contract/kernel/record.ts';
import {
  startOf,
  isCreation,
  isDeletion,
  isEditing,
  namesIn,
} from '@paydesk/contract/kernel/record-keys.ts';
import type { Fields } from '@paydesk/contract/kernel/fields.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { IconPlus } from '../../ui/icons.ts';
import { ActionButton, ActionMenu, OpenDialog, type AnyActionSpec } from '../ActionButton.tsx';
import { call } from '../api.ts';
import { useAsked } from '../asked.ts';
import { useActor } from '../session.ts';
import type { EditFormOptions } from './EditForm.tsx';
import type { Texts } from '../form/values.ts';
import { keepAnswer, keepOnce } from './once.ts';

const said = <R, W>(words: W | ((record: R) => W), record: R): W =>
  typeof words === 'function' ? (words as (record: R) => W)(record) : (words as W);

/** Its success, and what was done to what. */
const saidOf = <R,>({ success, did }: RecordAction<R>, after: R, before: R) =>
  did ? [success, did(after, before)] : success;

/** The words of an action's question, as button, menu and dialog take them. */
export function wordsOf<R>(action: RecordAction<R>, record: R) {
  const { dialog } = action;
  const consequence = dialog?.consequence && said(dialog.consequence, record);
  const submit = dialog?.submit;
  return {
    title: dialog ? said(dialog.title, record) : action.label,
    ...(submit
      ? {
          submitLabel:
            typeof submit === 'function' ? (typed: Texts) => submit(record, typed) : submit,
        }
      : { atOnce: true }),
    ...(dialog?.ask && { ask: dialog.ask }),
    ...(action.begins && { initial: said(action.begins, record) }),
    outcome: ((after: R) => action.outcome?.(after) ?? saidOf(action, after, record)) as never,
    ...(consequence && {
      intro: consequence.split('\n').map((sentence) => <p key={sentence}>{sentence}</p>),
    }),
    danger: action.danger ?? false,
    primary: action.primary ?? false,
  };
}

/** An action of the contract on this record, as button, menu and dialog take it. */
export function specOf<D extends AnyRecord>(
  definition: D,
  key: keyof D['actions'] & string,
  record: RecordOf<D>,
  icon?: ReactNode,
  /** Another one that the same call does. */
  action: RecordAction<RecordOf<D>> = definition.actions[key]!,
): AnyActionSpec {
  const { readOnly = [] } = action;
  const has = Object.keys(action.fields).length > 0;
  const edits = isEditing(definition, key);
  const { id } = record as unknown as { id: string };
  // the last that a path names is the record, and the one before it what that stands below
  const above = (record as Readonly<Record<string, unknown>>)[String(definition.below)];
  const params = Object.fromEntries(
    namesIn(key).map((name, at, { length }) => [name, at === length - 1 ? id : above]),
  );
  // what was emptied is said to be empty: a field left out stays
  const whole = Object.fromEntries(
    readOnly.map((field) => [field, (record as Readonly<Record<string, unknown>>)[field]]),
  );
  const emptied = Object.fromEntries(Object.keys(action.fields).map((field) => [field, null]));
  return {
    ...wordsOf(action, record),
    action,
    record,
    run: async (values: object, idempotencyKey: string, readAs: ReadAs) => {
      const answer = await call(key as Key, {
        params: params as never,
        ...(action.outside?.idempotent && { idempotencyKey }),
        ...(has && {
          body: (edits
            ? { ...whole, ...emptied, ...values, readAs }
            : { ...action.seen?.(record), ...values }) as never,
        }),
      });
      keepOnce(definition, answer);
      return answer;
    },
    ...(typeof action.begins === 'function' && {
      keep: (answer: unknown) => keepAnswer(definition, id, answer),
    }),
    ...(edits && { initial: startOf(action.fields, record) }),
    icon,
  } as unknown as AnyActionSpec;
}

/** What makes a new one, out of the contract; after it stands its own screen, where it has one. */
export function CreateButton<D extends AnyRecord>({
  of,
  action: key,
  href,
  fields,
  initial,
  beside,
  hints,
  form,
  above,
  quiet = false,
  label,
}: {
  of: D;
  action: keyof D['actions'] & `POST ${string}`;
  /** Where it is one like another, which it begins as. */
  label?: string;
  href?: ((id: string) => string) | undefined;
  /** With what there is to choose from, where the contract can't know it; null while that is not known. */
  fields?: Fields | null;
  initial?: Readonly<Record<string, unknown>>;
  beside?: Readonly<Record<string, string>>;
  hints?: Readonly<Record<string, string>>;
  /** What the form has beside its fields. */
  form?: EditFormOptions | undefined;
  /** The record that it will stand below. */
  above?: string | undefined;
  /** Beside something that matters more. */
  quiet?: boolean;
}): ReactNode {
  const router = useRouter();
  const action = of.actions[key] as RecordAction<null>;
  const [parent] = namesIn(key);
  const spec = {
    ...wordsOf(action, null),
    atOnce: false,
    form,
    // it is there from the start, and waits for what there is to choose from
    action: {
      ...action,
      ...(label && { label }),
      fields: fields ?? action.fields,
      whyNot: () => (fields === null ? 'Loading …' : null),
    },
    record: null,
    ...(initial && { initial }),
    beside,
    hints,
    icon: <IconPlus size={16} aria-hidden />,
    run: async (body: object, idempotencyKey: string) => {
      const params = (parent ? { [parent]: above } : {}) as never;
      const made = await call(key as Key, { params, body: body as never, idempotencyKey });
      keepOnce(of, made);
      if (href) await router.navigate({ href: href((made as unknown as { id: string }).id) });
    },
  };
  return <ActionButton {...(spec as unknown as AnyActionSpec)} primary={!quiet} />;
}

export type Icons<D extends AnyRecord> = Partial<Readonly<Record<keyof D['actions'], ReactNode>>>;

/** What can be done to one that is there. */
export const keysOf = <D extends AnyRecord>(definition: D) =>
  Object.keys(definition.actions as object).filter(
    (key) => !isCreation(definition, key),
  ) as (keyof D['actions'] & string)[];

/** All of them, for the menu at the end of a row. */
export const specsOf = <D extends AnyRecord>(
  definition: D,
  record: RecordOf<D>,
  icons: Icons<D> = {},
): AnyActionSpec[] => keysOf(definition).map((key) => specOf(definition, key, record, icons[key]));

/** Everything that can be done to a record: buttons, and behind '…' what is rare, or ends it. */
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
  /** Those that have their place on the screen already, or none. */
  elsewhere: readonly (keyof D['actions'])[];
  /** Where the record's end leads. */
  list?: string | undefined;
}): ReactNode {
  const router = useRouter();
  const [buttons, rare] = [false, true].map((wanted) =>
    keysOf(of).filter(
      (key) => (menu.includes(key) || isDeletion(key)) === wanted && !elsewhere.includes(key),
    ),
  );
  const spec = (key: keyof D['actions'] & string): AnyActionSpec => {
    const given = specOf(of, key, record, icons[key]);
    if (!isDeletion(key)) return given;
    const run: AnyActionSpec['run'] = async (...sent) => {
      // a record stands below its list, which is where it leads when there is none any more
      const above = list ?? router.state.location.pathname.replace(/\/[^/]+\/?$/, '');
      await given.run(...sent);
      await router.navigate({ href: above, replace: true });
    };
    return { ...given, run };
  };
  return (
    <>
      {buttons!.map((key) => (
        <ActionButton key={key} {...spec(key)} />
      ))}
      {rare!.length ? <ActionMenu label="More actions" actions={rare!.map(spec)} /> : null}
      {rare!.map((key) => (
        <Asked key={key} spec={spec(key)} />
      ))}
    </>
  );
}

/** What a link asks for that stands in the menu. */
export function Asked({ spec }: { spec: AnyActionSpec }) {
  const actor = useActor();
  const [open, setOpen] = useState(false);
  const { action, record, atOnce } = spec;
  const [now] = useState(() => new Date());
  const can =
    !atOnce && isAllowed(actor, action.asks) && action.whyNot(record, now, actor) === null;
  useAsked(action.label, can ? () => setOpen(true) : null);
  return <OpenDialog spec={open ? spec : null} onClose={() => setOpen(false)} />;
}
