import type { Actor } from '../permissions.ts';
import { isAllowed, type Requirements } from '../policy.ts';

/** What a record's screen says before its fields, as data: what happened, and what became of the money. */

/** What happened, why, and what can be done now; the code is for those who know codes. */
export interface Answer {
  tone?: 'success' | 'info' | 'warning' | 'error' | 'ended';
  reason: string;
  /** When that was, said with it in the reader's own time. */
  at?: string;
  nextStep: string;
  /** Until when somebody has to do something, said before the next step. */
  due?: { words: string; at: string };
  /** Words of the next step that are a link to where it is done. */
  leads?: string;
  code?: string;
  /** Who may do the next step, and what it is to everybody else. */
  for?: { asks: Requirements; others: string };
}

/** As this person reads it: nobody is told to do what somebody else may do. */
export const toldTo = (actor: Actor, answer: Answer | null): Answer | null =>
  answer?.for && !isAllowed(actor, answer.for.asks)
    ? { ...answer, nextStep: answer.for.others }
    : answer;

export interface MoneyLine {
  label: string;
  /** Signed: what goes back is below zero. */
  amount: number;
  /** Of the whole, as the bar shows it; without it the line is no part of it. */
  part?: 'back' | 'pending';
  /** A name for the rows that it is the sum of, where a screen can lead to them. */
  rows?: string;
}

/** From what came in to what is left, the last line; the bar's whole is `of`. */
export interface MoneyStory {
  currency: string;
  of: number;
  lines: readonly MoneyLine[];
  left: Pick<MoneyLine, 'label' | 'amount' | 'rows'>;
  /** What is told below it and is no part of it: what the acquirer keeps, when it pays out. */
  beside?: readonly ({ label: string; rows?: string } & ({ amount: number } | { day: string }))[];
}

/** A line only where there is something of it. */
export const moneyLines = (lines: readonly (MoneyLine | false)[]): MoneyLine[] =>
  lines.filter((line) => line !== false && line.amount !== 0) as MoneyLine[];
