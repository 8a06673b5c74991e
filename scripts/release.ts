import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkOut } from './testing/checkout.ts';

/**
 * npm run release -- 0.2.0 gives what is unreleased that version: in every package.json, in the lock and
 * in the changelog; look at it, commit it and tag it. npm run release -- pack [DIR] then makes of the
 * commit what is handed out: the tree, what it is made of (CycloneDX), what is new, and their SHA-256.
 *
 * The first of these also leaves releases/VERSION, from which later ones are tried (ADR 148);
 * npm run release -- leave VERSION COMMIT does it for one that was cut afterwards.
 */

const MANIFESTS = ['package.json', '{apps,packages}/*/package.json'];
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;
const UNRELEASED = '## Unreleased\n';

interface Manifest {
  version: string;
  dependencies?: Record<string, string>;
}

const read = (root: string, path: string) => readFileSync(join(root, path), 'utf8');
const versionOf = (root: string) => (JSON.parse(read(root, 'package.json')) as Manifest).version;
const numbers = (version: string) => VERSION.exec(version)!.slice(1).map(Number);

/** The text under a heading of the changelog, up to the next version's. */
function notesOf(changelog: string, heading: string): string {
  const [, after = ''] = changelog.split(`${heading}`);
  return after.split(/^## /m)[0]!.trim();
}

/** Writes the version down wherever it stands; refused where it is not the next, or nothing is new. */
export function raise(root: string, version: string, today: string): void {
  const before = versionOf(root);
  const [is, was] = [VERSION.test(version) ? numbers(version) : null, numbers(before)];
  const step = is?.map((number, at) => number - was[at]!).find((difference) => difference !== 0);
  if (!is || step === undefined || step < 0)
    throw new Error(`${version} is no version after ${before}`);
  const changelog = read(root, 'CHANGELOG.md');
  if (!notesOf(changelog, UNRELEASED))
    throw new Error('CHANGELOG.md says of nothing that is unreleased');
  for (const path of [...globSync(MANIFESTS, { cwd: root }), 'package-lock.json'])
    writeFileSync(join(root, path), raised(read(root, path), before, version));
  for (const path of globSync('deploy/helm/*/{Chart,values}.yaml', { cwd: root }))
    writeFileSync(join(root, path), raisedChart(read(root, path), version));
  writeFileSync(
    join(root, 'CHANGELOG.md'),
    changelog.replace(UNRELEASED, `${UNRELEASED}\n## ${version} (${today})\n`),
  );
}

/** Of our own packages alone: others may have the same number. */
function raised(text: string, before: string, version: string): string {
  const from = before.replaceAll('.', String.raw`\.`);
  return text
    .replace(
      new RegExp(String.raw`("name": "(?:@paydesk/\w+|paydesk)",\s*"version": ")${from}"`, 'g'),
      `$1${version}"`,
    )
    .replace(new RegExp(String.raw`("@paydesk/\w+": ")${from}"`, 'g'), `$1${version}"`);
}

/** The chart has the number of what it installs. */
const raisedChart = (text: string, version: string) =>
  text.replace(/^(version|appVersion| {2}tag): .*$/gm, `$1: ${version}`);

/** What is handed out of the commit that stands; the tree must have nothing beside it. */
export function pack(root: string, folder: string, madeOf = materials(root)): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  if (git('status', '--porcelain')) throw new Error('The tree has changes that are not committed');
  const version = versionOf(root);
  const changelog = read(root, 'CHANGELOG.md');
  const heading = /^## .*$/gm;
  const released = changelog.match(heading)?.find((line) => line.startsWith(`## ${version} `));
  if (!released) throw new Error(`CHANGELOG.md has no ${version}: npm run release -- ${version}`);
  mkdirSync(folder, { recursive: true });
  const name = `paydesk-${version}`;
  const archive = join(folder, `${name}.tar.gz`);
  git('archive', '--format=tar.gz', `--prefix=${name}/`, '-o', archive, 'HEAD');
  writeFileSync(join(folder, `${name}.sbom.json`), madeOf);
  writeFileSync(join(folder, `${name}.md`), `${notesOf(changelog, released)}\n`);
  const files = ['tar.gz', 'sbom.json', 'md'].map((kind) => `${name}.${kind}`);
  const sums = files.map((file) => {
    const bytes = readFileSync(join(folder, file));
    return `${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`;
  });
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  return [...files, 'SHA256SUMS'];
}

/** What runs in production, by the lock: CycloneDX, as npm knows it. */
export const materials = (root: string): string =>
  execFileSync(
    'npm',
    [
      'sbom',
      '--sbom-format=cyclonedx',
      '--sbom-type=application',
      '--omit=dev',
      '--package-lock-only',
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 },
  );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const [what, given, commit] = process.argv.slice(2);
  const folder = given ?? join(root, 'release');
  try {
    if (what === 'sbom') process.stdout.write(materials(root));
    else if (what === 'pack') console.log(pack(root, folder).join('\n'));
    else if (what === 'leave' && given && commit) {
      const { folder: tree, drop } = checkOut(root, commit);
      const { leave } = await import('./releases.ts');
      console.log(await leave(root, given, { tree, commit }).finally(drop));
    } else if (what) {
      raise(root, what, new Date().toISOString().slice(0, 10));
      const { leave } = await import('./releases.ts');
      await leave(root, what);
      console.log(
        `Now ${what}. Next: git add releases, git commit -am 'Version ${what}', git tag v${what}, npm run release -- pack`,
      );
    } else throw new Error('Usage: npm run release -- VERSION | pack [DIR] | leave VERSION COMMIT');
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
