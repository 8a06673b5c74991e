import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** `npm run pictures [-- --check] [-- --only=widget,login]`: see e2e/pictures.ts. */
const given = process.argv.slice(2);
const [only] = given.flatMap((one) => (one.startsWith('--only=') ? [one.slice(7)] : []));
if (given.some((one) => one !== '--check' && !/^--only=[\w,-]+$/.test(one))) {
  console.error('Usage: npm run pictures [-- --check] [-- --only=ROUTE,ROUTE]');
  process.exit(2);
}
const test = fileURLToPath(new URL('test.ts', import.meta.url));
const child = spawn(process.execPath, [test, 'e2e', '--config', 'e2e/pictures.config.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PICTURES: given.includes('--check') ? 'check' : 'take',
    ...(only && { PICTURES_ONLY: only }),
  },
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
