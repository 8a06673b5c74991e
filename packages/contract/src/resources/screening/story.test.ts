import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreedWords, bornAgreement, decisionWords, isLast, nameAgreement } from './story.ts';

test('CU-08 names agree by their words, whatever signs and order; days by what both sides know', () => {
  assert.equal(nameAgreement('Artūrs Koppel', ['KOPPEL, Arturs']), 'same');
  assert.equal(nameAgreement('Artūrs Koppel', ['Arturs Ozols', 'Sasha']), 'partly');
  assert.deepEqual(agreedWords('Artūrs Koppel', ['Arturs Ozols', 'Sasha']), ['Artūrs']);
  assert.equal(nameAgreement('Александр Харитонов', ['KHARITONOV, Aleksandr']), 'differs');
  assert.equal(nameAgreement('Artūrs Koppel', []), 'unknown');
  assert.equal(bornAgreement('12.03.1965', '1965-03-12'), 'same');
  assert.equal(bornAgreement('12.03.1965', '1965-12-03'), 'partly');
  assert.equal(bornAgreement('12.03.1965', '1965'), 'partly');
  assert.equal(bornAgreement('12.03.1965', '1956-03-12'), 'differs');
  assert.equal(bornAgreement(null, '1956-03-12'), 'unknown');
});

test('SB-42 what a decision leads to is said of the one who decides it last, and of nobody else', () => {
  const status = { name: 'OPEN', description: 'Open' } as const;
  const one = { personName: 'Ilze Oak', riskClass: 'LOW', status, firstDecision: null } as const;
  assert.match(decisionWords(one, 'TRUE_HIT'), /^Ilze Oak is blocked/);
  assert.match(decisionWords(one, 'FALSE_HIT'), /left as they are.*can’t be undone/);
  const high = { ...one, riskClass: 'HIGH' } as const;
  assert.match(decisionWords(high, 'TRUE_HIT'), /until a second person says the same/);
  const second = {
    ...high,
    status: { name: 'SECOND_READER', description: '' },
    firstDecision: 'TRUE_HIT',
  } as const;
  assert.match(decisionWords(second, 'TRUE_HIT'), /^Ilze Oak is blocked/);
  assert.match(decisionWords(second, 'FALSE_HIT'), /until a third person/);
  assert.equal(isLast(second, 'FALSE_HIT'), false);
});
