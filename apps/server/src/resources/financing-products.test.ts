import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { FinancingProduct } from '@paydesk/contract/resources/financing-products.ts';
import { insertRow, type Queryable } from '../seed/factories.ts';
import { insertLender, insertLoan } from '../seed/factories/financing.ts';
import type { FinancingProductRow } from '../seed/tables.ts';
import { workers } from '../platform/db/testing/nodes.ts';
import { testServer, type Client, type TestServer } from '../testing/server.ts';

const PATH = '/api/financing-products';
const ONE = `${PATH}/{id}` as const;

const given = {
  name: 'Instalments',
  minAmount: 100.05,
  maxAmount: 2000.1,
  minTermMonths: 6,
  maxTermMonths: 24,
  interestRate: 12.35,
  active: true,
};

describe('financing products', () => {
  let server: TestServer;
  let staff: Client;
  before(async () => {
    server = await testServer();
    staff = await server.as('admin@paydesk.test');
  });
  after(() => server.close());

  const one = (id: string, client = staff) => client.call(`GET ${ONE}`, { params: { id } });
  const put = (id: string, body: object, client = staff) =>
    client.call(`PUT ${ONE}`, { params: { id }, body: body as typeof given & { code: string } });
  const remove = (id: string, client = staff) => client.call(`DELETE ${ONE}`, { params: { id } });
  const newOne = async () => (await insertLender(server.pool)).product;
  const errorsOf = ({ error }: Awaited<ReturnType<typeof put>>) =>
    error.errors.map(({ field, message }) => [field, message]);
  const auditOf = (id: string) =>
    server.all<{ action: string; details: object }>(
      `select action, details from audit_logs
       where entity_id = $1 and result = 'SUCCESS' order by created_date, id`,
      [id],
    );

  /** An offer of the product for a loan of its own, as the institution would make it. */
  async function offerOf(product: FinancingProductRow, db: Queryable = server.pool) {
    const merchantId = await server.merchantId('Amber & Oak');
    const loan = await insertLoan(server.pool, { merchantId });
    await insertRow(db, 'offers', {
      id: randomUUIDv7(),
      consumerCreditId: loan.id,
      merchantId,
      sequence: 1,
      financingInstitutionId: product.financingInstitutionId,
      financingProductId: product.id,
      amountCents: 1000_00n,
      currency: 'EUR',
      termMonths: 12,
      interestRateBp: 990,
      aprBp: 1200,
      monthlyPaymentCents: 90_00n,
      status: 'RECEIVED',
      externalId: null,
      createdDate: new Date(),
      applicationId: null,
      totalCents: null,
      validUntil: null,
      chosenDate: null,
    });
  }

  test('API-65, FI-12, SB-53 the list: amounts, terms and rates, active and not, of one institution too', async () => {
    const { body } = await staff.call(`GET ${PATH}`, { query: { sort: 'code,ASC', size: '50' } });
    const seeded = body.content.filter(({ institution }) => !institution.startsWith('Lender'));
    assert.equal(seeded.length, 8);
    assert.deepEqual(new Set(seeded.map(({ active }) => active)), new Set([true, false]));
    const [first] = seeded;
    assert.deepEqual(
      [first!.code, first!.minAmount, first!.maxAmount, first!.minTermMonths, first!.maxTermMonths],
      ['AMBERLN-1', 50, 8000, 3, 60],
    );
    assert.ok(first!.interestRate > 6 && first!.interestRate < 19);
    const { financingInstitutionId, institution } = first!;
    const of = await staff.call(`GET ${PATH}`, {
      query: { f_financingInstitutionId: financingInstitutionId },
    });
    assert.deepEqual(
      new Set(of.body.content.map((row) => row.institution)),
      new Set([institution]),
    );
    assert.equal(of.body.totalElements, 2);
  });

  test('API-66, FI-13 one, with how many offers were made of it; an unknown id is a 404', async () => {
    const row = await server.one<{ id: string; offers: bigint }>(
      `select p.id, count(o.id) as offers from financing_products p
       join offers o on o.financing_product_id = p.id group by 1 order by 1 limit 1`,
    );
    const { body } = await one(row.id, await server.as('technical@paydesk.test'));
    assert.equal(body.offers, Number(row.offers));
    assert.ok(body.offers > 50);
    assert.equal((await one(randomUUIDv7())).status, 404);
  });

  test('API-67, FI-14, SB-41, SB-46 it is changed, exactly to the cent and the hundredth of a percent, and the log says what', async () => {
    const product = await newOne();
    const { body: before } = await one(product.id);
    const body = { ...given, name: '  Instalments ', code: ` ${product.code}x ` };
    const { status, body: saved } = await put(product.id, body);
    assert.equal(status, 200);
    const { updatedDate, ...rest } = saved;
    assert.ok(Math.abs(Date.parse(updatedDate!) - Date.now()) < 60_000);
    const { updatedDate: _, ...earlier } = before;
    assert.deepEqual(rest, {
      ...earlier,
      ...given,
      code: `${product.code}x`,
      updatedBy: 'Elīna Bērziņa',
    } satisfies Omit<FinancingProduct, 'updatedDate'>);
    assert.deepEqual((await one(product.id)).body, saved);
    assert.deepEqual(
      await server.one(
        `select min_amount_cents, max_amount_cents, interest_rate_bp from financing_products where id = $1`,
        [product.id],
      ),
      { min_amount_cents: 10005n, max_amount_cents: 200010n, interest_rate_bp: 1235 },
    );
    assert.deepEqual(await auditOf(product.id), [
      {
        action: 'UPDATE_FINANCING_PRODUCT',
        details: {
          changes: {
            code: { before: product.code, after: `${product.code}x` },
            minAmount: { before: 50, after: 100.05 },
            maxAmount: { before: 5000, after: 2000.1 },
            minTermMonths: { before: 3, after: 6 },
            maxTermMonths: { before: 36, after: 24 },
            interestRate: { before: 9.9, after: 12.35 },
          },
        },
      },
    ]);
    const history = await staff.call(`GET ${ONE}/history`, { params: { id: product.id } });
    assert.deepEqual(
      history.body.content.map(({ action, user }) => [action, user]),
      [['UPDATE_FINANCING_PRODUCT', 'Elīna Bērziņa']],
    );
  });

  test('SB-41, SB-48, AM-104 what is wrong is refused by its field, and nothing is changed', async () => {
    const product = await newOne();
    const other = await newOne();
    const { body: before } = await one(product.id);
    const right = { ...given, code: product.code };
    for (const [wrong, errors] of [
      [{ minAmount: 2000.11 }, [['minAmount', 'Min Amount cannot exceed Max Amount']]],
      [{ minTermMonths: 25 }, [['minTermMonths', 'Min Term cannot exceed Max Term']]],
      [
        { minAmount: 3000, minTermMonths: 30 },
        [
          ['minAmount', 'Min Amount cannot exceed Max Amount'],
          ['minTermMonths', 'Min Term cannot exceed Max Term'],
        ],
      ],
      [{ minAmount: 0 }, [['minAmount', "Value must be between 0.01 and 9'999'999.99"]]],
      [{ maxAmount: 1e7 }, [['maxAmount', "Value must be between 0.01 and 9'999'999.99"]]],
      [{ minAmount: 1.005 }, [['minAmount', 'At most 2 decimal places']]],
      [{ interestRate: 12.345 }, [['interestRate', 'At most 2 decimal places']]],
      [{ interestRate: -0.01 }, [['interestRate', 'Value must be between 0.00 and 100.00']]],
      [{ interestRate: '9.9' }, [['interestRate', 'Value must be a number']]],
      [{ minTermMonths: 1.5 }, [['minTermMonths', 'Value must be a whole number']]],
      [{ maxTermMonths: 601 }, [['maxTermMonths', 'Value must be between 1 and 600']]],
      [{ name: ' ' }, [['name', 'Name is required']]],
      [{ active: 'yes' }, [['active', 'Value must be true or false']]],
      [{ code: other.code }, [['code', 'Another product has this Code']]],
      [{ offers: 0 }, [['offers', 'Unknown field']]],
      [{ financingInstitutionId: randomUUIDv7() }, [['financingInstitutionId', 'Unknown field']]],
    ] as const) {
      const reply = await put(product.id, { ...right, ...wrong });
      assert.equal(reply.status, 400);
      assert.deepEqual(errorsOf(reply), errors);
    }
    // equal ends are a range
    assert.deepEqual((await one(product.id)).body, before);
    const equal = { ...right, minAmount: 2000.1, minTermMonths: 24 };
    assert.equal((await put(product.id, equal)).status, 200);
    assert.equal((await auditOf(product.id)).length, 1);
    assert.equal((await put(randomUUIDv7(), right)).status, 404);
  });

  test('API-68, FI-15, SB-41 one without offers is deleted, and gone from the list; its row in the log says what it was', async () => {
    const product = await newOne();
    const { body: before } = await one(product.id);
    assert.equal((await remove(product.id)).status, 200);
    assert.equal((await one(product.id)).status, 404);
    assert.equal((await remove(product.id)).status, 404);
    const listed = await staff.call(`GET ${PATH}`, { query: { f_id: product.id } });
    assert.equal(listed.body.totalElements, 0);
    const [row] = await auditOf(product.id);
    assert.equal(row!.action, 'DELETE_FINANCING_PRODUCT');
    const { changes } = row!.details as { changes: Record<string, { before: unknown }> };
    assert.deepEqual(changes.name, { before: before.name, after: null });
    assert.deepEqual(changes.interestRate, { before: 9.9, after: null });
  });

  test('SB-41 one that offers refer to is not deleted: deactivate it instead; an offer at the same moment wins or is refused', async () => {
    const product = await newOne();
    await offerOf(product);
    const reply = await remove(product.id);
    assert.equal(reply.status, 400);
    assert.deepEqual(reply.error.errors, [
      { field: 'offers', message: 'Offers refer to this product: deactivate it instead' },
    ]);
    const { body } = await one(product.id);
    assert.equal(body.offers, 1);
    const code = product.code;
    const off = await put(product.id, { ...given, code, active: false });
    assert.deepEqual([off.status, off.body.active], [200, false]);

    const contested = await newOne();
    const client = await server.pool.connect();
    try {
      await client.query('begin');
      await offerOf(contested, client);
      const waiting = remove(contested.id);
      await client.query('select pg_sleep(0.2)');
      await client.query('commit');
      // where rows are spread its lock is of another machine than the offer, which is seen in the end
      assert.equal((await waiting).status, workers.length ? 503 : 400);
      assert.equal((await remove(contested.id)).status, 400);
    } finally {
      client.release();
    }
    assert.equal((await one(contested.id)).body.offers, 1);
  });

  test('SB-41, SB-05 whether borrowers have read about one is asked of an index, and not of every paper', async () => {
    const client = await server.pool.connect();
    try {
      await client.query('begin; set local enable_seqscan = off');
      // as a deletion asks, and as the reference does
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        'explain select id from loan_documents where financing_product_id = $1 limit 1',
        [randomUUIDv7()],
      );
      assert.match(
        rows.map((row) => row['QUERY PLAN']).join('\n'),
        /Index Cond: \(financing_product_id/,
      );
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('SB-41, AM-82 only a back office administrator changes or deletes; a merchant’s people see none', async () => {
    const product = await newOne();
    const { body: before } = await one(product.id);
    const technical = await server.as('technical@paydesk.test');
    const owner = await server.as('owner@amber.test');
    const body = { ...given, code: product.code };
    for (const client of [technical, owner]) {
      assert.equal((await put(product.id, body, client)).status, 403);
      assert.equal((await remove(product.id, client)).status, 403);
    }
    assert.equal((await one(product.id, owner)).status, 403);
    assert.equal((await owner.call(`GET ${PATH}`)).status, 403);
    assert.deepEqual((await one(product.id)).body, before);
  });
});
