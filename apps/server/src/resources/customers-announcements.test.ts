import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { cleanHtml } from '../platform/html.ts';
import { testServer, type Client, type TestServer } from '../testing/server.ts';

describe('announcements for customers', () => {
  let server: TestServer;
  let staff: Client;
  before(async () => {
    server = await testServer();
    staff = await server.as('admin@paydesk.test');
  });
  after(() => server.close());

  const one = (id: string) =>
    staff.call('GET /api/customers-announcements/{id}', { params: { id } });

  it('API-139, ST-11 are listed by segment, without their texts', async () => {
    const query = { f_segment: 'CARD_HOLDERS', sort: 'validFrom,ASC' };
    const { body } = await staff.call('GET /api/customers-announcements', { query });
    const shown = body.content.map(({ title, language, active }) => [title, language, active]);
    assert.deepEqual(shown, [
      ['Withdrawn', 'EN', false],
      ['Nauja kortelė programėlėje', 'LT', true],
    ]);
    assert.ok(body.content.every((row) => !('text' in row)));
  });

  it('API-140, ST-11, AM-46 one comes with its text; an unknown one is a 404', async () => {
    const { body } = await staff.call('GET /api/customers-announcements');
    for (const row of body.content) {
      const { text, ...rest } = (await one(row.id)).body;
      assert.partialDeepStrictEqual(rest, row);
      assert.ok(text.startsWith('<p>') && text === cleanHtml(text));
    }
    assert.equal((await one(staff.userId!)).status, 404);
  });
});
