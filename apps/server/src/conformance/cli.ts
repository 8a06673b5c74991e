import { parseArgs } from 'node:util';
import { ROLES, type Role } from '../gateways/protocol/messages.ts';
import { conform } from './cases.ts';
import { listenForAnswers } from './listener.ts';

/**
 * npm run conformance -- acquirer https://adapter.firm.test: tries an adapter in its test mode with every case of the protocol,
 * prints what fails and why, and ends with status 1 where something does.
 */

const USAGE = `Usage: CONFORMANCE_SECRET=… npm run conformance -- acquirer|institution|screening|identification URL
  --key NAME         under which calls are signed (the role)
  --listen HOST:PORT where late answers are sent to (127.0.0.1, a free port)
  --timeout MS       how long an answer may take (3000)
  --late SECONDS     how long a late one may take (60)`;

function asked() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      listen: { type: 'string', default: '127.0.0.1:0' },
      timeout: { type: 'string', default: '3000' },
      late: { type: 'string', default: '60' },
    },
  });
  const [role, url = '', ...more] = positionals;
  const secret = process.env['CONFORMANCE_SECRET'] ?? '';
  const [, host, port] = /^\[?(.+?)\]?:(\d+)$/.exec(values.listen) ?? [];
  const [timeoutMs, lateSeconds] = [Number(values.timeout), Number(values.late)];
  if (!(ROLES as readonly string[]).includes(role ?? '')) throw new Error('Which gateway?');
  if (more.length || !/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new Error('Where is it? Give its address');
  if (secret.length < 32) throw new Error('CONFORMANCE_SECRET must be set, and have 32 characters');
  if (!host || !(timeoutMs > 0) || !(lateSeconds > 0)) throw new Error('An option can’t be read');
  const keyId = values.key ?? role!;
  return {
    role: role as Role,
    url,
    secret,
    keyId,
    timeoutMs,
    lateSeconds,
    host,
    port: Number(port),
  };
}

try {
  const { host, port, ...tried } = asked();
  const answers = await listenForAnswers(tried.secret, { host, port });
  const found = await conform({ ...tried, answers });
  answers.close();
  for (const [name, why] of found)
    process.stdout.write(why === null ? `passes  ${name}\n` : `FAILS   ${name}: ${why}\n`);
  const failed = [...found.values()].filter((why) => why !== null).length;
  process.stdout.write(
    failed ? `${failed} of ${found.size} cases fail\n` : `All ${found.size} cases pass\n`,
  );
  process.exitCode = failed ? 1 : 0;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n${USAGE}\n`);
  process.exitCode = 2;
}
