import { setTimeout as wait } from 'node:timers/promises';

const DEADLOCK = '40P01';
const TRIES = 6;

/**
 * A transaction, done anew where PostgreSQL ended it because others waited for it in a circle: nothing of it
 * stands then. For what locks many rows in an order that others can't know, and leaves no trace outside.
 */
export async function withoutDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left--)
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK || left === 1) throw error;
      // whoever was in the circle does not meet it again at the same moment
      await wait(Math.random() * 50 * (TRIES - left + 1));
    }
}
