import { Refusal } from './errors.ts';

/** One holds the row, one more has come as far as its lock: the row is never idle, and nobody else’s connections are. */
const AT_ONCE = 2;
/** Nothing was begun for who is sent away. */
const PATIENCE_MS = 30_000;
const RETRY = { 'retry-after': '5' };

interface Row {
  running: number;
  /** Who ends what was begun goes before who begins. */
  ends: (() => void)[];
  begins: (() => void)[];
}

/** What is done at a row in its turn: `ends` is what somebody began before. */
export type InTurn = <T>(
  id: string,
  work: () => Promise<T>,
  which: 'begins' | 'ends',
) => Promise<T>;

/**
 * Hundreds that want one row wait for it here, and not on the connections of the pool, where twenty of them held all
 * and everybody else's call, and what would have let go of the row, waited behind them. In the order in which they came.
 */
export function rowTurns({ atOnce = AT_ONCE, patienceMs = PATIENCE_MS } = {}): InTurn {
  const rows = new Map<string, Row>();

  async function turn(row: Row, which: 'begins' | 'ends'): Promise<void> {
    if (row.running < atOnce) {
      row.running++;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    row[which].push(resolve);
    // what was begun is ended, however long that takes
    if (which === 'ends') return promise;
    const timer = setTimeout(() => {
      row.begins.splice(row.begins.indexOf(resolve), 1);
      reject(new Refusal('UNAVAILABLE', [], RETRY));
    }, patienceMs);
    return promise.finally(() => clearTimeout(timer));
  }

  function over(id: string, row: Row): void {
    const next = row.ends.shift() ?? row.begins.shift();
    // the turn is handed on: nobody gets between
    if (next) next();
    else if (--row.running === 0) rows.delete(id);
  }

  return async (id, work, which) => {
    const row = rows.get(id) ?? { running: 0, ends: [], begins: [] };
    rows.set(id, row);
    await turn(row, which);
    try {
      return await work();
    } finally {
      over(id, row);
    }
  };
}
