import { useForm } from '@mantine/form';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Fields, ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { messages } from '@paydesk/contract/kernel/messages.ts';
import { ApiError } from '../api.ts';
import { errorText, UserError, type ErrorText } from '../errors.ts';
import { notify } from '../notify.tsx';
import { errorsOf, placeErrors, startTexts, valuesOf, type Initial, type Texts } from './values.ts';

/** Typing is checked after this pause, as filters are. */
const PAUSE_MS = 500;

export interface FieldsState {
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
      submitted.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [focusInvalid]);

  const mark = (errors: Record<string, string>) => {
    form.setErrors(errors);
    setFocusInvalid((count) => count + 1);
  };

  const setText = (key: string, text: string | boolean) => {
    form.setFieldValue(key, text);
    setProblem(null);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const message = errorsOf(fields, form.getValues())[key];
      if (message) form.setFieldError(key, message);
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
    const errors = errorsOf(fields, form.getValues());
    if (Object.keys(errors).length) {
      mark(errors);
      notify.failure(new UserError(messages.invalidForm));
      return;
    }
    sending.current = true;
    setPending(true);
    try {
      await onSubmit(valuesOf(fields, form.getValues()) as ValuesOf<F>);
    } catch (error) {
      notify.failure(error);
      const { beside, rest } = placeErrors(
        fields,
        error instanceof ApiError ? error.fieldErrors : [],
      );
      const named = Object.keys(beside).length > 0;
      if (named) mark(beside);
      if (!named || rest.length) setProblem(problemText(error, named ? rest : null));
    } finally {
      sending.current = false;
      setPending(false);
    }
  };

  return {
    fields,
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
