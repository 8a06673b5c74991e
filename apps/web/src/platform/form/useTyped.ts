import { useContext, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { ReadAs } from '@paydesk/contract/kernel/body.ts';
import { isSecret, type Fields } from '@paydesk/contract/kernel/fields.ts';
import { STORES } from '../own-store.ts';
import { getSession } from '../session-store.ts';
import { keepDraft, takeDraft } from './drafts.ts';
import type { FormParts } from './stale.ts';
import { noteTyped, PassingForms } from './typed.ts';
import { startTexts, valuesOf, type Initial, type Texts } from './values.ts';

interface Form {
  fields: Fields;
  initial: Initial<Fields>;
  texts: Texts;
  setTexts: (texts: Texts) => void;
  parts: FormParts;
  element: RefObject<HTMLFormElement | null>;
  name: string | undefined;
  /** It may lead to another page itself. */
  sending: boolean;
}

/** Of a form: what it was read as, what is typed since, and that nobody loses that unasked. */
export function useTyped(form: Form) {
  const { fields, initial, texts, parts, element, sending } = form;
  const [start, setStart] = useState(() => startTexts(fields, initial));
  const [restored, setRestored] = useState(false);
  const passing = useContext(PassingForms);
  const [userId] = useState(() => getSession()?.userId);
  const [id] = useState(() => ({}));
  const read = useRef<Record<string, unknown>>(readOf(fields, initial, parts));
  const last = useRef(form);
  useLayoutEffect(() => {
    last.current = form;
  });

  // the record has been read anew: what is not typed here follows it, what is typed keeps its base
  const given = JSON.stringify([initial, Object.values(parts).map(({ readAs }) => readAs)]);
  const seen = useRef(given);
  const sent = useRef<{ texts: Texts; start: Texts; given: string } | null>(null);
  useEffect(() => {
    if (seen.current === given) return;
    seen.current = given;
    const { fields: now, initial: newer, texts: present, setTexts, parts: rows } = last.current;
    const begun = startTexts(now, newer);
    const newly = readOf(now, newer, rows);
    const follow: Texts = {};
    for (const [key, text] of Object.entries(begun))
      if (present[key] === start[key] || present[key] === sent.current?.texts[key]) {
        follow[key] = text;
        if (key in newly) read.current[key] = newly[key];
      }
    for (const [key, { value, readAs, take }] of Object.entries(rows))
      if (sent.current || isSame(value, read.current[key])) {
        read.current[key] = readAs;
        take(readAs as never);
      }
    setStart((before) => ({ ...before, ...follow }));
    setTexts({ ...present, ...follow });
  }, [given, start]);

  const touched =
    Object.keys(fields).some((key) => (texts[key] ?? '') !== (start[key] ?? '')) ||
    Object.values(parts).some(({ value, readAs }) => !isSame(value, readAs));
  const counts = touched && !passing;
  const kept = useRef<string>(undefined);
  useEffect(() => {
    if (!counts) return undefined;
    noteTyped(id, {
      element: element.current,
      sending,
      keep: () => {
        const { fields: asked, texts: present, parts: rows, name } = last.current;
        if (!userId || !element.current) return;
        kept.current = keyOf(element.current, asked, name);
        keepDraft(STORES.tab, userId, kept.current, {
          texts: Object.fromEntries(
            Object.entries(present).filter(([key]) => asked[key] && !isSecret(asked[key])),
          ),
          readAs: read.current,
          parts: Object.fromEntries(Object.entries(rows).map(([key, { value }]) => [key, value])),
        });
      },
    });
    return () => noteTyped(id, null);
  }, [counts, sending, id, element, userId]);

  useEffect(() => {
    const { fields: asked, texts: present, setTexts, parts: rows, name } = last.current;
    if (passing || !userId || !element.current) return;
    const draft = takeDraft(STORES.tab, userId, keyOf(element.current, asked, name));
    if (!draft) return;
    read.current = { ...read.current, ...draft.readAs };
    setTexts({ ...present, ...draft.texts });
    for (const [key, value] of Object.entries(draft.parts)) rows[key]?.take(value as never);
    setRestored(true);
  }, [passing, userId, element]);

  return {
    readAs: (): ReadAs => read.current,
    /** The server has told what these are now. */
    readNow: (values: ReadAs) => {
      read.current = { ...read.current, ...values };
    },
    /** The person gives it up by a button that says so. */
    release: () => noteTyped(id, null),
    sends: (now: Texts) => {
      sent.current = { texts: now, start, given: seen.current };
    },
    /** Nothing is lost any more: what was sent is what it is, unless the server has said better already. */
    settled: (done: boolean) => {
      const held = sent.current;
      sent.current = null;
      if (held && !done) {
        // it followed what another has changed meanwhile, as if what was sent had been taken
        if (held.given !== seen.current) {
          const typed = Object.entries(held.texts).filter(
            ([key, text]) => text !== held.start[key],
          );
          last.current.setTexts({ ...last.current.texts, ...Object.fromEntries(typed) });
        }
        return;
      }
      // its session ended meanwhile, and it was taken all the same
      if (kept.current && userId) takeDraft(STORES.tab, userId, kept.current);
      if (!held) return;
      const { texts: now } = held;
      if (held.given === seen.current) {
        const { fields: asked, parts: rows } = last.current;
        const values = valuesOf(asked, now);
        for (const key of Object.keys(read.current))
          read.current[key] = rows[key] ? rows[key].value : (values[key] ?? null);
        setStart(now);
      }
      setRestored(false);
    },
    startOver: () => {
      const { initial: begun, fields: asked, parts: rows, setTexts } = last.current;
      setTexts(startTexts(asked, begun));
      read.current = readOf(asked, begun, rows);
      for (const part of Object.values(rows)) part.take(part.readAs as never);
      setRestored(false);
    },
    restored,
  };
}

/** Of a new record nothing was read. */
const readOf = (fields: Fields, initial: Initial<Fields>, parts: FormParts) => ({
  ...Object.fromEntries(
    Object.keys(fields)
      .filter((key) => key in initial)
      .map((key) => [key, initial[key] ?? null]),
  ),
  ...Object.fromEntries(Object.entries(parts).map(([key, { readAs }]) => [key, readAs])),
});

/** By value, whatever order the keys came in. */
const isSame = (one: unknown, other: unknown) => sorted(one) === sorted(other);

const sorted = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** The page, the dialog on it and what is asked: the same form, after a new sign-in too. */
function keyOf(element: HTMLElement, fields: Fields, name = ''): string {
  const dialog = element.closest('[role="dialog"]')?.querySelector('h2')?.textContent ?? '';
  return [location.pathname, dialog, name, Object.keys(fields).join()].join('|');
}
