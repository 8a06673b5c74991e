import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What is installed, built or made by running, at any depth. */
const NOT_OURS = /^(node_modules|dist|data|\.git)$/;

/** The files of the repository in a folder of their own, on the packages that are installed here. */
export function copyOfTheRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'paydesk-copy-'));
  for (const entry of readdirSync(root).filter((name) => !NOT_OURS.test(name)))
    cpSync(join(root, entry), join(copy, entry), {
      recursive: true,
      filter: (path) => !NOT_OURS.test(basename(path)),
    });
  link(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const workspace of ['contract', 'server', 'web']) {
    const place = join(workspace === 'contract' ? 'packages' : 'apps', workspace);
    symlink(join(copy, place), join(copy, 'node_modules/@paydesk', workspace));
  }
  return copy;
}

/** Every package by a link, but our own and what the compiler remembers of them, which are the copy's. */
function link(from: string, to: string) {
  mkdirSync(join(to, '@paydesk'), { recursive: true });
  for (const name of readdirSync(from))
    if (name !== '@paydesk' && name !== '.cache') symlink(join(from, name), join(to, name));
  const cache = join(from, '.cache');
  mkdirSync(join(to, '.cache'));
  for (const name of existsSync(cache) ? readdirSync(cache) : [])
    if (name === 'types') cpSync(join(cache, name), join(to, '.cache', name), { recursive: true });
    else symlink(join(cache, name), join(to, '.cache', name));
}

function symlink(target: string, path: string) {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, process.platform === 'win32' ? 'junction' : undefined);
}
