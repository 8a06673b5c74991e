import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { profileFields } from '@paydesk/contract/resources/session/profile.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

describe('own profile', () => {
  let server: TestServer;
  let owner: Client;
  before(async () => {
    server = await testServer();
    owner = await server.person({
      merchantId: await server.merchantId('Amber & Oak'),
      position: 'Bookkeeper',
      phoneNumber: '+371 2000 0001',
    });
  });
  after(() => server.close());

  const me = async (client = owner) => (await client.call('GET /api/users/me')).body;

  test('API-07 EM-05 the own user with role, permissions, status and merchant', async () => {
    const user = await me();
    assert.equal(user.id, owner.userId);
    assert.equal(user.merchantName, 'Amber & Oak');
    assert.deepEqual(user.status, { name: 'ACTIVATED', description: 'Activated' });
    assert.deepEqual(user.roles, ['MERCHANT_ADMIN', 'MERCHANT_CONSOLE']);
  });

  test('API-08, SB-13, AU-35 names and phone change, by name, and the change is in the audit log', async () => {
    const before = await me();
    const { status, body } = await owner.call('PUT /api/users/me', {
      body: { ...before, firstName: ' Ieva ', lastName: 'Kalna', phoneNumber: '+371 2000 0002' },
    });
    assert.equal(status, 200);
    assert.deepEqual(
      [body.firstName, body.lastName, body.phoneNumber],
      ['Ieva', 'Kalna', '+371 2000 0002'],
    );
    assert.deepEqual(await me(), body);
    const { details } = await server.one<{ details: { changes: object } }>(
      `select details from audit_logs where entity_id = $1 and action = 'UPDATE_PROFILE'`,
      [owner.userId],
    );
    assert.deepEqual(details.changes, {
      first_name: { before: 'Test', after: 'Ieva' },
      last_name: { before: 'Person', after: 'Kalna' },
      phone_number: { before: '+371 2000 0001', after: '+371 2000 0002' },
    });
  });

  test('SB-13 AM-72 AM-104 what is read-only comes along and changes nothing; unknown fields are refused', async () => {
    const before = await me();
    const { status } = await owner.call('PUT /api/users/me', {
      body: {
        ...before,
        id: '0197c3f2-8a41-7d0e-9b55-0000000000aa',
        email: 'somebody@else.test',
        userRole: 'BACKOFFICE_ADMIN',
        roles: ['BACKOFFICE_ADMIN'],
        userPermissions: ['READ_ANY_USER'],
        merchantId: await server.merchantId('Baltic Books'),
        status: { name: 'BLOCKED', description: '' },
        passwordExpired: true,
      },
    });
    assert.equal(status, 200);
    assert.deepEqual(await me(), before);
    const { error } = await owner.call('PUT /api/users/me', {
      body: { ...before, failedLogins: 0, passwordHash: 'x' },
    });
    assert.deepEqual(
      error.errors.map(({ field }) => field),
      ['failedLogins', 'passwordHash'],
    );
  });

  test('AU-37..40 the limits of each field, on its own name', async () => {
    const before = await me();
    const limits = { firstName: 25, lastName: 25, phoneNumber: 20, email: 254 };
    for (const [field, max] of Object.entries(limits)) {
      const { label } = profileFields[field as keyof typeof limits];
      const put = (value: string) =>
        owner.call('PUT /api/users/me', { body: { ...before, [field]: value } });
      assert.deepEqual((await put('')).error.errors, [{ field, message: `${label} is required` }]);
      const domain = field === 'email' ? '@a.test' : '';
      const { errors } = (await put('é'.repeat(max + 1 - domain.length) + domain)).error;
      assert.deepEqual(errors, [{ field, message: `Maximum length is ${max} characters` }]);
      assert.equal((await put('é'.repeat(max - domain.length) + domain)).status, 200, field);
    }
  });

  test('API-09, RO-09, AU-33, AU-34 company, position and role; staff have none', async () => {
    const { body } = await owner.call('GET /api/users/me/company');
    assert.deepEqual(body, {
      companyName: 'Amber & Oak',
      position: 'Bookkeeper',
      role: 'MERCHANT_ADMIN',
    });
    const staff = await server.as('admin@paydesk.test');
    assert.equal((await staff.call('GET /api/users/me/company')).status, 404);
  });
});

/** The service: what it was asked for, and what it answers. */
async function avatarService(answer: (path: string) => { type: string; body: Buffer } | 'hang') {
  const asked: string[] = [];
  const service = createServer((request, response) => {
    asked.push(request.url!);
    const given = answer(request.url!);
    if (given === 'hang') return;
    response.writeHead(200, { 'content-type': given.type }).end(given.body);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  const server = await testServer({
    settings: { AVATAR_URL: `http://127.0.0.1:${port}/{hash}?d=404` },
  });
  const owner = await server.as('owner@amber.test');
  return {
    asked,
    image: async () => (await owner.call('GET /api/users/me/avatar')).body.image,
    async close() {
      service.closeAllConnections();
      service.close();
      await server.close();
    },
  };
}

describe('SH-29 AM-50 the avatar', () => {
  const hash = createHash('sha256').update('owner@amber.test').digest('hex');

  test('SH-29 is looked up once by the hash of the e-mail', async () => {
    const png = Buffer.from('89504e470d0a1a0a', 'hex');
    const service = await avatarService(() => ({ type: 'image/png', body: png }));
    const image = `data:image/png;base64,${png.toString('base64')}`;
    assert.deepEqual([await service.image(), await service.image()], [image, image]);
    assert.deepEqual(service.asked, [`/${hash}?d=404`]);
    await service.close();
  });

  test('SH-29 a service that answers something else, too much, or nothing is no picture', async () => {
    for (const given of [
      { type: 'image/svg+xml', body: Buffer.from('<svg onload="alert(1)"/>') },
      { type: 'image/png', body: Buffer.alloc(70_000) },
      'hang' as const,
    ]) {
      const service = await avatarService(() => given);
      assert.equal(await service.image(), null);
      await service.close();
    }
  });
});
