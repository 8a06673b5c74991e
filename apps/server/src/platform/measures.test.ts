import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { testServer, type TestServer } from '../testing/server.ts';
import { writeNote } from './backup/note.ts';

const root = join(import.meta.dirname, '../../../..');
const RULES = join(root, 'deploy/alerts/paydesk.yml');
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');

/** What an expression of Prometheus reads: names of ours and of the process, without what a histogram adds. */
const metricsIn = (expression: string) =>
  [...expression.replaceAll(/\{[^}]*\}/g, '').matchAll(/\b(?:paydesk|nodejs|process)_\w+/g)].map(
    ([name]) => name,
  );

/** Of one series. */
const value = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1),
  );

describe('what is seen from outside', () => {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-metrics-'));
  let server: TestServer;
  const backup = join(folder, '2026-03-01T02-00-00Z');
  before(async () => {
    mkdirSync(backup);
    await writeNote(backup, {
      format: 1,
      kind: 'tables',
      createdDate: new Date(Date.now() - 3_600_000).toISOString(),
      paydesk: '0.2.0',
      postgres: '18',
      migration: '0001',
      keyFingerprint: '00',
      olderFingerprints: [],
      sealedKey: null,
      from: null,
      files: [],
    });
    server = await testServer({
      settings: {
        BACKUP_DIR: folder,
        // a replica that is away
        DATABASE_READ_URL: 'postgresql://127.0.0.1:1/paydesk',
      },
    });
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  const scrape = async () => {
    const { statusCode, payload } = await server.app.inject('/metrics');
    assert.equal(statusCode, 200);
    return payload;
  };

  test('what waits is told by queue and for ten merchants at most, with its age; gateways by what they said', async () => {
    await server.pool.query(`
      insert into outbox (id, kind, payload, merchant_id, created_date, due_date, attempts)
      select gen_random_uuid(), 'CALLBACK', '', id, now() - make_interval(hours => n::int), now() + interval '1 day', 1
      from (select id, row_number() over (order by id) as n from merchants limit 12) m`);
    await server.pool.query(`
      insert into task_runs (name, started_date, ended_date) values ('housekeeping', now() - interval '5 hours', now())
      on conflict (name) do update set started_date = excluded.started_date`);
    await server.services.acquirer.inquire(crypto.randomUUID());
    const text = await scrape();
    assert.equal(value(text, 'paydesk_queue_depth{queue="CALLBACK",state="failing"}'), 12);
    const oldest = value(text, 'paydesk_queue_oldest_seconds{queue="CALLBACK"}');
    assert.ok(Math.abs(oldest - 12 * 3600) < 60, String(oldest));
    const lanes = text
      .split('\n')
      .filter((line) => line.startsWith('paydesk_callback_lane_oldest_seconds{'));
    assert.equal(lanes.length, 10);
    assert.ok(
      lanes.every((line) => Number(line.split(' ').at(-1)) > 2 * 3600),
      'the oldest of all',
    );
    const calls =
      'paydesk_gateway_seconds_count{gateway="ACQUIRER",operation="inquire",outcome="declined"}';
    assert.equal(value(text, calls), 1);
    assert.equal(value(text, 'paydesk_database_up'), 1);
    assert.ok(value(text, 'paydesk_database_connections{state="used"}') > 0);
    // it is due once an hour
    const lag = value(text, 'paydesk_task_lag_seconds{task="housekeeping"}');
    assert.ok(Math.abs(lag - 4 * 3600) < 60, String(lag));
  });

  test('the newest backup is looked for once in a while, and not whenever somebody measures', async () => {
    for (const taken of [false, true]) {
      if (taken) rmSync(backup, { recursive: true });
      const seconds = value(await scrape(), 'paydesk_backup_age_seconds');
      assert.ok(seconds >= 3600 && seconds < 7200, String(seconds));
    }
  });

  const tell = (figures: unknown) =>
    server.app.inject({ method: 'POST', url: '/vitals', payload: figures as object });

  test('what browsers tell of screens is counted by screen and device; no other name becomes a label, and what is no figure nothing', async () => {
    const figure = { what: 'inp', screen: 'orders', device: 'phone', value: 180 };
    const shift = { ...figure, what: 'cls', value: 0.01 };
    const made = [figure, shift, { ...figure, screen: 'x'.repeat(300) }, { ...figure, screen: '' }];
    made.push({ ...figure, also: 'a label of its own' } as never);
    const { statusCode, payload } = await tell(made);
    assert.deepEqual([statusCode, payload], [204, '']);
    const text = await scrape();
    const series = [...text.matchAll(/^paydesk_screen_seconds_count\{(.+?)\} (\d+)$/gm)];
    const told = series.map(([, labels, count]) => `${labels} ${count}`);
    // this server has no build, so that it knows no screen
    assert.deepEqual(told, ['what="inp",screen="other",device="phone" 4']);
    assert.match(text, /^paydesk_screen_seconds_sum\{.+\} 0\.72/m);
    for (const wrong of [
      figure,
      [{ ...figure, what: 'name' }],
      [{ ...figure, device: 'watch' }],
      [{ ...figure, value: -1 }],
      [{ ...figure, value: 1e9 }],
      [{ ...figure, value: '180' }],
      [null],
      Array.from({ length: 41 }, () => figure),
    ])
      assert.equal((await tell(wrong)).statusCode, 400, JSON.stringify(wrong).slice(0, 80));
    assert.equal(await scrape().then((after) => after.includes('watch')), false);
    const many = await Promise.all(Array.from({ length: 130 }, () => tell([figure])));
    assert.ok(many.some(({ statusCode: one }) => one === 429));
  });

  test('each alert reads what /metrics has and has its page; so does each panel of the dashboard', async () => {
    // a histogram has no series before its first call
    await server.app.inject('/health/live');
    const text = await scrape();
    const known = new Set([...text.matchAll(/^([a-z_]\w*)(?=[ {])/gm)].map(([, name]) => name));
    const rules = read('deploy/alerts/paydesk.yml');
    const alerts = rules.split(/^ {6}- alert: /m).slice(1);
    assert.ok(alerts.length >= 14);
    const pages = read('docs/operations.md');
    for (const alert of alerts) {
      const name = alert.slice(0, alert.indexOf('\n'));
      const expression = /^ +expr: '(.+)'$/m.exec(alert)![1]!;
      const metrics = metricsIn(expression);
      assert.ok(metrics.length, name);
      for (const metric of metrics) assert.ok(known.has(metric), `${name}: no ${metric}`);
      const page = pages.split(`### ${name}\n\n`)[1]?.split('\n')[0] ?? '';
      assert.ok(page.length > 80, `${name} has no page`);
      assert.match(alert, new RegExp(`runbook: 'docs/operations.md#${name.toLowerCase()}'`));
    }
    const { panels } = JSON.parse(read('deploy/grafana/paydesk.json')) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    for (const { title, targets } of panels)
      for (const { expr } of targets)
        for (const metric of metricsIn(expr))
          assert.ok(known.has(metric), `${title}: no ${metric}`);
  });

  const cases = join(root, 'deploy/alerts/paydesk.test.yml');
  test('each alert has a case in which it comes', () => {
    const named = [...read('deploy/alerts/paydesk.yml').matchAll(/alert: (\w+)/g)];
    for (const [, name] of named) assert.ok(readFileSync(cases, 'utf8').includes(name!), name!);
  });

  test('promtool takes the rules, and each alert comes when it should, where it is installed', (t) => {
    for (const [what, file] of [
      ['check', RULES],
      ['test', cases],
    ]) {
      const run = spawnSync('promtool', [what!, 'rules', file!], { encoding: 'utf8' });
      if (run.error) return t.skip('promtool is not installed');
      assert.equal(run.status, 0, run.stdout + run.stderr);
    }
    return undefined;
  });
});
