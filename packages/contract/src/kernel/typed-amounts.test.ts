import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutCurrency } from './typed-amounts.ts';

test('a currency beside an amount is none of its words, however it is written', () => {
  for (const [text, without] of [
    ['refund 43.99 eur', 'refund 43.99'],
    ['43.99 EUR', '43.99'],
    ['43,99EUR', '43,99'],
    ['€43.99', '43.99'],
    ['43.99 €', '43.99'],
    ['EUR 43.99 jana', '43.99 jana'],
    ['eur -57.30', '-57.30'],
    ['over 500 euros', 'over 500'],
    ['43.99 euro yesterday', '43.99 yesterday'],
  ] as const)
    assert.equal(withoutCurrency(text).replace(/\s+/g, ' '), without, text);
  // a name, and a word that has it within
  for (const text of ['euro', 'jana eur', 'Europa 43.99', '43.99 europa'])
    assert.equal(withoutCurrency(text), text);
});
