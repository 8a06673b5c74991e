import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The tree of a commit in a folder of its own, with this tree's libraries: its own packages are its own. Which of the
 * libraries it was written for with another version stands in `others`.
 */
export function checkOut(root: string, commit: string) {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-checkout-'));
  const archive = execFileSync('git', ['archive', '--format=tar', commit], {
    cwd: root,
    maxBuffer: 1 << 30,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const [libraries, linked] = [root, folder].map((each) => join(each, 'node_modules'));
  mkdirSync(join(linked!, '@paydesk'), { recursive: true });
  for (const name of readdirSync(libraries!))
    if (name !== '@paydesk' && name !== '.cache')
      symlinkSync(join(libraries!, name), join(linked!, name));
  for (const name of readdirSync(join(libraries!, '@paydesk')))
    symlinkSync(readlinkSync(join(libraries!, '@paydesk', name)), join(linked!, '@paydesk', name));
  return { folder, drop: () => rmSync(folder, { recursive: true, force: true }) };
}
