import { setTimeout as sleep } from 'node:timers/promises';

export interface LiveEvent {
  id: string;
  event: string;
  data: {
    watch?: string;
    list?: string;
    new?: string[];
    changed?: string[];
    gone?: string[];
    many?: true;
  };
}

/** A line to `GET /api/events` over a socket, read as a browser reads it; open once it has said from where on it tells. */
export async function listen(
  url: string,
  token: string,
  { query = {}, last }: { query?: Record<string, string>; last?: string } = {},
) {
  const cut = new AbortController();
  const response = await fetch(`${url}/api/events?${String(new URLSearchParams(query))}`, {
    headers: { authorization: `Bearer ${token}`, ...(last && { 'last-event-id': last }) },
    signal: cut.signal,
  });
  const events: LiveEvent[] = [];
  let lastId = '';
  let ended = false;
  const begun = Promise.withResolvers<void>();
  const reading = (async () => {
    if (!response.ok) return;
    let text = '';
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      text += part;
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const fields = Object.fromEntries(
          block.split('\n').map((line) => {
            const [name = '', ...rest] = line.split(': ');
            return [name, rest.join(': ')];
          }),
        ) as Record<string, string>;
        lastId = fields['id'] ?? lastId;
        begun.resolve();
        if (fields['event'])
          events.push({
            id: lastId,
            event: fields['event'],
            data: JSON.parse(fields['data']!) as LiveEvent['data'],
          });
      }
    }
  })()
    .catch(() => {})
    .finally(() => {
      ended = true;
      begun.resolve();
    });
  await begun.promise;

  return {
    status: response.status,
    headers: response.headers,
    events,
    lastId: () => lastId,
    ended: () => ended,
    reading,
    /** The first that is so, as soon as it comes; undefined where none does in the time that there is for it. */
    async first(is: (event: LiveEvent) => unknown, ms = 20_000): Promise<LiveEvent | undefined> {
      const until = performance.now() + ms;
      for (;;) {
        const found = events.find(is);
        if (found || performance.now() > until) return found;
        await sleep(20);
      }
    },
    async close() {
      cut.abort();
      await reading;
    },
  };
}
