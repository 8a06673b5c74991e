import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { textOf } from '../testing/pdf.ts';
import { agreementPdf, secciPdf } from './loan-papers.ts';
import { secciPapers } from './lending/papers.ts';
import type { AgreementFacts } from './lending/facts.ts';

const FACTS: AgreementFacts = {
  institution: {
    name: 'Līzinga Banka AS',
    code: 'LIZ',
    address: 'Brīvības iela 7, LV-1010 Rīga',
    supervisor: 'The authority for lenders of Latvia',
  },
  merchant: { name: 'Amber & Oak' },
  label: 'Oak table “Mägi”',
  product: { name: 'Small loan', code: 'SL' },
  amountCents: 1000_00n,
  currency: 'EUR',
  months: 12,
  rate: 12_90n,
  date: '2026-11-20',
  loanId: '0199aaaa-0000-7000-8000-000000000001',
  person: {
    firstName: 'Łukasz',
    lastName: 'Žukauskienė-Õunapuu',
    personalId: '38402292719',
    dateOfBirth: '1984-02-29',
    email: 'lukasz@post.test',
    phone: null,
  },
  offer: { externalId: 'O-1', aprBp: 1369, monthlyCents: 89_27n, totalCents: 1071_26n },
};

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('the papers of a loan say its figures and names in every letter, tagged and with their own font, the same bytes each time', async () => {
  const [first, again] = [await secciPdf(FACTS), await secciPdf(structuredClone(FACTS))];
  assert.equal(hashOf(first), hashOf(again));
  const day = await secciPdf({ ...FACTS, date: '2026-11-21' });
  assert.notEqual(hashOf(day), hashOf(first));
  const raw = Buffer.from(first).toString('latin1');
  assert.match(raw, /\/Marked true/);
  assert.match(raw, /\/Lang \(en\)/);
  assert.match(raw, /\/FontFile2/);
  assert.doesNotMatch(raw, /Helvetica/);
  assert.equal(
    raw.match(/\/Contents \d+ 0 R/g)!.length,
    2,
    'its foot stands on each page, and begins none',
  );
  // all five points of the form of Directive 2008/48/EC, annex II; figures of 1'000.00 over 12 months at 12.90 %
  const read = textOf(first).replaceAll(/\s+/g, ' ');
  for (const words of [
    '1. Identity and contact details of the creditor',
    '2. Description of the main features of the credit product',
    '3. Costs of the credit',
    '4. Other important legal aspects',
    '5. Additional information in the case of distance marketing',
    'Līzinga Banka AS',
    'Brīvības iela 7, LV-1010 Rīga',
    'The authority for lenders of Latvia',
    '12.90 % a year, fixed',
    "1'071.26 EUR",
    '· page 1 of 2',
    '· page 2 of 2',
    '13.69 %',
    '14 calendar days',
  ])
    assert.ok(read.includes(words), `${words} is not in: ${read.slice(0, 500)}`);

  const signed = textOf(await agreementPdf(FACTS)).replaceAll(/\s+/g, ' ');
  for (const words of [
    'Łukasz Žukauskienė-Õunapuu',
    '38402292719',
    "1'071.26 EUR",
    '13.69 %',
    '89.27',
  ])
    assert.ok(signed.includes(words), `${words} is not in the agreement`);
  // an institution with figures of its own: no plan of ours stands in it
  const own = { ...FACTS, offer: { ...FACTS.offer, totalCents: 1100_00n, monthlyCents: 91_66n } };
  const theirs = textOf(await agreementPdf(own)).replaceAll(/\s+/g, ' ');
  assert.ok(theirs.includes("1'100.00 EUR") && theirs.includes('91.66'));
  assert.ok(!theirs.includes('89.27'));
});

test('what was made a moment ago is not made again; whatever else it says, it is another paper', async () => {
  const secciOf = secciPapers(2);
  const { loanId: _, person: __, offer: ___, ...read } = FACTS;
  const first = secciOf(read);
  assert.equal(secciOf(structuredClone(read)), first);
  assert.equal((await first).sha256, hashOf(await secciPdf(read)));
  const others = [
    { ...read, amountCents: 1000_01n },
    { ...read, institution: { ...read.institution, address: 'Brīvības iela 8, LV-1010 Rīga' } },
  ];
  for (const other of others)
    assert.equal((await secciOf(other)).sha256, hashOf(await secciPdf(other)));
  // two later it is made anew, and the same
  assert.notEqual(secciOf(read), first);
  assert.equal((await secciOf(read)).sha256, (await first).sha256);
});
