import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packAssets } from './pack.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What is built: the console, and the checkout beside it. */
const APPS = ['apps/web', 'apps/checkout'] as const;
type App = (typeof APPS)[number];

const dist = (app: App) => join(root, app, 'dist');

const sourcesOf = (app: App) => [
  `${app}/src/**/*`,
  `${app}/public/**/*`,
  `${app}/{index.html,vite.config.ts,codes.ts,package.json}`,
  'packages/contract/src/**/*',
  'package-lock.json',
  'scripts/{build,pack}.ts',
  // the screen What changed is made of the one, what a word means of the other
  ...(app === 'apps/web' ? ['CHANGELOG.md', 'docs/glossary.md'] : []),
];

/**
 * Builds each app whose sources are not those of its last build, and says whether it built one.
 * The version files are written anew where the history is: a commit can change without a source.
 */
export async function buildIfStale(options: { force?: boolean } = {}): Promise<boolean> {
  const built = await Promise.all(APPS.map((app) => build(app, options.force === true)));
  writeVersionFiles();
  return built.includes(true);
}

async function build(app: App, force: boolean): Promise<boolean> {
  if (!existsSync(join(root, app, 'index.html'))) throw new Error(`There is nothing in ${app}`);
  const stamp = join(dist(app), '.build-hash');
  const hash = sourceHash(app);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash && !force) return false;
  rmSync(stamp, { force: true });
  await vite(app);
  await packAssets(dist(app));
  writeFileSync(stamp, hash);
  return true;
}

function sourceHash(app: App): string {
  const digest = createHash('sha256');
  for (const file of globSync(sourcesOf(app), { cwd: root }).sort()) {
    const path = join(root, file);
    if (/\.test\.tsx?$/.test(file) || !statSync(path).isFile()) continue;
    digest.update(`${file}\n`).update(readFileSync(path));
  }
  return digest.digest('hex');
}

/** In a process of its own: the server starts meanwhile, and shares nothing with a bundler. */
async function vite(app: App): Promise<void> {
  const manifest = createRequire(join(root, 'apps/web/package.json')).resolve('vite/package.json');
  const program = join(dirname(manifest), 'bin/vite.js');
  const args = ['build', '--outDir', dist(app), '--emptyOutDir', '--logLevel', 'warn'];
  const child = spawn(process.execPath, [program, ...args], {
    cwd: join(root, app),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  if (code !== 0) throw new Error(`${app} does not build; see above`);
}

/** What the About page shows of this build; served as they are, to anyone. */
function writeVersionFiles(): void {
  const manifest = join(root, 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const git = spawnSync('git', ['log', '-1', '--format=%cI%n%H%n%s'], {
    cwd: root,
    encoding: 'utf8',
  });
  const folder = dist('apps/web');
  // a copy without its history, which may not be written to, keeps what its build has said
  if (git.status !== 0 && existsSync(join(folder, 'commit.json'))) return;
  const [committed, hash, message] = git.status === 0 ? git.stdout.trim().split('\n') : [];
  const date = (committed ? new Date(committed) : statSync(manifest).mtime).toISOString();
  const profiles = ['production'];
  const files = {
    // the server is of this build too: what it is, under both of its names
    'version.json': {
      date,
      version,
      profiles,
      remoteDate: date,
      remoteVersion: version,
      remoteActiveProfiles: profiles,
      activeProfiles: profiles,
    },
    'commit.json': { date, message: message ?? `Version ${version}`, hash: hash ?? null, profiles },
  };
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), `${JSON.stringify(content)}\n`);
  }
}

async function byHand(): Promise<void> {
  const started = performance.now();
  const built = await buildIfStale({ force: process.argv.includes('--force') });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(built ? `Built the web apps in ${seconds} s` : 'The web apps are up to date');
}

// not waited for: a test that stands on this is read by `require` (scripts/testing/together.ts)
if (process.argv[1] === fileURLToPath(import.meta.url))
  byHand().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
