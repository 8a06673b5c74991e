import { parentPort } from 'node:worker_threads';
import { SCORED_LENGTH, shortDictionary, type Scorer } from '@paydesk/contract/kernel/password.ts';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

/** The scorer that the browser runs too (AM-77). On the server it runs in a thread of its own: this file. */

export interface Question {
  id: number;
  password: string;
  words: readonly string[];
}
/** `leaked`: others have used it, and it is known. */
export type Score = ReturnType<Scorer> & { id: number; leaked: boolean };

const zxcvbn = new ZxcvbnFactory({
  dictionary: shortDictionary(common.dictionary, english.dictionary),
  graphs: common.adjacencyGraphs,
  translations: english.translations,
  maxLength: SCORED_LENGTH,
});

export const score: Scorer = (password, words) => {
  const { score, feedback } = zxcvbn.check(password, [...words]);
  return { score, warning: feedback.warning };
};

/** All that the library knows from leaks, of which a browser loads the most used ones alone. */
const LEAKED = new Set(common.dictionary['passwords-common']);
/** What people put around a word so that it looks like another one. */
const AROUND = /^[\W\d_]+|[\W\d_]+$/g;
const MOST_AROUND = 4;

/** A leaked one, also in capitals or with a few digits and signs before and after it. */
export function isLeaked(password: string): boolean {
  const plain = password.trim().toLowerCase();
  const word = plain.replaceAll(AROUND, '');
  return LEAKED.has(plain) || (plain.length - word.length <= MOST_AROUND && LEAKED.has(word));
}

const answerTo = ({ id, password, words }: Question): Score => ({
  id,
  leaked: isLeaked(password),
  ...score(password, words),
});

parentPort?.on('message', (question: Question) =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort!.postMessage(answerTo(question)),
);
