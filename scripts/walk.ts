import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { insertPayment, refund } from '../apps/server/src/testing/money.ts';
import { testServer } from '../apps/server/src/testing/server.ts';

/**
 * `npm run walk`: what one refund goes through on the server, from the call to its answer: the files that run,
 * counted by the engine itself, and the statements that leave for PostgreSQL. In a checkout of an earlier
 * commit, with this file put into it, it counts that one.
 */

const root = fileURLToPath(new URL('../', import.meta.url));
const server = await testServer();
const merchantId = await server.merchantId('Amber & Oak');
const owner = await server.as('owner@amber.test');
// what is done once a process, such as compiling a schema, is no part of it
await refund(owner, await insertPayment(server, { merchantId, amountCents: 10_000n }), 1);
const id = await insertPayment(server, { merchantId, amountCents: 10_000n });

const statements: string[] = [];
const query = Client.prototype.query as (...given: unknown[]) => unknown;
Client.prototype.query = function (this: Client, ...given: unknown[]) {
  const [first] = given;
  const text = typeof first === 'string' ? first : (first as { text?: string } | null)?.text;
  if (text) statements.push(text.replaceAll(/\s+/g, ' ').trim());
  return query.apply(this, given);
} as typeof Client.prototype.query;

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
await session.post('Profiler.takePreciseCoverage');
const { status } = await refund(owner, id, 30.1);
const { result } = await session.post('Profiler.takePreciseCoverage');
const counted = [...statements];
session.disconnect();
await server.close();
if (status !== 200) throw new Error(`the refund was answered with ${status}`);

const files = result
  .filter(({ url, functions }) => url.startsWith('file:') && functions.some(ran))
  .map(({ url }) => relative(root, fileURLToPath(url)))
  .filter((path) => /^(apps\/server|packages\/contract)\/src\/(?!testing\/)/.test(path))
  .sort();
function ran({ ranges }: { ranges: { count: number }[] }) {
  return ranges.some(({ count }) => count > 0);
}
const rooms = Map.groupBy(files, (path) =>
  path
    .split('/')
    .slice(0, 4)
    .join('/')
    .replace(/\/[^/]+\.ts$/, ''),
);
if (process.argv.includes('--all')) console.log([...files, '', ...counted, ''].join('\n'));
for (const [room, of] of rooms) console.log(`${room}: ${of.length}`);
const own = counted.filter((text) => !/^(begin|commit|set |select set_config)/i.test(text));
console.log(
  `\n${files.length} files, ${counted.length} statements, ${own.length} without those that begin and end transactions`,
);
