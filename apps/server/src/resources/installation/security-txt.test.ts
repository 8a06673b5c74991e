import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import Fastify from 'fastify';
import { Refusal } from '../../platform/errors.ts';
import { webApp } from '../../platform/http/web.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('whom to tell of a weakness (RFC 9116)', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer({ now: () => new Date('2026-03-01T10:00:00Z') });
  });
  after(() => server.close());

  const read = () => server.app.inject({ url: '/.well-known/security.txt' });
  const put = async (value: string) => {
    const staff = await server.as('admin@paydesk.test');
    const name = 'security.contact';
    return staff.call('PUT /api/settings/meta-data/{name}', { params: { name }, body: { value } });
  };

  test('there is no such file before staff have said whom', async () => {
    assert.equal((await read()).statusCode, 404);
  });

  test('AM-118 it has a mailbox or an https address, and a day until which it holds', async () => {
    for (const [said, told] of [
      ['security@firm.test', 'mailto:security@firm.test'],
      ['https://firm.test/report?a=1', 'https://firm.test/report?a=1'],
    ] as const) {
      assert.equal((await put(said)).status, 200);
      const { statusCode, headers, body } = await read();
      assert.equal(statusCode, 200);
      assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
      const lines = body.split('\n');
      assert.deepEqual(lines.slice(0, 3), [
        `Contact: ${told}`,
        'Expires: 2026-08-28T00:00:00.000Z',
        'Preferred-Languages: en',
      ]);
      assert.match(lines[3]!, /^Canonical: https?:\/\/.*\/\.well-known\/security\.txt$/);
    }
    for (const nonsense of [
      'call me',
      'http://firm.test',
      'javascript:alert(1)',
      'https://a\nX: y',
    ])
      assert.equal((await put(nonsense)).status, 400, nonsense);
  });

  test('what else is asked for below /.well-known is a 404, not the console', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'paydesk-web-'));
    t.after(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'index.html'), '<title>Paydesk</title>');
    const app = Fastify();
    t.after(() => app.close());
    app.decorateReply('nonce', 'n');
    app.setErrorHandler((error, _request, reply) =>
      reply.code(error instanceof Refusal ? 404 : 500).send({}),
    );
    const parts = { folder, hasBanner: async () => false, house: () => 'Paydesk' };
    await app.register(webApp, parts);
    const status = async (url: string) => (await app.inject({ url })).statusCode;
    for (const path of ['', '/', '/openid-configuration', '/change-password', '/security.txt'])
      assert.equal(await status(`/.well-known${path}`), 404, path);
    assert.equal(await status('/scim/v3/Users'), 404);
    assert.equal(await status('/transactions'), 200);
  });
});
