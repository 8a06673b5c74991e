import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownWords, whyWeak } from '@paydesk/contract/kernel/password.ts';
import { score as serverScore } from '@paydesk/server/platform/auth/scorer.ts';
import { loadScorer } from './strength.ts';

const PERSON = {
  email: 'anna.ozola@amber.test',
  firstName: 'Anna',
  lastName: 'Ozola',
  merchantName: 'Amber & Oak',
};

/** From the worst to the best, and what else people think of. */
const PASSWORDS = [
  'password1',
  '123456',
  'qwertyuiop',
  'aaaaaaaaaaaa',
  'abcabcabc',
  '21.11.1986',
  'P4ssw0rd!',
  'lollipops',
  'violet tram',
  'bluefish tree',
  'correct horse battery staple',
  'quiet harbour lantern 42',
  'anna.ozola@amber.test',
  'annaozola',
  'AmberOak2026',
  'paydesk',
  'Kāpēc zirgs skrien',
  '密码密码密码',
  '😀😀😀😀',
  'x'.repeat(255),
  'aB3$'.repeat(60),
  ' ',
];

test('AM-77, AU-26 browser and server score every password alike', async () => {
  const webScore = await loadScorer();
  const scores = new Set<number>();
  for (const words of [ownWords(), ownWords(PERSON)])
    for (const password of PASSWORDS) {
      const strength = webScore(password, words);
      assert.deepEqual(strength, serverScore(password, words), password);
      scores.add(strength.score);
    }
  assert.deepEqual([...scores].sort(), [0, 1, 2, 3, 4]);
});

test('AU-26, AU-27 three of four is strong enough; else the scorer’s reason, or that it is easy', () => {
  assert.equal(whyWeak({ score: 3, warning: null }), null);
  assert.equal(whyWeak({ score: 4, warning: 'Whatever' }), null);
  assert.equal(whyWeak({ score: 2, warning: null }), 'Password is too easy to guess');
  assert.equal(whyWeak({ score: 2, warning: 'Dates are easy.' }), 'Dates are easy.');
  assert.equal(whyWeak({ score: 0, warning: '' }), 'Password is too easy to guess');
});

test('AU-27 the own name, address and merchant make a password weaker', async () => {
  const score = await loadScorer();
  assert.ok(score('anna.ozola@amber.test', ownWords()).score >= 3);
  for (const own of ['anna.ozola@amber.test', 'anna ozola', 'amber & oak'])
    assert.ok(score(own, ownWords(PERSON)).score < 3, own);
  assert.deepEqual(ownWords({ email: null, firstName: 'Jo' }), ['paydesk']);
});
