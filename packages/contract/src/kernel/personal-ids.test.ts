import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_APPLICANT_NAMES, TEST_APPLICANTS, testApplicantOf } from '../test-applicants.ts';
import { TEST_IDENTITIES } from '../test-applicants.ts';
import { personalIdProblem, readPersonalId } from './personal-ids.ts';

test('personal ids of Estonia, Latvia and Lithuania are held against their check digit and say the birthday', () => {
  const right: [string, string, string | null][] = [
    ['36805280109', 'EE', '1968-05-28'],
    [' 3680528 0109 ', 'EE', '1968-05-28'],
    ['33309240064', 'LT', '1933-09-24'],
    ['38703181745', 'LT', '1987-03-18'],
    ['161175-19997', 'LV', '1975-11-16'],
    ['16117519997', 'LV', '1975-11-16'],
    ['19780101-1234', 'SE', null],
  ];
  for (const [id, country, born] of right)
    assert.deepEqual([id, readPersonalId(id, country)?.born], [id, born]);
  assert.equal(readPersonalId('16117519997', 'LV')?.id, '161175-19997');
  const wrong: [string, string | null][] = [
    ['36805280108', 'EE'],
    ['36813280109', 'EE'],
    ['33309240065', 'LT'],
    ['161175-19996', 'LV'],
    ['161175-39993', 'LV'],
    ['', 'EE'],
    ['٣٦٨٠٥٢٨٠١٠٩', 'EE'],
    ["'; drop--", 'SE'],
    ['36805280108', null],
  ];
  for (const [id, country] of wrong)
    assert.match(personalIdProblem(id, country)!, /not right/, `${id} ${country}`);
  // a wrong digit anywhere is found
  for (let nth = 0; nth < 11; nth++) {
    const digit = (Number('36805280109'[nth]) + 1) % 10;
    const typo = `${'36805280109'.slice(0, nth)}${digit}${'36805280109'.slice(nth + 1)}`;
    assert.ok(personalIdProblem(typo, 'EE'), typo);
  }
});

test('everybody of the demo has an id that is right, and is told apart by how it ends', () => {
  assert.deepEqual(
    TEST_APPLICANTS.map(({ name }) => name),
    [...TEST_APPLICANT_NAMES],
  );
  for (const { name, personalId, dateOfBirth } of TEST_APPLICANTS) {
    assert.equal(readPersonalId(personalId, 'EE')?.born, dateOfBirth, name);
    assert.equal(testApplicantOf(personalId), name);
  }
  for (const id of Object.values(TEST_IDENTITIES)) {
    assert.equal(personalIdProblem(id, 'EE'), null, id);
    assert.equal(testApplicantOf(id), 'offered');
  }
});
