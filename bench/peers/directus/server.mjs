// Directus 12 on tables that are there; its own lie in a schema of theirs, made anew for each run.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { spawnSync } from 'node:child_process';
import pg from 'pg';

const { DATABASE_URL } = process.env;
const client = new pg.Client({ connectionString: DATABASE_URL });
await client.connect();
await client.query('drop schema if exists directus cascade; create schema directus');
await client.end();

const free = createServer().listen(0, '127.0.0.1');
await new Promise((done) => free.once('listening', done));
const { port } = free.address();
await new Promise((done) => free.close(done));
const env = {
  ...process.env,
  DB_CLIENT: 'pg',
  DB_CONNECTION_STRING: DATABASE_URL,
  DB_SEARCH_PATH: 'array:directus,public',
  SECRET: randomBytes(16).toString('hex'),
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: randomBytes(16).toString('hex'),
  ADMIN_TOKEN: 'bench-peers-directus',
  HOST: '127.0.0.1',
  PORT: String(port),
  LOG_LEVEL: 'error',
  TELEMETRY: 'false',
  // it is asked for as much as it can
  PRESSURE_LIMITER_ENABLED: 'false',
  QUERY_LIMIT_DEFAULT: '-1',
};
const cli = 'node_modules/directus/cli.js';
const made = spawnSync(process.execPath, [cli, 'bootstrap'], {
  env,
  stdio: ['ignore', 'ignore', 'inherit'],
});
if (made.status !== 0) process.exit(1);

Object.assign(process.env, env);
process.argv = [process.execPath, cli, 'start'];
// in this process, whose time is counted
await import(new URL(cli, import.meta.url));
const url = `http://127.0.0.1:${port}`;
const answers = () =>
  fetch(`${url}/server/ping`).then(
    ({ ok }) => ok,
    () => false,
  );
while (!(await answers())) await new Promise((done) => setTimeout(done, 100));
console.log(`ready at ${url}`);
