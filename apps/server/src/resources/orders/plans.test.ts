import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ROLE_PERMISSIONS, type UserRole } from '@paydesk/contract/permissions.ts';
import { readListQuery } from '../../platform/list/query.ts';
import { pageStatement } from '../../platform/list/sql.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { ordersList } from './lists.ts';

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  Plans?: Plan[];
}

const ROWS = 60_000;
const PORTION = 10_000;

/** Each page is read in the order of an index, so that it costs the same however many orders there are. */
describe('the plans of the list of orders', () => {
  let server: TestServer;
  let merchantId: string;

  before(async () => {
    server = await testServer();
    merchantId = await server.merchantId('Amber & Oak');
    // half of them of one merchant; in portions, for a slow machine has a statement's limit too
    for (let first = 1; first < ROWS; first += PORTION)
      await server.pool.query(
        `insert into orders (id, merchant_id, amount_cents, tax_cents, currency, status, created_date)
       select gen_random_uuid(), case when n % 2 = 0 then $1 else (array(select id from merchants order by id))[1 + n % 20] end,
         1 + n * 7919 % 800000, 0, 'EUR',
         (array['DRAFT','PENDING','VERIFIED','REJECTED','EXPIRED','PAID'])[1 + n % 6],
         now() - n * interval '1 minute'
       from generate_series($2::integer, $3::integer) n`,
        [merchantId, first, first + PORTION - 1],
      );
    await server.pool.query('vacuum analyze orders');
  });
  after(() => server.close());

  async function sortedRows(role: UserRole, sort: string): Promise<number> {
    const actor = {
      userId: '',
      userRole: role,
      permissions: ROLE_PERMISSIONS[role],
      merchantId: role === 'MERCHANT_ADMIN' ? merchantId : null,
    };
    const request = readListQuery(ordersList.resource, actor, { sort }, 'page');
    const statement = server.database.compile(pageStatement(ordersList, actor, request));
    const { rows } = await server.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, timing off, format json) ${statement.sql}`,
      statement.parameters as unknown[],
    );
    const most = (plan: Plan): number =>
      Math.max(
        plan['Node Type'].includes('Sort') ? plan['Actual Rows'] : 0,
        // what stands below a sort is what it reads
        ...(plan.Plans ?? []).map((below) =>
          plan['Node Type'].includes('Sort') ? below['Actual Rows'] : 0,
        ),
        ...(plan.Plans ?? []).map(most),
      );
    return most(rows[0]!['QUERY PLAN'][0].Plan);
  }

  for (const column of ['createdDate', 'amount', 'status', 'merchantName'])
    test(`AM-109, API-133 by ${column} no page sorts the whole, for staff and for a merchant`, async () => {
      for (const direction of ['ASC', 'DESC']) {
        const sort = `${column},${direction}`;
        assert.ok((await sortedRows('BACKOFFICE_TECHNICAL', sort)) <= 2000, sort);
        if (column !== 'merchantName')
          assert.ok((await sortedRows('MERCHANT_ADMIN', sort)) <= 100, `${sort} of a merchant`);
      }
    });
});
