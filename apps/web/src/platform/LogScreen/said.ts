import { durationWords } from '@paydesk/contract/kernel/durations.ts';
import { digestOf, type Outcome } from './digest.ts';
import type { Became } from './types.ts';

export interface Saying {
  text: string;
  /** What it answers, where that is said here too. */
  request: string | null;
  /** What the other cells of the row say already. */
  known: readonly string[];
  /** What became of it, where it does not say so itself. */
  became: Became | null;
  /** Where no column has it. */
  tookMs: number | null;
}

export type Words = Pick<Outcome, 'words' | 'tone'>;

interface RowSaid {
  /** How it ended, for a column of its own. */
  result: Words | null;
  /** What the message begins with where that column stands beside it, and where it does not. */
  lead: Words | null;
  outcome: Words | null;
  rest: string;
  restAlone: string;
}

/** More of them than a row has room for are read in the panel. */
const FACTS = 6;

const whole = ({ words, why, tone }: Outcome): Words => ({
  words: why ? `${words}: ${why}` : words,
  tone,
});

const joined = (...parts: readonly string[]) => parts.join(' · ');

/** What a row tells of its message and of what that answers: how it ended and why, then what it is about. */
export function saidOf({ text, request, known, became, tookMs }: Saying): RowSaid {
  const told = digestOf(text, known);
  const asked = request === null ? null : digestOf(request, known);
  const state = told.outcome && whole(told.outcome);
  const failed = became?.tone === 'error' ? became : null;
  // of what did not arrive: what it tells and of how much, then why it did not
  const about = [...(failed && state ? [state.words] : []), ...(asked?.about ?? []), ...told.about];
  const says = [
    ...(tookMs === null ? [] : [`after ${durationWords(tookMs)}`]),
    ...[...new Set([...told.facts, ...(asked?.facts ?? [])])].slice(0, FACTS),
    ...(failed?.more ?? []),
  ];
  const why = failed ? [failed.why] : [];
  return {
    result: became
      ? { words: [became.words, became.code].filter(Boolean).join(' '), tone: became.tone }
      : told.outcome,
    lead: failed
      ? null
      : became
        ? state
        : told.outcome?.why
          ? { words: told.outcome.why, tone: told.outcome.tone }
          : null,
    outcome: failed ?? state ?? became,
    rest: joined(...about, ...(failed?.code ? [] : why), ...says),
    restAlone: joined(
      ...about,
      ...why,
      ...says,
      ...(became && !failed && state ? [became.words.toLowerCase()] : []),
    ),
  };
}
