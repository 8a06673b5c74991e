import { useForm } from '@mantine/form';
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type ContextType,
  type FormEvent,
  type RefObject,
} from 'react';
import type { ReadAs } from '@paydesk/contract/kernel/body.ts';
import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import { fieldsFor, type Fields, type ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { messages } from '@paydesk/contract/kernel/messages.ts';
import { ApiError } from '../api.ts';
import { errorText, isStale, type ErrorText } from '../errors.ts';
import { notify } from '../notify.tsx';
import type { RowsOfForm } from './lines.ts';
import { conflictsOf, textFor, type Conflict, type FormParts } from './stale.ts';
import { useTyped } from './useTyped.ts';
import {
  errorsOf,
  leftAs,
  placeErrors,
  startTexts,
  valuesOf,
  type Initial,
  type Texts,
} from './values.ts';

/** Typing is checked after this pause, as filters are. */
const PAUSE_MS = 500;

/** What the form has to say beyond its fields' own rules, by key; undefined is no error. */
export type FormCheck = (
  texts: Texts,
) => Promise<Readonly<Record<string, string | null | undefined>>>;

/** Takes the refusals that stand elsewhere on the form, and gives the others back. */
export type TakeErrors = (errors: readonly FieldError[]) => readonly FieldError[];

export interface FieldsOptions<F extends Fields> {
  initial: Initial<F>;
  /** Resolves when done. What the fields were read as goes with every edit of a record (ADR 68). */
  onSubmit: (values: ValuesOf<F>, readAs: ReadAs) => Promise<unknown>;
  check?: FormCheck | undefined;
  takeErrors?: TakeErrors | undefined;
  /** What belongs to the form and is no field. */
  parts?: FormParts | undefined;
  /** Tells forms of one screen apart, where neither dialog nor fields do. */
  name?: string | undefined;
}

export interface FieldsState {
  form: RefObject<HTMLFormElement | null>;
  /** As they are asked for beside what is typed. */
  fields: Fields;
  texts: Texts;
  /** What stands under a field. */
  errorOf: (key: string) => string | undefined;
  setText: (key: string, text: string | boolean) => void;
  /** The hand goes on to the next one. */
  leave: (key: string) => void;
  /** The call is under way. */
  pending: boolean;
  /** What no field is to blame for; stands above the buttons. */
  problem: ErrorText | null;
  /** What somebody else has changed meanwhile, until it is sent again. */
  conflicts: readonly Conflict[];
  /** What the rows that stand in the form ask and are told. */
  rows: ContextType<typeof RowsOfForm>;
  resolve: (conflict: Conflict, whose: Conflict['taken']) => void;
  /** What was typed before the last sign-in stands in the form again. */
  restored: boolean;
  /** Forgets what is typed; `release` says so of a form that goes with it. */
  startOver: () => void;
  release: () => void;
  submit: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * The one form mechanism: fields of the contract with its rules, the server's errors beside their
 * fields, and nothing lost: on a failure, to somebody else's change, by leaving or by a session that
 * ends. `fields` may get other limits while the form is open.
 */
export function useFields<F extends Fields>(
  fields: F,
  { initial, onSubmit, check, takeErrors = (errors) => errors, parts = {}, name }: FieldsOptions<F>,
): FieldsState {
  const form = useForm<Texts>({ initialValues: startTexts(fields, initial as Initial<Fields>) });
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<ErrorText | null>(null);
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const sending = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Typed, and not looked at since. */
  const unsaid = useRef<string>(null);
  const element = useRef<HTMLFormElement>(null);
  const [focusInvalid, setFocusInvalid] = useState(0);
  const [asks] = useState(() => new Set<() => Record<string, string>>());
  const typed = useTyped({
    fields,
    initial: initial as Initial<Fields>,
    texts: form.values,
    setTexts: (texts) => {
      // what was refused stays said, though the record behind has been read anew
      const { errors } = form;
      form.setValues(texts);
      form.setErrors(errors);
    },
    parts,
    element,
    name,
    sending: pending,
  });

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // once the errors are on the screen
    if (focusInvalid)
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus();
  }, [focusInvalid]);

  /** A field's own rule goes first. */
  const allErrors = async (): Promise<Record<string, string>> => {
    const texts = form.getValues();
    const errors = errorsOf(fields, texts);
    for (const [key, message] of Object.entries((await check?.(texts)) ?? {}))
      if (message) errors[key] ??= message;
    for (const ask of asks) Object.assign(errors, ask());
    return errors;
  };

  const mark = (errors: Record<string, string>) => {
    form.setErrors(errors);
    setFocusInvalid((count) => count + 1);
  };

  const setText = (key: string, text: string | boolean) => {
    form.setFieldValue(key, text);
    // whether those are required is another question now
    for (const [other, { requiredIf }] of Object.entries(fields))
      if (requiredIf?.field === key) form.clearFieldError(other);
    setProblem(null);
    clearTimeout(timer.current);
    unsaid.current = key;
    timer.current = setTimeout(() => void say(key), PAUSE_MS);
  };

  /** What is wrong with one, said at a pause in typing or as it is left. */
  const say = async (key: string) => {
    unsaid.current = null;
    const text = form.getValues()[key];
    const message = (await allErrors())[key];
    if (message && form.getValues()[key] === text) form.setFieldError(key, message);
  };

  const leave = (key: string) => {
    const [field, text] = [fields[key], form.getValues()[key]];
    const left = field && typeof text === 'string' ? leftAs(field, text) : text;
    if (left !== text) form.setFieldValue(key, left!);
    else if (unsaid.current !== key) return;
    clearTimeout(timer.current);
    void say(key);
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    void send();
  };

  const send = async () => {
    if (sending.current) return;
    clearTimeout(timer.current);
    setProblem(null);
    notify.clear();
    sending.current = true;
    try {
      const errors = await allErrors();
      if (Object.keys(errors).length) {
        mark(errors);
        // beside the button, and gone with the next key: the fields say what is wrong (ER-23)
        setProblem({ lines: [messages.invalidForm] });
        return;
      }
      setPending(true);
      const texts = form.getValues();
      typed.sends(texts);
      await onSubmit(valuesOf(fields, texts) as ValuesOf<F>, typed.readAs());
      setConflicts([]);
      typed.settled(true);
    } catch (error) {
      typed.settled(false);
      const errors = error instanceof ApiError ? error.fieldErrors : [];
      if (isStale(error)) {
        const [own, beyond] = [true, false].map((here) =>
          errors.filter(({ field }) => (field in fields || field in parts) === here),
        );
        const found = conflictsOf(fields, parts, form.getValues(), own!);
        // of what was read and is no field of the form
        if (beyond!.length) setProblem({ lines: beyond!.map(({ message }) => message) });
        setConflicts(found);
        // seen now: what is sent next is meant to take its place
        typed.readNow(Object.fromEntries(found.map(({ field, theirs }) => [field, theirs.value])));
        return;
      }
      const left = takeErrors(errors);
      const { beside, rest } = placeErrors(fields, left);
      const named = Object.keys(beside).length > 0 || left.length < errors.length;
      // what a field says, no notification says again (ER-24)
      if (!named) notify.failure(error);
      if (named) mark(beside);
      if (!named || rest.length) setProblem(problemText(error, named ? rest : null));
    } finally {
      sending.current = false;
      setPending(false);
    }
  };

  const resolve = (conflict: Conflict, whose: Conflict['taken']) => {
    const { field } = conflict;
    const { value } = conflict[whose];
    const rule = fields[field];
    if (parts[field]) parts[field].take(value as never);
    else if (rule)
      setText(field, whose === 'mine' ? (value as string) : textFor(field, rule, value));
    setConflicts((all) => all.map((one) => (one.field === field ? { ...one, taken: whose } : one)));
  };

  return {
    form: element,
    fields: fieldsFor(fields, form.values),
    texts: form.values,
    errorOf: (key) => form.errors[key] as string | undefined,
    setText,
    leave,
    pending,
    problem,
    conflicts,
    rows: useMemo(() => ({ asks, refusals: focusInvalid }), [asks, focusInvalid]),
    resolve,
    restored: typed.restored,
    release: typed.release,
    startOver: () => {
      typed.startOver();
      form.clearErrors();
      setConflicts([]);
      setProblem(null);
    },
    submit,
  };
}

function problemText(
  error: unknown,
  rest: readonly { field: string; message: string }[] | null,
): ErrorText | null {
  const text: ErrorText = rest
    ? { lines: rest.map(({ field, message }) => `${field} ${message}`) }
    : errorText(error);
  return text.lines.length ? text : null;
}
