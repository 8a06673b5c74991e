import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { root } from './repo/sources.ts';

interface Service {
  read_only?: boolean;
  cap_drop?: string[];
  environment?: Record<string, string>;
  ports?: string[];
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const servicesOf = (name: string) =>
  (parse(read(`deploy/compose/${name}.yml`)) as { services: Record<string, Service> }).services;

/** What a person fills in, in the shapes that they are told to. */
const FILLED: Record<string, string> = {
  DOMAIN: 'desk.example.com',
  DATABASE_PASSWORD: 'a1b2c3d4e5f6',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  BACKUP_PASSPHRASE: 'twelve characters at least',
};

/** `${NAME:-otherwise}`, `${NAME:?}`: as compose reads them. */
const filled = (value: string, with_: Record<string, string>) =>
  value.replace(/\$\{(\w+)(?::-([^}]*)|:\?)\}/g, (_, name: string, otherwise?: string) => {
    const given = with_[name] ?? otherwise;
    assert.ok(given !== undefined, `${name} is asked for and in no example`);
    return given;
  });

describe('what Paydesk is shipped with', () => {
  test('an image that is not root, says how it is, and is the start of README', () => {
    const [, last = ''] = read('Dockerfile').split(/^FROM .*slim$/m);
    assert.match(last, /^USER 10001:10001$/m);
    assert.match(last, /^HEALTHCHECK [^]*\/health\/ready/m);
    assert.match(last, /^CMD \["node_modules\/\.bin\/node", "scripts\/start\.ts"\]$/m);
  });

  test('both compose files start a server by settings that it knows, without rights or a place to write', () => {
    for (const name of ['light', 'production']) {
      const { paydesk } = servicesOf(name);
      assert.equal(paydesk!.read_only, true, name);
      assert.deepEqual(paydesk!.cap_drop, ['ALL'], name);
      const given = Object.entries(paydesk!.environment!).map(([setting, value]) => [
        setting,
        filled(value, FILLED),
      ]);
      const config = readConfig(Object.fromEntries(given) as Record<string, string>);
      for (const [setting] of given)
        assert.ok(Object.hasOwn(config, setting!), `${name}: ${setting}`);
    }
    const production = servicesOf('production');
    assert.equal(
      production['paydesk']!.ports,
      undefined,
      'the proxy alone is reached from outside',
    );
    const example = read('deploy/compose/production.env.example').match(/^\w+(?==)/gm);
    assert.deepEqual(example?.toSorted(), Object.keys(FILLED).toSorted());
    for (const port of servicesOf('light')['paydesk']!.ports!) assert.match(port, /^127\.0\.0\.1:/);
  });

  test('a unit that systemd takes, and finds little to hold against', (t) => {
    const unit = 'deploy/systemd/paydesk.service';
    const run = (...args: string[]) =>
      spawnSync('systemd-analyze', [...args, unit], { cwd: root, encoding: 'utf8' });
    const verified = run('verify');
    if (verified.error) return t.skip('systemd-analyze is not installed');
    const complaints = verified.stderr
      .split('\n')
      // Paydesk is not installed in /opt where this runs
      .filter((line) => line.includes(unit.split('/').at(-1)!) && !/is not executable/.test(line));
    assert.deepEqual(complaints, []);
    const rated = run('security', '--offline=true', '--threshold=20');
    return assert.equal(rated.status, 0, rated.stdout.split('\n').slice(-3).join('\n'));
  });
});
