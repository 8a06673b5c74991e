import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  aDocument,
  anApplication,
  foldedPdf,
  insertApplication,
  pdf,
  png,
} from '../../testing/applications.ts';
import { insertUser } from '../../seed/factories.ts';
import { insertThreshold } from '../../testing/approvals.ts';
import { mailsOf } from '../../testing/mails.ts';
import { merchantCheck } from '../../testing/new-merchant.ts';
import { auditedOf } from '../../testing/audited.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const ALL = '/api/merchant-applications';

describe('merchants that apply by themselves', () => {
  let server: TestServer;
  let staff: Client;
  before(async () => {
    server = await testServer();
    staff = await server.as('admin@paydesk.test');
  });
  after(() => server.close());

  let address = 0;
  // from a new address each: what is open to everybody is counted by it
  const call = <B extends object>(path: '' | '/open' | '/documents' | '/submit', body: B) =>
    server.anonymous.call(`POST ${ALL}${path}` as `POST ${typeof ALL}/open`, {
      body,
      from: `2001:db8:1:${(++address).toString(16)}::1`,
    });
  const start = (email: string) => call('', { email });
  const put = (value: string) =>
    staff.call('PUT /api/settings/meta-data/{name}', {
      params: { name: 'merchants.apply' },
      body: { value, readAs: undefined },
    });
  const count = async (table: string) =>
    Number((await server.one<{ n: bigint }>(`select count(*) as n from ${table}`)).n);

  test('MB-01, MB-04, SB-22, SB-43 from an address to a merchant that waits with its documents; approval invites whoever applied, once', async () => {
    const email = 'Anna@New-Coast.test';
    assert.equal((await start(email)).status, 200);
    const [mail] = await mailsOf(server, email.toLowerCase());
    const token = new URL(mail!.link).searchParams.get('token')!;
    assert.equal(new URL(mail!.link).pathname, '/apply');
    assert.ok(
      !JSON.stringify(await server.all('select * from merchant_applications')).includes(token),
    );
    assert.deepEqual((await call('/open', { token })).body, {
      email: email.toLowerCase(),
      documents: [],
    });
    const bytes = png();
    const added = await call('/documents', aDocument(token, bytes));
    assert.equal(added.body!.documents[0]!.mediaType, 'image/png', added.text);
    // a reload finds it again; the stored bytes are not the picture's
    assert.deepEqual((await call('/open', { token })).body, added.body);
    const { sealed } = await server.one<{ sealed: Buffer }>(
      'select sealed_content as sealed from merchant_documents where id = $1',
      [added.body!.documents[0]!.id],
    );
    assert.ok(!sealed.includes(bytes.subarray(8, 24)) && !sealed.includes('iVBORw0KGgo'));

    const given = anApplication(token);
    const ten = await Promise.all(Array.from({ length: 10 }, () => call('/submit', given)));
    assert.deepEqual(ten.map(({ body }) => body as unknown).sort(), [
      ...Array<boolean>(9).fill(false),
      true,
    ]);
    const found = await staff.call('GET /api/merchants', { query: { f_name: given.name } });
    assert.equal(found.body.totalElements, 1);
    const [row] = found.body.content;
    assert.deepEqual([row!.status.name, row!.email], ['PENDING_APPROVAL', email.toLowerCase()]);
    const params = { id: row!.id };
    const { body: background } = await staff.call('GET /api/merchants/{id}/background', { params });
    assert.deepEqual(
      [
        background.registrationNumber,
        background.expectedTurnover,
        background.checkedAt,
        background.riskClass,
      ],
      [given.legalId, 120_000, null, null],
    );
    const { body: application } = await staff.call('GET /api/merchants/{id}/application', {
      params,
    });
    assert.deepEqual([application!.firstName, application!.documents.length], ['Anna', 1]);
    const document = { ...params, documentId: application!.documents[0]!.id };
    const download = (by: Client, to = document) =>
      by.call('POST /api/merchants/{id}/documents/{documentId}/actions/download', { params: to });
    assert.equal((await download(staff)).body.content, bytes.toString('base64'));
    assert.equal((await download(await server.as('technical@paydesk.test'))).status, 403);
    const amber = await server.merchantId('Amber & Oak');
    assert.equal((await download(staff, { ...document, id: amber })).status, 404);
    assert.equal((await auditedOf(server, params.id))[0], 'APPLY_MERCHANT SUCCESS');
    const read = await server.all(
      `select from audit_logs where action = 'READ_DOCUMENT' and entity_id = $1 and result = 'SUCCESS'`,
      [row!.id],
    );
    assert.equal(read.length, 1);

    assert.equal(
      (await staff.call('POST /api/merchants/{id}/actions/approve', { params })).status,
      200,
    );
    const [person] = await server.all<{ email: string; status: string; user_role: string }>(
      'select email, status, user_role from users where merchant_id = $1',
      [row!.id],
    );
    assert.deepEqual(person, {
      email: email.toLowerCase(),
      status: 'NOT_ACTIVATED',
      user_role: 'MERCHANT_ADMIN',
    });
    assert.equal(
      (await mailsOf(server, email.toLowerCase())).at(-1)!.subject,
      'Your invitation to Paydesk',
    );
  });

  test('MB-01, SB-22 an applicant whose address has become another account’s is not approved: no merchant without an administrator', async () => {
    const email = 'meanwhile@coast.test';
    const { token } = await insertApplication(server, email);
    await call('/documents', aDocument(token));
    const given = anApplication(token, { name: 'Meanwhile Taken', legalId: '40203999777' });
    assert.equal((await call('/submit', given)).body as unknown, true);
    const row = () =>
      server.one<{ id: string; status: string }>(
        'select id, status from merchants where name = $1',
        [given.name],
      );
    const params = { id: (await row()).id };
    const person = await insertUser(server.pool, { email });
    const approve = () => staff.call('POST /api/merchants/{id}/actions/approve', { params });
    const refused = await approve();
    assert.equal(refused.status, 400, refused.text);
    assert.equal(refused.error.errors[0]!.field, 'reason');
    assert.match(refused.error.errors[0]!.message, /belongs to another account by now/);
    assert.equal((await row()).status, 'PENDING_APPROVAL');
    assert.deepEqual(
      await server.all('select email from merchant_applications where merchant_id = $1', [
        params.id,
      ]),
      [{ email }],
    );
    await server.pool.query(`update users set email = 'elsewhere@coast.test' where id = $1`, [
      person.id,
    ]);
    assert.equal((await approve()).status, 200);
    assert.deepEqual(
      await server.all('select email from users where merchant_id = $1', [params.id]),
      [{ email }],
    );
  });

  test('MB-01, AM-16 an application that colleagues have changed or checked since it was read is decided by nobody who has not read that', async () => {
    const { token } = await insertApplication(server, 'unread@coast.test');
    await call('/documents', aDocument(token));
    const given = anApplication(token, { name: 'Unread Harbour', legalId: '40203999888' });
    assert.equal((await call('/submit', given)).body as unknown, true);
    const { id } = await server.one<{ id: string }>('select id from merchants where name = $1', [
      given.name,
    ]);
    const params = { id };
    const read = async () => (await staff.call('GET /api/merchants/{id}', { params })).body;
    const refused = async (
      action: 'approve' | 'decline',
      seenSince: string,
      headers: Record<string, string> = {},
    ) => {
      const { status, error } = await staff.call(`POST /api/merchants/{id}/actions/${action}`, {
        params,
        body: { seenSince },
        headers,
      });
      assert.deepEqual(
        [status, error.errorCode, error.errors.map(({ field }) => field)],
        [409, 'STALE', ['seenSince']],
      );
    };
    const { standsSince: first, name } = await read();
    await staff.call('PUT /api/merchants/{id}', {
      params,
      body: { name, phone: '+37120000001', readAs: undefined },
    });
    await refused('approve', first);
    const { standsSince: second, phone } = await read();
    assert.equal(phone, '+37120000001');
    await staff.call('POST /api/merchants/{id}/actions/check', {
      params,
      body: { ...merchantCheck, riskClass: 'HIGH' },
    });
    await refused('approve', second);
    await refused('decline', second);
    // nor is a second person asked to agree to what the first has not read
    const threshold = await insertThreshold(server, { kind: 'ADMINISTRATOR' });
    await refused('approve', second, { 'second-person-reason': 'Two%20of%20us' });
    assert.equal((await server.all('select from approvals where entity_id = $1', [id])).length, 0);
    await server.pool.query('delete from approval_thresholds where id = $1', [threshold]);
    const { standsSince: seenSince } = await read();
    const approved = await staff.call('POST /api/merchants/{id}/actions/approve', {
      params,
      body: { seenSince },
    });
    assert.equal(approved.body.status?.name, 'APPROVED', approved.text);
  });

  test('MB-01, SB-43 a refusal is told by mail, and nobody is invited', async () => {
    const { token } = await insertApplication(server, 'no@coast.test');
    await call('/documents', aDocument(token));
    const given = anApplication(token);
    assert.equal((await call('/submit', given)).body as unknown, true);
    const { id } = await server.one<{ id: string }>('select id from merchants where name = $1', [
      given.name,
    ]);
    await staff.call('POST /api/merchants/{id}/actions/decline', {
      params: { id },
      body: { reason: 'Its owner is on a list' },
    });
    const told = (await mailsOf(server, 'no@coast.test')).at(-1)!.text;
    assert.match(told, /was declined/);
    assert.doesNotMatch(told, /on a list/, 'why is for staff');
    assert.equal((await server.all('select from users where merchant_id = $1', [id])).length, 0);
  });

  test('SB-07, SB-10, AM-118 nobody learns who or what is known here; links are few, and none opens while it is closed', async () => {
    const answers = await Promise.all(
      ['owner@amber.test', 'stranger@coast.test'].map((email) => start(email)),
    );
    assert.deepEqual(answers[0]!.body, answers[1]!.body);
    // who has an account is told so in the mail alone
    assert.match((await mailsOf(server, 'owner@amber.test')).at(-1)!.link, /\/login$/);
    for (let more = 0; more < 9; more++) await start('stranger@coast.test');
    assert.equal((await mailsOf(server, 'stranger@coast.test')).length, 3);

    const { token } = await insertApplication(server);
    await call('/documents', aDocument(token));
    const known = await server.one<{ name: string; legal_id: string }>(
      `select name, legal_id from merchants where country_code = 'LV' order by name limit 1`,
    );
    const messages = [];
    for (const taken of [{ name: ` ${known.name.toUpperCase()}` }, { legalId: known.legal_id }]) {
      const { status, error } = await call('/submit', anApplication(token, taken));
      messages.push(JSON.stringify([status, error.errors]));
    }
    assert.equal(messages[0], messages[1], 'the name and the number are refused alike');
    assert.match(messages[0]!, /We can’t take an application of this business/);

    for (const path of ['/open', '/documents', '/submit'] as const) {
      const body =
        path === '/open'
          ? { token: 'x' }
          : path === '/submit'
            ? anApplication('x')
            : aDocument('x');
      assert.ok([null, false].includes((await call(path, body)).body as never), path);
    }
    const limited = await Promise.all(
      Array.from({ length: 12 }, () =>
        server.anonymous.call(`POST ${ALL}`, {
          body: { email: 'many@coast.test' },
          from: '203.0.113.77',
        }),
      ),
    );
    assert.ok(limited.some(({ status }) => status === 429));

    assert.equal((await put('PERHAPS')).status, 400);
    assert.equal((await put('CLOSED')).status, 200);
    assert.equal((await server.anonymous.call(`GET ${ALL}`)).body.open, false);
    assert.equal((await start('late@coast.test')).status, 400);
    assert.equal((await call('/open', { token })).status, 400);
    await put('OPEN');
  });

  test('SB-48 a PDF that does something is refused, in compressed objects too; what printers and LaTeX write is taken', async () => {
    const script = '<</S /JavaScript /JS (app.alert(1))>>';
    const opens = '/OpenAction 5 0 R';
    const link = '<</S /URI /URI (https://evil.test)>>';
    const page = '<</S /GoTo /D [3 0 R /Fit]>>';
    const noise = `<</P (${'x'.repeat(100)})>>`;
    const [runs, closed] = [/runs something/, /can’t be looked into/];
    const { token } = await insertApplication(server);
    for (const [what, bytes, message] of [
      ['a script in an object stream', foldedPdf({ 4: noise, 5: script }, opens), runs],
      ['in escapes', foldedPdf({ 5: script.replace('Java', 'J#61va') }, opens), runs],
      ['a launch', foldedPdf({ 5: '<</S /Launch /F (cmd.exe)>>' }), runs],
      ['a file', foldedPdf({ 5: '<</Type /Filespec /EF <</F 6 0 R>>>>' }), runs],
      ['a form that sends itself', pdf('/OpenAction <</S /SubmitForm /F (https://e.test)>>'), runs],
      ['an address at each page', pdf(`/AA <</O ${link}>>`), runs],
      ['an address at the beginning', pdf(`/OpenAction ${link}`), runs],
      ['the same elsewhere', foldedPdf({ 5: link }, opens), runs],
      ['the same after a page', pdf(`/OpenAction <</S /GoTo /D [2 0 R] /Next ${link}>>`), runs],
      [
        'the same as something else too',
        foldedPdf({ 4: page, 5: page.replace('>>', '/S /URI>>') }, opens),
        runs,
      ],
      ['nothing that is there', pdf(opens), runs],
      ['encrypted', pdf('/Encrypt 7 0 R'), /is encrypted: save it without a password/],
      ['another filter', foldedPdf({ 5: script }, '', '[/ASCIIHexDecode /FlateDecode]'), closed],
      ['a filter elsewhere', foldedPdf({ 5: script }, '', '7 0 R'), closed],
      [
        'signs moved about',
        foldedPdf({ 5: script }, '', '/FlateDecode /DecodeParms <</Predictor 12>>'),
        closed,
      ],
      [
        'its kind in a string',
        foldedPdf({ 5: script }, '', '/FlateDecode /X (>> stream )'),
        closed,
      ],
      ['more than fits', foldedPdf({ 5: `${' '.repeat(40_000_000)}${script}` }), closed],
    ] as const) {
      const { status, error } = await call('/documents', aDocument(token, bytes));
      assert.equal(status, 400, what);
      assert.match(error.errors[0]!.message, message, what);
    }
    const scan = Buffer.concat([
      pdf().subarray(0, -6),
      Buffer.from(
        '7 0 obj <</Subtype /Image /Filter /DCTDecode>> stream\n/JS\u0001/AA\u0002/EFx/XFA',
      ),
      Buffer.from('\nendstream endobj\n%%EOF\n'),
    ]);
    for (const [what, bytes] of [
      ['a page to begin with', pdf('/OpenAction [2 0 R /Fit]')],
      ['the same as an action', pdf(`/OpenAction ${page}`)],
      ['as LaTeX has it', foldedPdf({ 4: noise, 5: page, 6: link }, opens)],
      ['as printers have it', foldedPdf({ 4: noise, 5: '[3 0 R /XYZ null null 0]' }, opens)],
      ['a list of its filters', foldedPdf({ 4: noise }, '', '[/FlateDecode]')],
      ['addresses that somebody presses', pdf(`/Annots [<</Subtype /Link /A ${link}>>]`)],
      ['a picture with such signs in it', scan],
    ] as const) {
      const taken = await call('/documents', aDocument(token, bytes));
      assert.equal(taken.status, 200, `${what}: ${taken.text}`);
    }
  });

  test('SB-48 hostile input: what a document is, its content says; what is wrong is refused by its field, and nothing is kept', async () => {
    const { token } = await insertApplication(server);
    const merchants = await count('merchants');
    const zip = Buffer.from('504b0304140000000800', 'hex');
    for (const [what, bytes, message] of [
      ['text', Buffer.from('hello'), /PDF, PNG or JPEG/],
      ['a page', Buffer.from('<html><script>alert(1)</script>'), /PDF, PNG or JPEG/],
      ['an archive behind a picture', Buffer.concat([png(), zip]), /PDF, PNG or JPEG/],
      ['half a picture', png().subarray(0, 40), /PDF, PNG or JPEG/],
      ['a JPEG by its first bytes', Buffer.from('ffd8ffe000104a46', 'hex'), /PDF, PNG or JPEG/],
      ['half a PDF', pdf().subarray(0, 60), /PDF, PNG or JPEG/],
      [
        'a PDF that runs',
        pdf('/OpenAction <</S /JavaScript /JS (app.alert(1))>>'),
        /runs something/,
      ],
      ['the same in escapes', pdf('/AA <</S /J#61vaScript>>'), /runs something/],
      ['a PDF with files', pdf('/Names <</EmbeddedFiles 3 0 R>>'), /runs something/],
      ['nothing', Buffer.alloc(0), /Base64/],
    ] as const) {
      const { status, error } = await call('/documents', aDocument(token, bytes));
      assert.deepEqual([status, error.errors[0]!.field], [400, 'content'], what);
      assert.match(error.errors[0]!.message, message, what);
    }
    const huge = await call('/documents', {
      ...aDocument(token),
      content: 'A'.repeat(8 * 1024 * 1024),
    });
    assert.equal(huge.status, 413);
    const plain = { ...aDocument(token, pdf()), name: '../../etc/\u202Epass\u0007wd.pdf' };
    const { body } = await call('/documents', plain);
    assert.deepEqual(
      body!.documents.map(({ name, mediaType }) => [name, mediaType]),
      [['passwd.pdf', 'application/pdf']],
    );
    assert.equal(
      (await call('/documents', plain)).error.errors[0]!.message,
      'This document is there already',
    );
    const many = await Promise.all(
      Array.from({ length: 12 }, () => call('/documents', aDocument(token))),
    );
    assert.equal(many.filter(({ status }) => status === 200).length, 9);

    for (const [wrong, field] of [
      [{ iban: 'LV00' }, 'iban'],
      [{ mccCode: '9999' }, 'mccCode'],
      [{ legalId: '1' }, 'legalId'],
      [{ phone: 'x' }, 'phone'],
      [{ termsUrl: 'javascript:1' }, 'termsUrl'],
      [{ beneficialOwners: [] }, 'beneficialOwners'],
      [{ name: 'a\u0000b' }, 'name'],
      [{ name: { $ne: 1 } }, 'name'],
      [{ status: 'ACTIVE' }, 'status'],
      [{ email: 'other@coast.test' }, 'email'],
    ] as const) {
      const reply = await call('/submit', anApplication(token, wrong));
      assert.deepEqual([reply.status, reply.error.errors[0]!.field], [400, field], reply.text);
    }
    const bare = await insertApplication(server);
    const { error } = await call('/submit', anApplication(bare.token));
    assert.equal(error.errors[0]!.field, 'documents');
    assert.equal(await count('merchants'), merchants);
  });
});
