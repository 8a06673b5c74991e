import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('enumerations that others define', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  const read = async (
    key: 'GET /api/enums/mcc' | 'GET /api/enums/product-categories' | 'GET /api/enums/countries',
  ) => {
    // whoever is signed in
    const operator = await server.as('operator@amber.test');
    const { body } = await operator.call(key);
    assert.equal(new Set(body.map(({ code }) => code)).size, body.length, 'no code twice');
    return new Map(body.map(({ code, name }) => [code, name]));
  };
  const used = async (column: string) => {
    const rows = await server.all<{ code: string }>(
      `select distinct ${column} as code from merchants where ${column} is not null`,
    );
    assert.ok(rows.length > 2);
    return rows.map(({ code }) => code);
  };

  it('API-148, ST-06 the merchant category codes, those of every merchant among them', async () => {
    const codes = await read('GET /api/enums/mcc');
    for (const code of await used('mcc_code')) assert.ok(codes.has(code), code);
    assert.equal(codes.get('5942'), 'Book Stores');
    assert.ok([...codes.keys()].every((code) => /^\d{4}$/.test(code)));
  });

  it('API-149, ST-07 the product categories', async () => {
    const categories = await read('GET /api/enums/product-categories');
    assert.equal(categories.get('FURNITURE'), 'Furniture and home');
    assert.ok(categories.has('OTHER'));
  });

  it('API-150, ST-08 the 249 countries by name, those of every merchant among them', async () => {
    const countries = await read('GET /api/enums/countries');
    assert.equal(countries.size, 249);
    for (const code of await used('country_code')) assert.ok(countries.has(code), code);
    assert.equal(countries.get('LV'), 'Latvia');
    const names = [...countries.values()];
    assert.deepEqual(
      names,
      names.toSorted((a, b) => a.localeCompare(b, 'en')),
    );
  });

  it('SB-01 are for nobody who has not signed in', async () => {
    assert.equal((await server.anonymous.call('GET /api/enums/mcc')).status, 401);
  });
});
