// Runs on the Node that runs npm, so this one file is JavaScript, and old.
//
// Each platform's Node package brings a program named `node`. npm 10, which comes with Node 20,
// removes the link node_modules/.bin/node along with the packages of the other platforms; npm 11
// keeps it. Every script of ours relies on it, so it is put back here after an installation.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url));
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const onWindows = process.platform === 'win32';
const name = Object.keys(manifest.optionalDependencies)
  .filter((each) => each.startsWith('node-') && existsSync(`${modules}${each}/bin`))
  .find((each) => runs(`${modules}${each}/bin/node`));

if (name === undefined) {
  console.error(`npm brought no Node for ${process.platform} on ${process.arch}; see package.json`);
  process.exit(Number(process.versions.node.split('.')[0]) >= 26 ? 0 : 1);
}

const link = `${modules}.bin/node${onWindows ? '.cmd' : ''}`;
if (!existsSync(link)) {
  mkdirSync(`${modules}.bin`, { recursive: true });
  rmSync(link, { force: true });
  if (onWindows) writeFileSync(link, `@"%~dp0\\..\\${name}\\bin\\node.exe" %*\r\n`);
  else symlinkSync(`../${name}/bin/node`, link);
}

/** @param {string} program */
function runs(program) {
  return spawnSync(onWindows ? `${program}.exe` : program, ['--version']).status === 0;
}
