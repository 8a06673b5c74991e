import { spawn } from 'node:child_process';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { surroundings } from '../platform/db/testing/surroundings.ts';
import { TEST_KEY } from './encryption.ts';

const MAIN = new URL('../main.ts', import.meta.url).href;

export type Process = Awaited<ReturnType<typeof startProcess>>;

/** A server in a process of its own, as `npm start` runs it; ready when this resolves. */
export async function startProcess(
  databaseUrl: string,
  {
    settings = {},
    callsAMinute,
    main = MAIN,
  }: { settings?: Record<string, string>; callsAMinute?: number; main?: string } = {},
) {
  const options = JSON.stringify({ callsAMinute });
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', `(await import('${main}')).main(${options})`],
    {
      env: {
        PATH: process.env['PATH'],
        ...surroundings(),
        LOG_LEVEL: 'warn',
        DRAIN_SECONDS: '2',
        // whom a test's call comes from stands in its header
        TRUST_PROXY: '127.0.0.1',
        ENCRYPTION_KEY: TEST_KEY,
        PORT: '0',
        ...settings,
        DATABASE_URL: databaseUrl,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const ready = /ready at (http:\S+)/.exec(said)?.[1];
      if (ready) resolve(ready);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    void ended.then((code) => reject(new Error(`ended with ${code}:\n${said}`)));
  });
  return {
    url,
    said: () => said,
    ended,
    signal: (name: NodeJS.Signals) => child.kill(name),
    /** Its exit code, once it has ended. */
    async stop(name: NodeJS.Signals = 'SIGTERM') {
      child.kill(name);
      return ended;
    },
  };
}

export interface Sent {
  method?: 'GET' | 'POST' | 'PUT';
  token?: string | null;
  headers?: Record<string, string>;
  body?: object;
  /** The address that the call is forwarded for. */
  from?: string;
}

/** The answer as soon as its head is there. Fails as the connection fails, and never tries again. */
export function open(url: string, sent: Sent = {}, agent?: Agent): Promise<IncomingMessage> {
  const { method = 'GET', token, headers = {}, body, from } = sent;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method,
      ...(agent && { agent }),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...(from && { 'x-forwarded-for': from }),
        ...headers,
      },
    });
    outgoing.on('response', resolve).on('error', reject);
    outgoing.end(body && JSON.stringify(body));
  });
}

/** Fails if the answer is cut: what arrived of it is no answer. */
export async function whole(answer: IncomingMessage) {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  if (!answer.complete) throw new Error('The answer is cut');
  return {
    status: answer.statusCode!,
    headers: answer.headers,
    text: Buffer.concat(parts).toString(),
  };
}

export const call = async (url: string, sent?: Sent, agent?: Agent) =>
  whole(await open(url, sent, agent));

const POLL_MS = 100;

/**
 * Sends each call to the next server that says it is ready, on connections that it keeps. It tries
 * none twice, not even one that was refused: a server that stops leaves it the time to see that.
 */
export function startBalancer() {
  const servers = new Map<string, { agent: Agent; ready: boolean; looking: Promise<void> }>();
  let turn = 0;

  async function look(url: string) {
    for (let server = servers.get(url); server; server = servers.get(url)) {
      server.ready = await call(`${url}/health/ready`).then(
        ({ status }) => status === 200,
        () => false,
      );
      await sleep(POLL_MS);
    }
  }

  async function send(path: string, sent: Sent) {
    const ready = [...servers].filter(([, server]) => server.ready);
    if (!ready.length) throw new Error('No server is ready');
    const [url, server] = ready[turn++ % ready.length]!;
    return call(url + path, sent, server.agent);
  }

  async function remove(url: string) {
    const server = servers.get(url);
    servers.delete(url);
    await server?.looking;
    server?.agent.destroy();
  }

  return {
    send,
    remove,
    close: async () => void (await Promise.all([...servers.keys()].map(remove))),
    async add(url: string) {
      const server = {
        agent: new Agent({ keepAlive: true }),
        ready: false,
        looking: Promise.resolve(),
      };
      servers.set(url, server);
      server.looking = look(url);
      while (!server.ready && servers.has(url)) await sleep(POLL_MS / 10);
    },
  };
}
