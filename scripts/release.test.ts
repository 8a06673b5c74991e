import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { releases, wrongRelease } from '../apps/server/src/platform/db/testing/releases.ts';
import { root } from './repo/sources.ts';
import { materials, pack, raise } from './release.ts';

const CHART = 'deploy/helm/paydesk';

describe('a release', () => {
  let tree: string;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@paydesk.test', ...args], {
      cwd: tree,
      encoding: 'utf8',
    });
  const said = (path: string) => readFileSync(join(tree, path), 'utf8');
  const write = (path: string, text: string) => writeFileSync(join(tree, path), text);
  before(() => {
    tree = mkdtempSync(join(tmpdir(), 'paydesk-release-'));
    mkdirSync(join(tree, 'apps/server'), { recursive: true });
    mkdirSync(join(tree, CHART), { recursive: true });
    for (const name of ['Chart.yaml', 'values.yaml'])
      write(join(CHART, name), readFileSync(join(root, CHART, name), 'utf8'));
    // whatever the version is
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    for (const path of ['package.json', 'apps/server/package.json', 'package-lock.json'])
      write(
        path,
        readFileSync(join(root, path), 'utf8').replace(
          new RegExp(
            `("name": "(?:@paydesk/\\w+|paydesk)",\\s*"version": "|"@paydesk/\\w+": ")${version}"`,
            'g',
          ),
          (_, before: string) => `${before}0.1.0"`,
        ),
      );
    write(
      'CHANGELOG.md',
      '# Changelog\n\n## Unreleased\n\n- Refunds.\n\n## 0.1.0 (2026-01-01)\n\n- All.\n',
    );
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'All of it');
  });
  after(() => rmSync(tree, { recursive: true, force: true }));

  test('is the next version, of what the changelog says is new, in each of our packages and in no other', () => {
    for (const version of ['0.1.0', '0.0.9', '1', 'v0.2.0', '0.2'])
      assert.throws(() => raise(tree, version, '2026-02-03'), /is no version after 0\.1\.0/);
    const others = (said('package-lock.json').match(/"version": "0\.1\.0"/g) ?? []).length;
    raise(tree, '0.2.0', '2026-02-03');
    assert.equal(JSON.parse(said('package.json')).version, '0.2.0');
    assert.equal(JSON.parse(said('apps/server/package.json')).version, '0.2.0');
    assert.equal(
      JSON.parse(said('apps/server/package.json')).dependencies['@paydesk/contract'],
      '0.2.0',
    );
    assert.match(said(join(CHART, 'Chart.yaml')), /^version: 0\.2\.0\nappVersion: 0\.2\.0$/m);
    assert.match(said(join(CHART, 'values.yaml')), /^ {2}tag: 0\.2\.0$/m);
    const lock = JSON.parse(said('package-lock.json')) as {
      packages: Record<string, { version: string; dependencies?: Record<string, string> }>;
    };
    for (const path of ['', 'apps/server', 'packages/contract'])
      assert.equal(lock.packages[path]!.version, '0.2.0', path);
    const left = (said('package-lock.json').match(/"version": "0\.1\.0"/g) ?? []).length;
    assert.equal(others - left, 7, 'the lock, its root and five workspaces');
    assert.match(said('CHANGELOG.md'), /## Unreleased\n\n## 0\.2\.0 \(2026-02-03\)\n\n- Refunds\./);
    assert.throws(() => raise(tree, '0.3.0', '2026-02-04'), /nothing that is unreleased/);
  });

  test('is packed of a commit alone, with what it is made of, what is new, and sums that hold', () => {
    const out = mkdtempSync(join(tmpdir(), 'paydesk-release-out-'));
    try {
      assert.throws(() => pack(tree, out, '{}'), /not committed/);
      git('commit', '-qam', 'Version 0.2.0');
      const files = pack(tree, out, '{}');
      assert.deepEqual(files, [
        'paydesk-0.2.0.tar.gz',
        'paydesk-0.2.0.sbom.json',
        'paydesk-0.2.0.md',
        'SHA256SUMS',
      ]);
      const [sum, name] = readFileSync(join(out, 'SHA256SUMS'), 'utf8').split(/\s+/);
      const bytes = readFileSync(join(out, name!));
      assert.equal(sum, createHash('sha256').update(bytes).digest('hex'));
      assert.equal(readFileSync(join(out, 'paydesk-0.2.0.md'), 'utf8'), '- Refunds.\n');
      const listed = execFileSync('tar', ['-tzf', join(out, name!)], { encoding: 'utf8' });
      assert.ok(listed.includes('paydesk-0.2.0/package-lock.json\n'));
    } finally {
      rmSync(out, { recursive: true, force: true });
    }
  });

  test('is made of what runs in production, by the lock', () => {
    const { bomFormat, components } = JSON.parse(materials(root)) as {
      bomFormat: string;
      components: { name: string; version: string; purl: string }[];
    };
    assert.equal(bomFormat, 'CycloneDX');
    const fastify = components.find(({ name }) => name === 'fastify')!;
    assert.equal(fastify.purl, `pkg:npm/fastify@${fastify.version}`);
    assert.ok(components.length > 50);
    assert.ok(!components.some(({ name }) => name === 'oxlint'), 'no tools of ours');
  });

  test('leaves its schema and a few rows in the tree, of migrations that today’s begin with, and the changelog tells of it', () => {
    const told = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').matchAll(/^## (\d[\d.]+)/gm);
    const versions = releases().map(({ version }) => version);
    assert.deepEqual(
      versions.toReversed(),
      [...told].map(([, version]) => version),
    );
    assert.deepEqual(releases().flatMap(wrongRelease), []);
  });
});
