import { Client, type Connection, type Submittable } from 'pg';

/** A piece of the log of writes as it was sent. */
export interface Sent {
  from: bigint;
  bytes: Buffer;
  /** The end of the log when this was sent, and when that was by the clock of the database. */
  end: bigint;
  at: Date;
}

export interface LogStream {
  /** Says that all up to there lies safe, so that PostgreSQL need not keep it. */
  safe(place: bigint): void;
  pause(): void;
  resume(): void;
  /** Whoever reads has had enough. */
  close(): void;
  /** Why nothing more will come; null: it is whole. */
  broken(): Error | null;
}

/** A place in the log, as PostgreSQL writes it. */
export const placeOf = (text: string): bigint => {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
};
export const placeText = (place: bigint): string =>
  `${(place >> 32n).toString(16)}/${(place & 0xffffffffn).toString(16)}`.toUpperCase();

/** What PostgreSQL counts its microseconds from. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const momentOf = (micros: bigint) => new Date(EPOCH_MS + Number(micros / 1000n));

const LOG = 'w'.charCodeAt(0);
const ALIVE = 'k'.charCodeAt(0);

/**
 * Has PostgreSQL send its log of writes as it is written, from a place on, by the protocol of replication; the slot
 * keeps what is not said to be safe. The address is of a role with the right to replicate.
 */
export async function openLogStream(
  url: string,
  { slot, from, timeline }: { slot: string; from: bigint; timeline: number },
  hear: (sent: Sent) => void,
): Promise<LogStream> {
  const client = await replicationClient(url);
  let why: Error | null = null;
  const reject = (error: Error) => void (why ??= error);
  client.on('error', reject);
  client.on('end', () => reject(new Error('The stream of the log has ended')));
  const reading = new Reading(
    `START_REPLICATION SLOT ${slot} PHYSICAL ${placeText(from)} TIMELINE ${timeline}`,
    hear,
    reject,
  );
  client.query(reading);
  return {
    safe: (place) => reading.safe(place),
    pause: () => void reading.socket?.pause(),
    resume: () => void reading.socket?.resume(),
    close: () => void reading.socket?.destroy(),
    broken: () => why,
  };
}

export async function replicationClient(url: string): Promise<Client> {
  const address = new URL(url);
  address.searchParams.set('replication', 'database');
  address.searchParams.set('application_name', 'log archive');
  const client = new Client({ connectionString: address.href, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  return client;
}

class Reading implements Submittable {
  readonly #command: string;
  readonly #hear: (sent: Sent) => void;
  readonly #reject: (error: Error) => void;
  #connection: (Connection & { sendCopyFromChunk(chunk: Buffer): void }) | undefined;
  #safe = 0n;

  constructor(command: string, hear: (sent: Sent) => void, reject: (error: Error) => void) {
    this.#command = command;
    this.#hear = hear;
    this.#reject = reject;
  }

  get socket() {
    return this.#connection?.stream;
  }

  submit(connection: Connection): void {
    this.#connection = connection as Connection & { sendCopyFromChunk(chunk: Buffer): void };
    connection.query(this.#command);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (chunk[0] === LOG) {
      const [from, end, at] = [1, 9, 17].map((place) => chunk.readBigInt64BE(place));
      // the reader's buffer is used again
      const bytes = Buffer.from(chunk.subarray(25));
      this.#tell({ from: from!, bytes, end: end!, at: momentOf(at!) });
    } else if (chunk[0] === ALIVE && chunk[17]) this.safe(this.#safe);
  }

  #tell(sent: Sent): void {
    try {
      this.#hear(sent);
    } catch (error) {
      this.#reject(error as Error);
    }
  }

  safe(place: bigint): void {
    this.#safe = place;
    if (this.socket?.destroyed !== false) return;
    const message = Buffer.alloc(34);
    message.write('r');
    // written, on the disk, applied: here they are the same
    for (const at of [1, 9, 17]) message.writeBigInt64BE(place, at);
    message.writeBigInt64BE(BigInt(Date.now() - EPOCH_MS) * 1000n, 25);
    this.#connection!.sendCopyFromChunk(message);
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#reject(new Error('PostgreSQL has ended the stream of the log'));
  }
}
