import { Fragment, useContext, useEffect, useLayoutEffect, type ReactNode } from 'react';
import type { ReadAs } from '@paydesk/contract/kernel/body.ts';
import type { Fields, ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { Button, TextButton } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { Busy } from '../../ui/closing.ts';
import { Notice } from '../../ui/Notice.tsx';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { Conflicts } from './Conflicts.tsx';
import { FieldInput } from './FieldInput.tsx';
import styles from './form.module.css';
import { KeysSaid } from './keys.ts';
import { RowsOfForm } from './lines.ts';
import type { FormParts } from './stale.ts';
import { useFields, type FieldsState, type FormCheck, type TakeErrors } from './useFields.ts';
import type { Initial, Texts } from './values.ts';

export interface FieldsFormProps<F extends Fields> {
  fields: F;
  initial?: Initial<F>;
  /** Resolves when done; a refusal is shown beside its fields and above the buttons. */
  onSubmit: (values: ValuesOf<F>, readAs: ReadAs) => Promise<unknown>;
  /** Says the action with its object, out of what is typed. */
  submitLabel: string | ((texts: Texts) => string);
  danger?: boolean;
  onCancel?: (() => void) | undefined;
  /** Where 'Cancel' would read as what is asked. */
  cancelLabel?: string | undefined;
  /** There is nothing to send yet: the id of what says why. */
  blocked?: string | null;
  /** A field that stands beside another: the currency beside the amount. */
  beside?: Readonly<Record<string, string>>;
  autoComplete?: Readonly<Record<string, string>>;
  /** Rules that look at several fields, or that take time. */
  check?: FormCheck;
  /** For refusals of what is no field: the rows of a table. */
  takeErrors?: TakeErrors;
  /** What belongs to the form and is no field, such as the rows below the record. */
  parts?: FormParts;
  /** Tells forms of one screen apart, where neither dialog nor fields do. */
  name?: string;
  /** Stands between typing and the form: `take` lets it in, at once or after a question. */
  ask?: (key: string, text: string | boolean, take: () => void) => void;
  /** Told of what is typed, for what shows it elsewhere. */
  onTexts?: (texts: Texts) => void;
  /** A hint between a field's label and its input. */
  hints?: Readonly<Record<string, string>>;
  /** Stands right below a field and follows what is typed. */
  below?: Readonly<Record<string, (texts: Texts) => ReactNode>>;
  /** Takes the focus as it opens; not where it is one part of a page. */
  focus?: boolean;
  /** Alone in its card: the button is as wide as the fields. */
  wide?: boolean;
  /** Long, on a page of its own: the buttons stay at the foot of the window until they stand in their place. */
  foot?: boolean;
  /** What few fill in, behind a line that says what it is; open where something stands in it. */
  folded?: { label: string; keys: readonly string[] };
  /** Stands beside the fields, and below them where there is no room: what becomes of what is typed. */
  side?: (texts: Texts) => ReactNode;
  /** Stands between the fields and the buttons; a function of what is typed where it speaks of that. */
  children?: ReactNode | ((texts: Texts) => ReactNode);
}

export function FieldsForm<F extends Fields>(props: FieldsFormProps<F>) {
  const { fields, initial = {}, submitLabel, beside = {}, blocked = null } = props;
  const submit = async (values: ValuesOf<F>, readAs: ReadAs) => {
    if (blocked !== null) return;
    await props.onSubmit(values, readAs);
  };
  const { focus = true, ask, onTexts } = props;
  const held = useFields<F>(fields, {
    initial: initial as Initial<F>,
    onSubmit: submit,
    check: props.check,
    takeErrors: props.takeErrors,
    parts: props.parts,
    name: props.name,
  });
  const state: FieldsState = ask
    ? {
        ...held,
        setText: (key, text) => ask(key, text, () => held.setText(key, text)),
      }
    : held;
  const { texts } = state;
  useEffect(() => onTexts?.(texts), [onTexts, texts]);
  const { form, pending } = state;
  const saysKeys = useContext(KeysSaid);
  const tellBusy = useContext(Busy);
  useLayoutEffect(() => {
    tellBusy(pending);
    return () => tellBusy(false);
  }, [tellBusy, pending]);
  useEffect(() => {
    // to the first field, also where the form comes after a question in the same dialog
    if (focus) form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [focus, form]);
  const follows = new Set(Object.values(beside));
  const keys = Object.keys(fields).filter((key) => !follows.has(key));
  const input = (name: string, first: boolean) => (
    <Fragment key={name}>
      <FieldInput
        state={state}
        name={name}
        first={first}
        hint={props.hints?.[name]}
        {...(props.autoComplete?.[name] ? { autoComplete: props.autoComplete[name] } : {})}
      />
      {props.below?.[name]?.(state.texts)}
    </Fragment>
  );
  /** With the one that stands beside it. */
  const line = (key: string, first: boolean) => {
    const companion = beside[key];
    return companion && fields[companion] ? (
      <div key={key} className={styles.row} data-currency={companion === 'currency' || undefined}>
        {input(key, first)}
        {input(companion, false)}
      </div>
    ) : (
      input(key, first)
    );
  };
  const { folded, side } = props;
  const shown = keys.filter((key) => !folded?.keys.includes(key));
  const rare = keys.filter((key) => folded?.keys.includes(key));
  const body = (
    <>
      {state.restored ? (
        <Notice tone="info">
          <output>
            What you typed before you were signed out is back.{' '}
            <TextButton onClick={state.startOver}>Start over</TextButton>
          </output>
        </Notice>
      ) : null}
      {shown.map((key, at) => line(key, at === 0))}
      {rare.length ? (
        <details
          className={styles.folded}
          open={folded!.keys.some((key) => state.texts[key] || state.errorOf(key)) || undefined}
        >
          <summary>{folded!.label}</summary>
          <div className={styles.form}>{rare.map((key) => line(key, false))}</div>
        </details>
      ) : null}
      <RowsOfForm value={state.rows}>
        {typeof props.children === 'function' ? props.children(state.texts) : props.children}
      </RowsOfForm>
      {state.conflicts.length ? (
        <Conflicts conflicts={state.conflicts} onTake={state.resolve} />
      ) : null}
      {state.problem ? (
        <Notice tone="error" icon={IconAlertTriangle}>
          {state.problem.title ? <strong>{state.problem.title}</strong> : null}
          {state.problem.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {state.problem.requestId ? <p>Request id {state.problem.requestId}</p> : null}
        </Notice>
      ) : null}
      <div className={styles.buttons} data-wide={props.wide} data-at-foot={props.foot}>
        {props.onCancel ? (
          <Button
            aria-disabled={state.pending || undefined}
            onClick={() => {
              if (state.pending) return;
              state.release();
              props.onCancel?.();
            }}
          >
            {props.cancelLabel ?? 'Cancel'}
          </Button>
        ) : null}
        <Button
          type="submit"
          variant={props.danger ? 'danger' : 'primary'}
          pending={state.pending}
          aria-disabled={blocked !== null || undefined}
          aria-describedby={blocked ?? undefined}
          data-autofocus={keys.length ? undefined : true}
        >
          {typeof submitLabel === 'string' ? submitLabel : submitLabel(state.texts)}
        </Button>
      </div>
      {saysKeys ? (
        <p className={styles.keys} data-keys aria-hidden>
          <kbd>Ctrl</kbd> <kbd>↵</kbd> confirms, <kbd>Esc</kbd> goes back
        </p>
      ) : null}
    </>
  );
  return (
    <Form
      ref={form}
      className={side ? styles.sided : styles.form}
      onSubmit={state.submit}
      onBlur={({ target }) => state.leave(target.name)}
      data-in-turn
    >
      {side ? (
        <>
          <div className={styles.form} data-in-turn>
            {body}
          </div>
          <div>{side(state.texts)}</div>
        </>
      ) : (
        body
      )}
    </Form>
  );
}
