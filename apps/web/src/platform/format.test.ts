import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatTime,
  isoDay,
  fieldId,
  shortId,
  titleCase,
} from './format.ts';

test('FC-01 a date is DD.MM.YYYY', () => {
  assert.equal(formatDate('2021-03-05T14:07:09.000Z', 'UTC'), '05.03.2021');
});

test('FC-02 a date-time is DD.MM.YYYY HH:mm, midnight is 00:00', () => {
  assert.equal(formatDateTime('2021-03-05T14:07:09.000Z', 'UTC'), '05.03.2021 14:07');
  assert.equal(formatDateTime('2021-03-05T00:00:00.000Z', 'UTC'), '05.03.2021 00:00');
});

test('FC-03 a time is HH:mm:ss', () => {
  assert.equal(formatTime('2021-03-05T14:07:09.000Z', 'UTC'), '14:07:09');
});

test('FC-04 the hour and the day are those of the given zone, summer time included', () => {
  assert.equal(formatDateTime('2021-03-05T23:30:00.000Z', 'Europe/Riga'), '06.03.2021 01:30');
  assert.equal(formatDateTime('2021-07-05T23:30:00.000Z', 'Europe/Riga'), '06.07.2021 02:30');
});

test('FC-05 a server time without a zone is UTC', () => {
  assert.equal(formatDateTime('2021-03-05T14:07:09', 'Europe/Riga'), '05.03.2021 16:07');
  assert.equal(formatDateTime('2021-03-05T14:07:09+02:00', 'UTC'), '05.03.2021 12:07');
});

test('FC-06 FC-07 FC-08 two decimals, apostrophes, 0.00 for none', () => {
  assert.equal(formatAmount(5), '5.00');
  assert.equal(formatAmount(1234567.5), "1'234'567.50");
  assert.equal(formatAmount(null), '0.00');
});

test('no date is empty text, and so is what is no date', () => {
  assert.equal(formatDateTime(null), '');
  assert.equal(formatDate('yesterday'), '');
});

test('the day of a file name is the day of the zone', () => {
  assert.equal(isoDay(new Date('2026-11-20T22:30:00Z'), 'Europe/Riga'), '2026-11-21');
});

test('counts carry apostrophes', () => {
  assert.equal(formatCount(999), '999');
  assert.equal(formatCount(20412), "20'412");
  assert.equal(formatCount(1000000), "1'000'000");
});

test('ids are shortened where they still tell rows apart', () => {
  assert.equal(shortId('0197c3f2-8a41-7d0e-9b55-d0a1f2f23a8f'), '…f23a8f');
  assert.equal(shortId('4120'), '4120');
  assert.equal(fieldId('4120'), '4120');
  assert.equal(fieldId('0197c3f2-8a41-7d0e-9b55-d0a1f2f2c21e'), '0197c3f2-8a41…f2c21e');
});

test('AM-95 labels are the fields’ names in title case', () => {
  assert.equal(titleCase('customerFirstName'), 'Customer First Name');
  assert.equal(titleCase('xid'), 'Xid');
});
