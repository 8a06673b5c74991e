import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  agreedWords,
  bornAgreement,
  caseAnswer,
  countryAgreement,
  decisionWords,
  isLast,
  listedDay,
  nameAgreement,
} from './story.ts';

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
  // a list's day is read as ours are
  assert.deepEqual(['1965-03-12', '1965', null].map(listedDay), ['12.03.1965', '1965', null]);
  assert.deepEqual(
    ['LV', 'LV; EE', 'EE', null].map((listed) => countryAgreement('LV', listed)),
    ['same', 'partly', 'differs', 'unknown'],
  );
});

test('SB-42 what a decision leads to is said of the one who decides it last, and of nobody else', () => {
  const status = { name: 'OPEN', description: 'Open' } as const;
  const one = {
    personName: 'Ilze Oak',
    riskClass: 'LOW',
    status,
    firstDecision: null,
    source: 'EU',
    listedName: 'OAK, Ilze',
  } as const;
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

test('CU-08, SB-42 where the provider names no entry, whoever decides is told to ask it again first, and that there is no evidence', () => {
  const blind = {
    personName: 'Ilze Oak',
    riskClass: 'HIGH',
    status: { name: 'OPEN', description: 'Open' },
    firstDecision: null,
    source: 'PROVIDER',
    listedName: null,
    list: 'SANCTIONS',
    score: 91,
  } as const;
  const first = /^The provider names no entry, so there is nothing to compare: ask it again before/;
  for (const riskClass of ['HIGH', 'LOW'] as const) {
    const one = { ...blind, riskClass };
    for (const decision of ['TRUE_HIT', 'FALSE_HIT'] as const)
      assert.match(decisionWords(one, decision), /^This is decided without evidence/);
    assert.match(caseAnswer(one as never).nextStep, first);
  }
  assert.match(
    caseAnswer({ ...blind, lastResult: 'CLEAR' } as never).nextStep,
    /^Asked again, the provider finds nobody/,
  );
  const named = { ...blind, listedName: 'OAK, Ilze' };
  assert.doesNotMatch(decisionWords(named, 'TRUE_HIT'), /provider/);
});

test('CU-08 a case that waits says whether money is taken from the person meanwhile', () => {
  const one = {
    personName: 'Ilze Oak',
    riskClass: 'LOW',
    firstDecision: null,
    source: 'EU',
    listedName: 'OAK, Ilze',
    list: 'SANCTIONS',
    score: 91,
  } as const;
  const said = (personStatus: string, more: object = {}) =>
    caseAnswer({
      ...one,
      personStatus,
      status: { name: 'OPEN', description: 'Open' },
      ...more,
    } as never);
  const second = {
    riskClass: 'HIGH',
    status: { name: 'SECOND_READER' },
    firstBy: 'Ana Birch',
    firstDecision: 'TRUE_HIT',
  };
  for (const more of [
    {},
    { riskClass: 'HIGH' },
    { source: 'PROVIDER', listedName: null },
    second,
  ]) {
    assert.match(said('ACTIVE', more).nextStep, /Payments go on until it is decided, unless a/);
    assert.match(said('BLOCKED', more).nextStep, /The customer is blocked: no money is taken/);
    assert.match(said('CLOSED', more).nextStep, /The customer is closed: no money is taken/);
  }
  assert.match(said('ACTIVE').for!.others, /Payments go on/);
  assert.doesNotMatch(said('ACTIVE', { status: { name: 'FALSE_HIT' } }).nextStep, /Payments/);
});
