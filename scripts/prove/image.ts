import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../apps/server/src/platform/db/embedded/address.ts';
import { root } from '../repo/sources.ts';

/**
 * npm run prove -- image: the steps of the Dockerfile one by one, each stage in a root of its own that
 * has this machine's programs in place of the base image's, then what it starts: read-only, not as root,
 * until its health check says that it is ready. Needs Linux, root and unshare.
 */
interface Stage {
  root: string;
  workdir: string;
  env: Record<string, string>;
  user: string;
  health?: string[];
  start?: string[];
}

/** What a base image brings, of this machine; its settings are a copy, which a stage may change. */
const BASE = ['usr', 'proc', 'dev'];
const READY_SECONDS = 180;

export async function image(): Promise<boolean> {
  const home = mkdtempSync(join(tmpdir(), 'paydesk-image-'));
  const stages = new Map<string, Stage>();
  try {
    let stage: Stage | undefined;
    for (const [word, rest] of steps()) {
      console.log(`${word} ${rest}`);
      if (word === 'FROM') {
        const name = / AS (\w+)/.exec(rest)?.[1] ?? 'image';
        stages.set(name, (stage = emptyStage(join(home, name))));
      } else step(stage!, stages, word, rest);
    }
    return await serves(stage!);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** `RUN`, `npm ci`: comments gone, lines that go on put together. */
function steps(): [string, string][] {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '');
  return [...text.matchAll(/^([A-Z]+) (.*)$/gm)].map(([, word, rest]) => [word!, rest!]);
}

function emptyStage(folder: string): Stage {
  for (const name of [...BASE, 'tmp', 'root']) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['bin', 'sbin', 'lib', 'lib64'])
    symlinkSync(`usr/${name}`, join(folder, name));
  execFileSync('cp', ['-a', '/etc', folder]);
  return { root: folder, workdir: '/', env: {}, user: '0:0' };
}

function step(stage: Stage, stages: Map<string, Stage>, word: string, rest: string): void {
  const words = rest.split(' ');
  switch (word) {
    case 'WORKDIR':
      mkdirSync(join(stage.root, rest), { recursive: true });
      stage.workdir = rest;
      break;
    case 'ENV':
      for (const [, name, value] of rest.matchAll(/(\w+)=(\S*)/g)) stage.env[name!] = value!;
      break;
    case 'COPY':
      copy(stage, stages, words);
      break;
    case 'RUN':
      if (within(stage, ['/bin/sh', '-c', rest]).status !== 0) throw new Error(`${rest} failed`);
      break;
    case 'USER':
      stage.user = rest;
      break;
    case 'HEALTHCHECK':
      stage.health = JSON.parse(/CMD (\[.*\])/.exec(rest)![1]!) as string[];
      break;
    case 'CMD':
      stage.start = JSON.parse(rest) as string[];
      break;
    case 'VOLUME':
    case 'EXPOSE':
    case 'STOPSIGNAL':
      break;
    default:
      throw new Error(`${word} is not known here`);
  }
}

function copy(stage: Stage, stages: Map<string, Stage>, words: string[]): void {
  const to = join(stage.root, stage.workdir);
  const from = /^--from=(\w+)$/.exec(words[0]!)?.[1];
  if (from) {
    const of = join(stages.get(from)!.root, words[1]!);
    execFileSync('cp', ['-a', `${of}/.`, join(stage.root, words[2]!)]);
    return;
  }
  // what is in the tree as it was committed; the history is not in an image
  const left = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n');
  const files = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 1 << 28 });
  const but = left.flatMap((name) => ['--exclude', name.replace('**/', '')]);
  execFileSync('tar', ['-x', '-C', to, ...but], { input: files });
}

/** The root's programs are this machine's, read-only; where it is started the stage is, too. */
const shell = (stage: Stage, readOnly: boolean) => `set -e
mount --bind "$ROOT" "$ROOT"; cd "$ROOT"
for part in ${BASE.join(' ')}; do mount --rbind /$part $part; done
mount -t tmpfs tmpfs tmp; chmod 1777 tmp
${readOnly ? 'mount --bind data data 2>/dev/null; mount -o remount,bind,ro . && mount -o remount,bind,rw data' : 'mount --rbind /root root'}
exec chroot --userspec=${readOnly ? stage.user : '0:0'} . /bin/sh -c 'cd ${stage.workdir} && exec "$@"' sh "$@"`;

const command = (stage: Stage, args: string[], readOnly = false): [string, string[], object] => [
  'unshare',
  ['--mount', '--', 'bash', '-c', shell(stage, readOnly), 'sh', ...args],
  {
    env: { ...process.env, ...stage.env, ROOT: stage.root, HOME: readOnly ? '/data' : '/root' },
    stdio: 'inherit',
  },
];

const within = (stage: Stage, args: string[], readOnly = false) =>
  spawnSync(...command(stage, args, readOnly));

async function serves(stage: Stage): Promise<boolean> {
  chownSync(join(stage.root, 'data'), ...(stage.user.split(':').map(Number) as [number, number]));
  Object.assign(stage.env, { HOST: '127.0.0.1', PORT: String(await freePort()), SHOP_PORT: '0' });
  console.log('started read-only, as', stage.user);
  const child = spawn(...command(stage, stage.start!, true));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const started = performance.now();
  let ready = false;
  while (!ready && child.exitCode === null && performance.now() - started < READY_SECONDS * 1000) {
    await wait(1000);
    ready = within(stage, stage.health!, true).status === 0;
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(ready ? `healthy after ${seconds} s` : `not healthy after ${seconds} s`);
  child.kill('SIGTERM');
  const code = await ended;
  console.log(`SIGTERM: ended with ${code}`);
  return ready && code === 0;
}
