import { measuredDatabase, startServer, STAFF_AND_LARGEST, tokenOf } from './server.ts';

/**
 * `npm run bench -- search [tries]` on the database of DATABASE_URL or DATA_DIR: what people type into Ctrl-K, each so
 * many times, by staff and by the largest merchant. Median and slowest over HTTP, as Markdown.
 */

const BAR_MS = 100;
const tries = Number(process.argv[3] ?? 10);
const database = await measuredDatabase();
const server = await startServer(database.url);

async function get<T>(path: string, token: string): Promise<T> {
  const reply = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } });
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
  return (await reply.json()) as T;
}

interface Payment {
  id: string;
  amount: number;
  date: string;
  cardPan: string | null;
  description: string;
  accountStatementReference: string | null;
}

interface Page {
  content: Payment[];
  totalElements: number;
}

/** What would be typed of this payment, and what has little to do with it. */
const typed = (one: Payment): string[] => [
  one.id,
  one.id.slice(-8),
  one.amount.toFixed(2),
  (one.cardPan ?? '').slice(-4),
  `${one.amount.toFixed(2)} ${(one.cardPan ?? '').slice(-4)}`,
  `${one.amount.toFixed(2)} ${one.date.slice(0, 10)}`,
  one.description,
  one.description.split(' ').at(-1)!,
  one.accountStatementReference ?? '',
  'Anna',
  'Anna Berg',
  'ana@',
  '+37120123456',
  'declined yesterday',
  'loan 3920',
  'order 4711',
  '123456',
  'lamp',
];

try {
  let [asked, missed] = [0, 0];
  console.log('| who | typed | found | ms: median | slowest |\n| --- | --- | --- | --- | --- |');
  for (const [who, email] of Object.entries(STAFF_AND_LARGEST)) {
    const token = await tokenOf(server.url, email);
    const { totalElements } = await get<Page>('/api/transactions', token);
    const middle = Math.floor(totalElements / 100);
    const { content } = await get<Page>(`/api/transactions?page=${middle}&size=50`, token);
    for (const words of new Set(typed(content.find(({ cardPan }) => cardPan !== null)!))) {
      if (!words) continue;
      const times: number[] = [];
      let found = 0;
      for (let nth = 0; nth < tries; nth++) {
        const began = performance.now();
        found = (await get<unknown[]>(`/api/search?q=${encodeURIComponent(words)}`, token)).length;
        times.push(performance.now() - began);
      }
      times.sort((a, b) => a - b);
      const [median, slowest] = [times[Math.floor(tries / 2)]!, times.at(-1)!];
      asked++;
      if (slowest > BAR_MS) missed++;
      const mark = slowest > BAR_MS ? '!' : '';
      console.log(
        `| ${who} | ${words} | ${found} | ${median.toFixed(0)} | ${slowest.toFixed(0)}${mark} |`,
      );
    }
  }
  console.log(`\n${asked} searches, ${missed} with one above ${BAR_MS} ms`);
} finally {
  await server.stop();
  await database.stop();
}
