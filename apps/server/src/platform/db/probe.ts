import { inTime } from '@paydesk/contract/kernel/in-time.ts';
import pg from 'pg';
import { cutOff } from './connection.ts';

/** One connection apart from the pools, to find out whether the database answers. */
export interface Probe {
  /** The rows, or a failure at the latest after so many milliseconds. */
  ask<T extends pg.QueryResultRow>(text: string, values: unknown[], withinMs: number): Promise<T[]>;
  /** Whether it answers anything. */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}

const ANSWER_MS = 2500;

export function openProbe(settings: pg.ClientConfig): Probe {
  let held: { client: pg.Client; connected: Promise<unknown> } | undefined;
  // one question after the other: a connection has one answer at a time
  let last: Promise<unknown> = Promise.resolve();

  function drop(client: pg.Client) {
    if (held?.client === client) held = undefined;
    cutOff(client);
  }

  function open() {
    const client = new pg.Client(settings);
    client.on('error', () => drop(client));
    return { client, connected: client.connect() };
  }

  async function ask<T extends pg.QueryResultRow>(
    text: string,
    values: unknown[],
    withinMs: number,
  ): Promise<T[]> {
    const { client, connected } = (held ??= open());
    const answer = connected.then(() => client.query<T>(text, values));
    const tooLate = () => {
      throw new Error(`Connection terminated: no answer in ${withinMs} ms`);
    };
    try {
      return (await inTime(answer, withinMs, tooLate)).rows;
    } catch (error) {
      drop(client);
      throw error;
    }
  }

  const inTurn: Probe['ask'] = (text, values, withinMs) => {
    const turn = last.then(() => ask(text, values, withinMs)) as Promise<never[]>;
    last = turn.catch(() => {});
    return turn;
  };

  return {
    ask: inTurn,
    answers: () =>
      inTurn('select 1', [], ANSWER_MS).then(
        () => true,
        () => false,
      ),
    async close() {
      await last;
      await held?.client.end().catch(() => {});
    },
  };
}
