import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { insertMerchant } from '../seed/factories.ts';
import { insertLoan } from '../seed/factories/financing.ts';
import { machine, newOrder } from '../testing/machines.ts';
import { testServer, type Client, type TestServer } from '../testing/server.ts';

const INSTITUTIONS = '/api/financing/financing-institutions';
const PRODUCTS = '/api/financing-products';

const terms = (financingInstitutionId: string, given: object = {}) => ({
  financingInstitutionId,
  name: 'Instalments',
  code: randomUUIDv7(),
  minAmount: 100.05,
  maxAmount: 200,
  minTermMonths: 3,
  maxTermMonths: 24,
  interestRate: 12.35,
  active: true,
  ...given,
});

describe('who lends, as staff keep it', () => {
  let server: TestServer;
  let staff: Client;
  before(async () => {
    server = await testServer();
    staff = await server.as('admin@paydesk.test');
  });
  after(() => server.close());

  const institution = (body: { name: string; code: string }) =>
    staff.call(`POST ${INSTITUTIONS}`, { body });
  const act = (id: string, name: 'activate' | 'deactivate') =>
    staff.call(`POST ${INSTITUTIONS}/{id}/actions/${name}`, { params: { id } });
  const remove = (id: string) => staff.call(`DELETE ${INSTITUTIONS}/{id}`, { params: { id } });
  const one = async (id: string) =>
    (await staff.call(`GET ${INSTITUTIONS}/{id}`, { params: { id } })).body;
  const product = (body: ReturnType<typeof terms>) => staff.call(`POST ${PRODUCTS}`, { body });

  test('FI-09, FI-12, SB-48 institutions and products are made by staff; of ten at once that people would take for the same one is made', async () => {
    const names = [
      'Coast Ābele',
      ' COAST  ābele',
      'CoastĀBELE',
      'coast a\u0304bele',
      'Coast\u00a0Ābele',
    ];
    const ten = await Promise.all(
      [...names, ...names].map((name) => institution({ name, code: randomUUIDv7() })),
    );
    const made = ten.filter(({ status }) => status === 200);
    assert.equal(made.length, 1);
    for (const { status, error } of ten.filter((reply) => reply.status !== 200))
      assert.deepEqual(
        [status, error.errors],
        [400, [{ field: 'name', message: 'Another institution has this Name' }]],
      );
    const { id, active, products } = made[0]!.body;
    assert.deepEqual([active, products], [true, 0]);

    const replies = await Promise.all(
      ['Pay later', 'pay LATER', 'PayLater '].map((name) => product(terms(id, { name }))),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400, 400]);
    const refused = replies.find(({ status }) => status === 400)!;
    assert.deepEqual(refused.error.errors, [
      { field: 'name', message: 'Another product of the institution has this Name' },
    ]);
    const { body } = replies.find(({ status }) => status === 200)!;
    assert.deepEqual([body.minAmount, body.interestRate, body.offers], [100.05, 12.35, 0]);
    for (const [wrong, errors] of [
      [{ minAmount: 200.01 }, [['minAmount', 'Min Amount cannot exceed Max Amount']]],
      [{ maxTermMonths: 2 }, [['minTermMonths', 'Min Term cannot exceed Max Term']]],
      [{ interestRate: 100.01 }, [['interestRate', 'Value must be between 0.00 and 100.00']]],
      [{ code: ` ${body.code.toUpperCase()}` }, [['code', 'Another product has this Code']]],
      [
        { financingInstitutionId: randomUUIDv7() },
        [['financingInstitutionId', 'There is no such institution']],
      ],
      [{ financingInstitutionId: 'x' }, [['financingInstitutionId', 'Value must be a whole id']]],
      [{ financingInstitutionId: '0' }, [['financingInstitutionId', 'Value must be a whole id']]],
    ] as const) {
      const { status, error } = await product(terms(id, { name: 'Other', ...wrong }));
      assert.equal(status, 400);
      assert.deepEqual(
        error.errors.map(({ field, message }) => [field, message]),
        errors,
      );
    }
    assert.equal((await one(id)).products, 1);
  });

  test('FI-10, SB-41, AM-116 switching off stops new applications, says what hangs on it, and is undone; what exists goes on', async () => {
    const { body: lender } = await institution({ name: 'Hill Credit', code: 'HILLCR' });
    const { id } = lender;
    const { id: merchantId } = await insertMerchant(server.pool);
    const owner = await server.person({ merchantId });
    const shop = await machine(server, merchantId);
    // 130.99 EUR
    const order = () =>
      shop.call('POST /api/merchant-api/orders', {
        body: newOrder({ paymentMethod: 'CONSUMER_CREDIT' }),
      });
    const refusal = [
      { field: 'paymentMethod', message: 'No financing institution lends this amount' },
    ];
    await server.pool.query('update financing_products set active = false');
    assert.deepEqual((await order()).error.errors, refusal, 'nobody lends');
    const { body: made } = await product(terms(id));
    assert.deepEqual((await order()).error.errors, refusal, 'its papers could not name it');
    const reached = {
      name: 'Hill Credit',
      code: 'HILLCR',
      address: 'Hill 1',
      supervisor: 'Whoever',
    };
    const change = (given: object) =>
      staff.call(`PUT ${INSTITUTIONS}/{id}`, {
        params: { id },
        body: { ...reached, ...given, readAs: undefined },
      });
    assert.equal((await change({})).status, 200);
    assert.deepEqual((await change({ supervisor: null })).error.errors, [
      {
        field: 'supervisor',
        message: 'Borrowers have it in their papers: change it, it can’t be emptied',
      },
    ]);
    const waiting = await order();
    assert.equal(waiting.status, 200, waiting.text);
    await insertLoan(server.pool, {
      merchantId,
      financingInstitutionId: id,
      status: 'OFFER_CHOSEN',
    });

    assert.equal((await act(id, 'deactivate')).body.active, false);
    const state = await one(id);
    assert.deepEqual(
      [state.productsOn, state.loans, state.loansUnderWay, state.offersOpen],
      [1, 1, 1, 0],
    );
    assert.deepEqual((await act(id, 'deactivate')).error.errors, [
      { field: 'active', message: 'It is inactive already' },
    ]);
    assert.deepEqual((await order()).error.errors, refusal);
    const approve = () =>
      owner.call('PUT /api/orders/{id}/approve', { params: { id: waiting.body.id } });
    assert.deepEqual((await approve()).error.errors, [
      { field: 'status', message: 'No financing institution lends this amount' },
    ]);
    await act(id, 'activate');
    assert.equal((await approve()).body.status.name, 'VERIFIED');
    // a product that is off, and one whose amounts do not have it, lend as little
    const { financingInstitutionId: _, ...same } = terms(id, { code: made.code });
    const put = (given: object) =>
      staff.call(`PUT ${PRODUCTS}/{id}`, {
        params: { id: made.id },
        body: { ...same, ...given, readAs: undefined },
      });
    for (const given of [{ active: false }, { maxAmount: 130.98 }, { minAmount: 131 }]) {
      assert.equal((await put(given)).status, 200);
      assert.deepEqual((await order()).error.errors, refusal);
    }
    await put({ minAmount: 130.99, maxAmount: 130.99 });
    assert.equal((await order()).status, 200);

    assert.deepEqual((await remove(id)).error.errors, [
      { field: 'products', message: 'Loans refer to this institution: deactivate it instead' },
    ]);
    // one who makes a product of it at the moment of its deletion wins, or is told that it is gone
    const { body: brief } = await institution({ name: 'Brief', code: 'BRIEF' });
    const [gone, added] = await Promise.all([remove(brief.id), product(terms(brief.id))]);
    assert.deepEqual([gone.status, added.status].sort(), [200, 400]);
  });
});
