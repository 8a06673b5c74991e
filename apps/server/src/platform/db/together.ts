/** As many rows as one statement takes. */
const MOST = 100;

/**
 * Writes rows one statement after the other: those that come while one is on its way go together in the next, so
 * that a hundred at once are two statements and one alone waits for nobody. Each is told when its own is written;
 * what a row can't be written for is no other's: they are tried one by one then.
 */
export function together<R>(
  write: (rows: readonly R[]) => Promise<unknown>,
): (row: R) => Promise<void> {
  interface Waiting {
    row: R;
    done(): void;
    failed(error: unknown): void;
  }
  let waiting: Waiting[] = [];
  let writing = false;

  async function writeAll(some: readonly Waiting[]): Promise<void> {
    try {
      await write(some.map(({ row }) => row));
      for (const { done } of some) done();
    } catch (error) {
      if (some.length > 1) for (const one of some) await writeAll([one]);
      else some[0]!.failed(error);
    }
  }

  async function work(): Promise<void> {
    writing = true;
    while (waiting.length) {
      const some = waiting.slice(0, MOST);
      waiting = waiting.slice(MOST);
      await writeAll(some);
    }
    writing = false;
  }

  return (row) =>
    new Promise((done, failed) => {
      waiting.push({ row, done, failed });
      if (!writing) work().catch(failed);
    });
}
