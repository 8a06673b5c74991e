import { setTimeout as wait } from 'node:timers/promises';
import { tell } from '../gateways/protocol/server.ts';

const LOOK_MS = 1000;

/** What somebody has to say unasked, and that it was heard. */
interface Notices {
  due(): Promise<{ noticeTo: string; notice: { noticeId: string } }[]>;
  taken(noticeId: string): Promise<unknown>;
}

/** Sends it, again and again until it is taken. */
export function sendNotices(
  notices: Notices,
  key: { keyId: string; secret: string },
  lookMs = LOOK_MS,
) {
  const ended = new AbortController();
  const { signal } = ended;
  async function send() {
    while (!signal.aborted) {
      const due = await notices.due().catch(() => []);
      for (const { noticeTo, notice } of due)
        if (await tell(noticeTo, JSON.stringify(notice), key, signal))
          await notices.taken(notice.noticeId).catch(() => {});
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
