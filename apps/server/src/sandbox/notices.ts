import { setTimeout as wait } from 'node:timers/promises';
import type { Disputes } from '../gateways/acquirer-sandbox/disputes.ts';
import { tell } from '../gateways/protocol/server.ts';

const LOOK_MS = 1000;

/** Sends what the acquirer has to say unasked, again and again until it is taken. */
export function sendNotices(
  disputes: Disputes,
  key: { keyId: string; secret: string },
  lookMs = LOOK_MS,
) {
  const ended = new AbortController();
  const { signal } = ended;
  async function send() {
    while (!signal.aborted) {
      const due = await disputes.due().catch(() => []);
      for (const { noticeTo, notice } of due)
        if (await tell(noticeTo, JSON.stringify(notice), key, signal))
          await disputes.taken(notice.noticeId).catch(() => {});
      await wait(lookMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }
  const over = send();
  return {
    stop(): Promise<void> {
      ended.abort();
      return over;
    },
  };
}
