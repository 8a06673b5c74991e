import { setTimeout as wait } from 'node:timers/promises';

const TRIES = 6;

/**
 * Whether it was ended for what others did at that moment: they waited in a circle, or changed or dropped a role,
 * which is of all databases of the server. The same may be done once more.
 */
export const endedByOthers = ({ code, message }: { code?: string; message: string }): boolean =>
  code === '40P01' || /^(tuple concurrently updated|invalid role OID: \d+)$/.test(message);

/**
 * A transaction, done anew where PostgreSQL ended it because others waited for it in a circle: nothing of it
 * stands then. For what locks many rows in an order that others can't know, and leaves no trace outside.
 */
export async function withoutDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left--)
    try {
      return await work();
    } catch (error) {
      if (!endedByOthers(error as Error & { code?: string }) || left === 1) throw error;
      // whoever was in the circle does not meet it again at the same moment
      await wait(Math.random() * 50 * (TRIES - left + 1));
    }
}
