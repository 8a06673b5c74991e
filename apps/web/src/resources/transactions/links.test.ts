import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROLE_PERMISSIONS, type Actor, type UserRole } from '@paydesk/contract/permissions.ts';
import { transactions } from '@paydesk/contract/resources/transactions.ts';
import { leftOutWords } from '../../platform/ListScreen/left-out-words.ts';
import { sieve } from '../../platform/ListScreen/sieve.ts';
import { readState, toQuery } from '../../platform/ListScreen/state.ts';
import type { AnyResource } from '../../platform/ListScreen/useList.ts';

const actor = (userRole: UserRole): Actor => ({
  userId: 'u',
  userRole,
  permissions: ROLE_PERMISSIONS[userRole],
  merchantId: userRole.startsWith('MERCHANT') ? 'm' : null,
});
const open = (userRole: UserRole, search: Record<string, string>) =>
  sieve(transactions as unknown as AnyResource, actor(userRole), readState(search));
const words = (userRole: UserRole, search: Record<string, string>) => {
  const { leftOut } = open(userRole, search);
  return leftOut && leftOutWords(leftOut).join(' ');
};

test('SB-04 of a link is left out what the person may not see, and said without its values', () => {
  const link = {
    f_xid: 'secret-1',
    f_status: 'SUCCESS',
    sort: 'amount,ASC',
    c: 'id,xid,amount',
    page: '2',
  };
  const { state, leftOut } = open('MERCHANT_OPERATOR', link);
  assert.deepEqual(toQuery(state, 'UTC'), {
    page: 2,
    size: 50,
    sort: 'amount,ASC',
    f_status: 'SUCCESS',
    timeZone: 'UTC',
  });
  assert.deepEqual(state.columns, ['id', 'amount']);
  assert.equal(
    leftOutWords(leftOut!).join(' '),
    'This link also filters by xid and shows xid, which you may not see. The list is shown without that.',
  );
  const { state: whole, leftOut: nothing } = open('BACKOFFICE_TECHNICAL', link);
  assert.deepEqual([whole.filters.xid, whole.columns?.length, nothing], ['secret-1', 3, null]);
});

test('GT-11 an order by a column that is hidden, unknown or no order is the list’s own', () => {
  for (const sort of ['xid,ASC', 'nonsense,ASC', 'amount', 'amount,UP', 'amount,ASC,DESC']) {
    const { state, leftOut } = open('MERCHANT_OPERATOR', { sort });
    assert.equal(state.sort, 'createdDate,DESC', sort);
    assert.ok(leftOut, sort);
  }
  assert.equal(open('MERCHANT_OPERATOR', { sort: 'createdDate,ASC' }).leftOut, null);
});

test('what nobody knows is left out and not repeated; what cannot be read is named by its column', () => {
  assert.equal(
    words('MERCHANT_OPERATOR', { 'f_<b>Call +371</b>': '1', c: 'call-us', f_toString: 'x' }),
    'This link asks for something that this list does not have. The list is shown without that.',
  );
  assert.equal(
    words('MERCHANT_OPERATOR', { f_status: 'NOPE', f_date: '2026-99-99' }),
    'This link’s filter by Status and Date could not be read. The list is shown without that.',
  );
  assert.equal(words('MERCHANT_OPERATOR', { f_createdDate: '01.01.2026..', page: '9' }), null);
  assert.equal(words('MERCHANT_OPERATOR', { tab: 'x' }), null);
});
