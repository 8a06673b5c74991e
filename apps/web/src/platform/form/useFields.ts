import { useForm } from '@mantine/form';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import { fieldsFor, type Fields, type ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { messages } from '@paydesk/contract/kernel/messages.ts';
import { ApiError } from '../api.ts';
import { errorText, type ErrorText } from '../errors.ts';
import { notify } from '../notify.tsx';
import { errorsOf, placeErrors, startTexts, valuesOf, type Initial, type Texts } from './values.ts';

/** Typing is checked after this pause, as filters are. */
const PAUSE_MS = 500;

/** What the form has to say beyond its fields' own rules, by key; undefined is no error. */
export type FormCheck = (
  texts: Texts,
) => Promise<Readonly<Record<string, string | null | undefined>>>;

/** Takes the refusals that stand elsewhere on the form, and gives the others back. */
export type TakeErrors = (errors: readonly FieldError[]) => readonly FieldError[];

export interface FieldsState {
  /** As they are asked for beside what is typed. */
  fields: Fields;
  texts: Texts;
  /** What stands under a field. */
  errorOf: (key: string) => string | undefined;
  setText: (key: string, text: string | boolean) => void;
  /** The call is under way. */
  pending: boolean;
  /** What no field is to blame for; stands above the buttons. */
  problem: ErrorText | null;
  submit: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * The one form mechanism: fields of the contract with its rules, the server's errors beside their
 * fields, and nothing lost on a failure. `fields` may get other limits while the form is open.
 */
export function useFields<F extends Fields>(
  fields: F,
  initial: Initial<F>,
  onSubmit: (values: ValuesOf<F>) => Promise<unknown>,
  check?: FormCheck,
  takeErrors: TakeErrors = (errors) => errors,
): FieldsState {
  const form = useForm<Texts>({ initialValues: startTexts(fields, initial as Initial<Fields>) });
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<ErrorText | null>(null);
  const sending = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const submitted = useRef<HTMLFormElement>(null);
  const [focusInvalid, setFocusInvalid] = useState(0);

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // once the errors are on the screen
    if (focusInvalid)
      submitted.current
        ?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')
        ?.focus();
  }, [focusInvalid]);

  /** A field's own rule goes first. */
  const allErrors = async (): Promise<Record<string, string>> => {
    const texts = form.getValues();
    const errors = errorsOf(fields, texts);
    for (const [key, message] of Object.entries((await check?.(texts)) ?? {}))
      if (message) errors[key] ??= message;
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
    timer.current = setTimeout(async () => {
      const message = (await allErrors())[key];
      if (message && form.getValues()[key] === text) form.setFieldError(key, message);
    }, PAUSE_MS);
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    submitted.current = event.currentTarget;
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
      await onSubmit(valuesOf(fields, form.getValues()) as ValuesOf<F>);
    } catch (error) {
      const errors = error instanceof ApiError ? error.fieldErrors : [];
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

  return {
    fields: fieldsFor(fields, form.values),
    texts: form.values,
    errorOf: (key) => form.errors[key] as string | undefined,
    setText,
    pending,
    problem,
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
