import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { cleanHtml } from '../platform/html.ts';
import { insertAnnouncement } from '../seed/factories.ts';
import { testServer, type TestServer } from '../testing/server.ts';

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000);

describe('announcements', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  test('API-138, BD-19, SB-45 merchants get title and text of what is active and valid now, newest first', async () => {
    await server.pool.query('delete from announcements');
    const said = [
      { title: 'older', validFrom: at(-48), validTo: at(1) },
      { title: 'newer', validFrom: at(-1) },
    ];
    const silent = [
      { title: 'over', validFrom: at(-48), validTo: at(-1) },
      { title: 'still to come', validFrom: at(1) },
      { title: 'switched off', validFrom: at(-1), active: false },
      { title: 'of the back office', validFrom: at(-1), application: 'BACKOFFICE' as const },
      { title: 'of the app', validFrom: at(-1), application: 'PAYMENT_APP' as const },
    ];
    for (const given of [...said, ...silent])
      await insertAnnouncement(server.pool, { text: `<p>${given.title}</p>`, ...given });
    for (const email of ['owner@amber.test', 'operator@amber.test', 'owner@baltic.test']) {
      const { status, body } = await (await server.as(email)).call('GET /api/announcements');
      assert.equal(status, 200);
      assert.deepEqual(
        body.map(({ title, text }) => [title, text]),
        [
          ['newer', '<p>newer</p>'],
          ['older', '<p>older</p>'],
        ],
      );
    }
  });

  test('BD-16, RO-06, SB-45 staff is refused, and so is who has not signed in', async () => {
    for (const email of ['admin@paydesk.test', 'technical@paydesk.test'])
      assert.equal((await (await server.as(email)).call('GET /api/announcements')).status, 403);
    assert.equal((await server.anonymous.call('GET /api/announcements')).status, 401);
  });

  test('ST-10, SB-45 staff get all of them, said now or not, for whichever application; merchants do not', async () => {
    const given = {
      title: 'for the app, later',
      application: 'PAYMENT_APP',
      active: false,
    } as const;
    const { id } = await insertAnnouncement(server.pool, { ...given, validFrom: at(48) });
    const staff = await server.as('technical@paydesk.test');
    const { body } = await staff.call('GET /api/settings/announcements', {
      query: { size: '200' },
    });
    const stored = await server.all<{ id: string }>('select id from announcements');
    assert.deepEqual(body.content.map((row) => row.id).sort(), stored.map((row) => row.id).sort());
    const row = body.content.find((one) => one.id === id)!;
    assert.deepEqual([row.title, row.application, row.active], Object.values(given));
    const owner = await server.as('owner@amber.test');
    assert.equal((await owner.call('GET /api/settings/announcements')).status, 403);
  });

  test('SB-45 the database shows merchants nothing but what is said to them now', async () => {
    await insertAnnouncement(server.pool, { title: 'secret', application: 'BACKOFFICE' });
    await insertAnnouncement(server.pool, { title: 'draft', active: false });
    const owner = await server.as('owner@amber.test');
    const sight = { merchantId: await server.merchantId('Amber & Oak'), userId: owner.userId! };
    const titles = await server.database.transaction(sight, (tx) =>
      tx.selectFrom('announcements').select('title').execute(),
    );
    assert.ok(titles.length > 0);
    assert.ok(!titles.some(({ title }) => title === 'secret' || title === 'draft'));
  });
});

describe('HTML as it is written', () => {
  test('AM-46, SB-45 keeps what an announcement needs', () => {
    const text =
      '<p>A <strong>b</strong> <em>c</em> <a href="https://paydesk.test/x?y=1">d</a></p><ul><li>e</li></ul>';
    assert.equal(cleanHtml(text), text);
    assert.equal(
      cleanHtml('<a href="mailto:help@paydesk.test">e</a>'),
      '<a href="mailto:help@paydesk.test">e</a>',
    );
  });

  for (const [hostile, left] of [
    ['a<script>alert(1)</script>b', 'ab'],
    ['<SCRIPT SRC=//evil.test/x.js></SCRIPT>', ''],
    ['<scr<script>ipt>alert(1)</script>', 'ipt&gt;alert(1)'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<p onclick="alert(1)" onmouseover=alert(1)>x</p>', '<p>x</p>'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="JaVaScRiPt&colon;alert(1)">x</a>', '<a>x</a>'],
    ['<a href="java\tscript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href=" &#14; javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="data:text/html,<script>alert(1)</script>">x</a>', '<a>x</a>'],
    ['<a href="vbscript:x">x</a>', '<a>x</a>'],
    ['<a href="//evil.test">x</a>', '<a>x</a>'],
    ['<svg onload=alert(1)><script>alert(1)</script></svg>', ''],
    ['<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>', '<a>x</a>'],
    ['<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>', ''],
    ['<style>*{display:none}</style>x', 'x'],
    ['<p style="position:fixed;inset:0">x</p>', '<p>x</p>'],
    ['<form action="https://evil.test"><input name=password><button>x</button></form>', 'x'],
    ['<iframe src="https://evil.test"></iframe>', ''],
    ['<object data=x></object><embed src=x>', ''],
    [
      '<base href="https://evil.test/"><meta http-equiv=refresh content=0><link rel=stylesheet href=x>',
      '',
    ],
    ['<template><img src=x onerror=alert(1)></template>', ''],
    ['<p id="main" class="x" name="y">x</p>', '<p>x</p>'],
    ['<!--<img src=x onerror=alert(1)>-->x', 'x'],
  ] as const)
    test(`AM-46 takes the harm out of ${hostile}`, () => {
      assert.equal(cleanHtml(hostile), left);
    });
});
