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
export type Score = ReturnType<Scorer> & { id: number };

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

parentPort?.on('message', ({ id, password, words }: Question) =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort!.postMessage({ id, ...score(password, words) } satisfies Score),
);
