import { Agent, request } from 'node:http';

export const AT_ONCE = 16;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

function ask(url: string, token?: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const call = request(url, { agent, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
      );
      answer.on('error', reject);
    });
    call.on('error', reject);
    call.end();
  });
}

async function serverCpu(base: string): Promise<number> {
  const { text } = await ask(`${base}/metrics`);
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
}

/** Sixteen callers for so many seconds: requests a second, CPU of the server, answers that were no 2xx. */
export async function overHttp(
  base: string,
  tokens: readonly string[],
  query: Record<string, string>,
  seconds: number,
) {
  const whole = { page: '0', size: '50', sort: 'createdDate,DESC', ...query };
  const url = `${base}/api/transactions?${new URLSearchParams(whole)}`;
  await ask(url, tokens[0]);
  const before = await serverCpu(base);
  const began = performance.now();
  let asked = 0;
  let wrong = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < began + seconds * 1000) {
        const { status } = await ask(url, tokens[asked++ % tokens.length]);
        if (status < 200 || status > 299) wrong++;
      }
    }),
  );
  const rate = (asked * 1000) / (performance.now() - began);
  return { rate, cpuMs: (((await serverCpu(base)) - before) * 1000) / asked, wrong };
}
