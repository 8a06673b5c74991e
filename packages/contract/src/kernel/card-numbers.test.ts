import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCardNumber, isCardSecret, maskCardNumbers } from './card-numbers.ts';
import { BIN_SCHEMES } from './cards.ts';
import { beginningOf, namedCard, schemeOf, type Scheme } from './schemes.ts';

/** Numbers that schemes and acquirers publish for trying, and what is kept of them. */
const CARDS = {
  'Visa, 16': ['4111111111111111', '411111******1111'],
  'Visa, another': ['4012888888881881', '401288******1881'],
  'Visa, 13': ['4222222222222', '422222***2222'],
  'Visa, 19': ['4000000000000000006', '400000*********0006'],
  Mastercard: ['5555555555554444', '555555******4444'],
  'Mastercard, 51': ['5105105105105100', '510510******5100'],
  'Mastercard, 2-series, lowest': ['2221000000000009', '222100******0009'],
  'Mastercard, 2-series': ['2223003122003222', '222300******3222'],
  'Mastercard, 2-series, highest': ['2720992222222229', '272099******2229'],
  'American Express': ['378282246310005', '378282*****0005'],
  'American Express, 34': ['343434343434343', '343434*****4343'],
  'Diners Club, 30': ['30569309025904', '305693****5904'],
  'Diners Club, 36': ['36227206271667', '362272****1667'],
  'Diners Club, 38': ['38520000023237', '385200****3237'],
  Discover: ['6011111111111117', '601111******1117'],
  'Discover, 64': ['6445644564456445', '644564******6445'],
  JCB: ['3530111333300000', '353011******0000'],
  'JCB, 3566': ['3566002020360505', '356600******0505'],
  UnionPay: ['6200000000000005', '620000******0005'],
  'UnionPay, 19': ['6205500000000000004', '620550*********0004'],
  Maestro: ['6759649826438453', '675964******8453'],
  'Maestro, 50': ['5018000000000009', '501800******0009'],
  'Maestro, 13': ['6304000000000', '630400***0000'],
} as const;

test('SB-47 a number of every scheme is known, alone and in a text, and masked to first six and last four', () => {
  for (const [name, [number, masked]] of Object.entries(CARDS)) {
    assert.ok(luhn(number), name);
    assert.equal(hasCardNumber(number), true, name);
    assert.equal(maskCardNumbers(number), masked, name);
    assert.equal(maskCardNumbers(text(number)), text(masked), name);
  }
});

test('AM-68 a masked number says whose card it is by how it begins, and its last four digits alone say nothing', () => {
  for (const [name, [, masked]] of Object.entries(CARDS))
    assert.equal(BIN_SCHEMES[schemeOf(masked)!], name.split(',')[0], name);
  for (const masked of [
    '4242',
    '•• 4242',
    '******4242',
    '41111',
    '222099******1111',
    '272100******1111',
  ])
    assert.equal(schemeOf(masked), null, masked);
  assert.equal(namedCard('520000******6017'), 'Mastercard •• 6017');
  assert.equal(namedCard('999999******6017'), '•• 6017');
  assert.equal(namedCard(null), null);
  // what a list is filtered by as one scheme has none of another in it
  const begins = Object.keys(BIN_SCHEMES)
    .filter((name) => name !== 'OTHER')
    .map((name) => new RegExp(beginningOf(name as Scheme)));
  for (let four = 0; four < 10_000; four++) {
    const number = `${String(four).padStart(4, '0')}00`;
    const of = begins.filter((one) => one.test(number)).length;
    assert.equal(of, schemeOf(number) ? 1 : 0, number);
  }
});

const text = (card: string) => `Call Anna (29111222) about card:${card}, order AO-77.`;

/** The test's own. */
const luhn = (number: string) =>
  [...number]
    .toReversed()
    .map(Number)
    .map((digit, nth) => (nth % 2 ? [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][digit]! : digit))
    .reduce((sum, digit) => sum + digit, 0) %
    10 ===
  0;

test('SB-47 however it is parted or written', () => {
  for (const text of [
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '4111 - 1111 - 1111 - 1111',
    '41 11 11 11 11 11 11 11',
    '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
    '4111.1111.1111.1111',
    '4111_1111_1111_1111',
    '4111\u00a01111\u00a01111\u00a01111',
    '4111\u20091111\u20091111\u20091111',
    '4111\u202f1111\u202f1111\u202f1111',
    '4111\u200b1111\u200b1111\u200b1111',
    '4111\u20111111\u20131111\u22121111',
    '4111\n1111\r\n1111\t1111',
    '3782 822463 10005',
    '3056 930902 5904',
    '\uff14111111111111111',
    '٤١١١١١١١١١١١١١١١',
    '𝟒𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏',
    'PAN4111111111111111',
    '4111111111111111exp12/29',
    'x4111111111111111x',
    '29111222 4111 1111 1111 1111 12/29 123',
    'order 2026112200001 4111111111111111',
    '0192f0a0-0000-7000-8000-000000000001 4111111111111111',
    '["4111111111111111"]',
  ])
    assert.equal(hasCardNumber(text), true, JSON.stringify(text));
  assert.equal(maskCardNumbers('a 4111 1111-1111 1111 b'), 'a 4111 11**-**** 1111 b');
  assert.equal(
    maskCardNumbers('4111111111111111 and 378282246310005'),
    '411111******1111 and 378282*****0005',
  );
});

test('SB-47 what only looks like one is left alone', () => {
  for (const text of [
    '',
    '4111111111111112',
    '411111111111116',
    // right by Luhn, and of no scheme or of another length
    '41111111111111111115',
    '1111111111111117',
    '2721000000000000',
    '2220999999999991',
    '3400000000000000',
    '422222222222226',
    '411111******1111',
    '411111••••••1111',
    '+371 2911 1222',
    '+49 1512 3456787',
    '4758124158683',
    'LV80BANK0000435195001',
    'EE38 2200 2210 2014 5685',
    'DE89 3704 0044 0532 0130 00',
    'LT121000011101001000',
    'GB29 NWBK 6016 1331 9268 19',
    '41111111-1111-4111-8111-111111111111',
    '019b4111-1111-7111-9111-114111111111',
    'b94d27b9934d3e084111111111111111e52e52d7da7dabfac484efe37a5380ee',
    '120484-14500',
    '2026-11-22T10:30:00.000Z, 2026-11-23T10:30:00.000Z',
    '1763807400000',
    '12.50 EUR, 13.99 EUR, 9999.01 EUR, 1000.00 EUR',
    '192.168.100.101:8443',
    '25.10.2026..25.10.2026',
    '23.07.2024..24.10.2026',
    '400000.00..500000.00',
    '10 20 30 40 50 60 70 80 90 100 110 120 130',
  ])
    assert.equal(hasCardNumber(text), false, text);
  // where telephone numbers stand, only what is too long for one
  assert.equal(hasCardNumber('4222222222222', { phone: true }), false);
  assert.equal(hasCardNumber('4111111111111111', { phone: true }), true);
});

test('SB-47 no range of days or amounts looks like one', () => {
  const days = Array.from({ length: 1500 }, (_, nth) =>
    new Date(Date.UTC(2023, 0, 1) + nth * 86_400_000).toISOString().slice(0, 10),
  );
  for (const [nth, day] of days.entries()) {
    const until = days[(nth * 7 + 31) % days.length]!;
    const [from, to] = [nth * 3701.17, nth * 9973.31 + 10_000].map((amount) => amount.toFixed(2));
    for (const text of [
      `${local(day)}..${local(until)}`,
      `${local(day)} - ${local(until)}`,
      `${local(day)} ${local(until)}`,
      `${day}..${until}`,
      `${day} ${until}`,
      `${day}T10:30:00.000Z..${until}T23:59:59.999Z`,
      `${local(day)} 10:30 - ${local(until)} 12:00`,
      `${from}..${to}`,
      `${from} EUR, ${to} EUR`,
    ])
      assert.equal(hasCardNumber(text), false, text);
  }
});

test('SB-47 the digits on the back are known by their field’s name', () => {
  for (const key of [
    'cvv',
    'CVC',
    'cvv2',
    'cvc_2',
    'card-cvv',
    'cvvCode',
    'CID',
    'cardSecurityCode',
    'security_code',
    'cardVerificationValue',
  ])
    assert.equal(isCardSecret(key), true, key);
  for (const key of [
    'id',
    'externalId',
    'code',
    'reasonCode',
    'zipCode',
    'cvUrl',
    'label',
    'companyId',
  ])
    assert.equal(isCardSecret(key), false, key);
});

function local(day: string): string {
  return day.split('-').toReversed().join('.');
}

test('SB-47 a long text is read in a time that grows as it does, and to its end', () => {
  const base64 = Buffer.from(Array.from({ length: 900_000 }, (_, at) => (at * at) % 251)).toString(
    'base64',
  );
  const texts = {
    digits: '4'.repeat(1_000_000),
    apart: '4 '.repeat(500_000),
    'in fours': '4111 '.repeat(200_000),
    'in words': '1a'.repeat(500_000),
    'in sentences': '1   a '.repeat(160_000),
    zeros: `1234567890123${'A'.repeat(7_000_000)}`,
    base64,
  };
  for (const [what, text] of Object.entries(texts)) {
    const began = performance.now();
    assert.equal(hasCardNumber(text), false, what);
    const took = performance.now() - began;
    // a second and less where nothing else runs; it was minutes
    assert.ok(took < 5_000, `${what}: ${took} ms`);
    assert.equal(hasCardNumber(`${text}, 4111 1111 1111 1111`), true, what);
  }
});

test('SB-47 a hash is none, in parts neither; what only digits hang on to is looked at', () => {
  const digits = '4111111111111111';
  for (const hash of [`${digits}abcdef01`, `${digits}12345678+abc`, `abc/${digits}12345678f`])
    assert.equal(hasCardNumber(hash), false, hash);
  for (const text of [`abc+${digits}`, `${digits}=`, `${digits} abcdefgh`])
    assert.equal(hasCardNumber(text), true, text);
});
