import {
  ownWords,
  SCORED_LENGTH,
  shortDictionary,
  whyWeak,
  type Scorer,
} from '@paydesk/contract/kernel/password.ts';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import { invalid } from '../errors.ts';

const zxcvbn = new ZxcvbnFactory({
  dictionary: shortDictionary(common.dictionary, english.dictionary),
  graphs: common.adjacencyGraphs,
  translations: english.translations,
  maxLength: SCORED_LENGTH,
});

/** The scorer that the browser runs too (AM-77). */
export const score: Scorer = (password, words) => {
  const { score, feedback } = zxcvbn.check(password, [...words]);
  return { score, warning: feedback.warning };
};

/** Refuses a password that is too easy to guess, for this person above all (AU-26, AU-27). */
export function refuseWeak(password: string, person: Parameters<typeof ownWords>[0]): void {
  const why = whyWeak(score(password, ownWords(person)));
  if (why) throw invalid('newPassword', why);
}
