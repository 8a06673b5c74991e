import type { Writable } from 'node:stream';
import type { Connection, PoolClient, Submittable } from 'pg';

const COPY_DATA = 'd'.charCodeAt(0);
const READY_FOR_QUERY = 'Z'.charCodeAt(0);
const CR = 13;
const LF = 10;
/** A code of one byte, and the length of itself and what follows. */
const HEADER = 5;

/**
 * Sends what a `COPY … TO STDOUT` of CSV gives as records that end in CRLF, as RFC 4180 has them, or in
 * LF, and no faster than `out` takes it. PostgreSQL sends a record a message, so that no byte of it is looked
 * at. Ends with the statement; who destroys the connection makes it fail. `sent` counts the records
 * that were handed to `out`, also of a file that was cut.
 */
export function copyRecords(
  client: PoolClient,
  text: string,
  out: Writable,
  sent: { records: number },
  end: '\r\n' | '\n' = '\r\n',
): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyRecords(text, out, sent, end === '\r\n', resolve, reject));
  });
}

type Socket = Connection['stream'];
type Reader = (chunk: Buffer) => void;

class CopyRecords implements Submittable {
  readonly #text: string;
  readonly #out: Writable;
  readonly #sent: { records: number };
  readonly #crlf: boolean;
  readonly #resolve: () => void;
  readonly #reject: (error: Error) => void;
  #socket!: Socket;
  /** pg's own reader, which gets every message that is no record. */
  #pg!: Reader;
  readonly #header = Buffer.alloc(HEADER);
  #headerBytes = 0;
  /** What is still to come of the message begun. */
  #left = 0;

  constructor(
    text: string,
    out: Writable,
    sent: { records: number },
    crlf: boolean,
    resolve: () => void,
    reject: (error: Error) => void,
  ) {
    this.#text = text;
    this.#out = out;
    this.#sent = sent;
    this.#crlf = crlf;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: Connection): void {
    this.#socket = connection.stream;
    [this.#pg] = this.#socket.listeners('data') as [Reader];
    this.#socket.off('data', this.#pg).on('data', this.#read);
    connection.query(this.#text);
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#resolve();
  }

  readonly #read = (chunk: Buffer): void => {
    // each record is one byte longer than it came, and each but the first brings a header to drop
    const records = Buffer.allocUnsafeSlow(chunk.length + 1);
    let to = 0;
    let at = 0;
    while (at < chunk.length) {
      if (this.#left === 0) {
        this.#header[this.#headerBytes++] = chunk[at++]!;
        if (this.#headerBytes < HEADER) continue;
        this.#headerBytes = 0;
        this.#left = this.#header.readUInt32BE(1) - 4;
        if (this.#header[0] === COPY_DATA) continue;
        if (this.#header[0] === READY_FOR_QUERY) {
          this.#send(records, to);
          this.#socket.off('data', this.#read).on('data', this.#pg);
          this.#pg(Buffer.concat([this.#header, chunk.subarray(at)]));
          return;
        }
        this.#pg(Buffer.from(this.#header));
        continue;
      }
      const end = Math.min(at + this.#left, chunk.length);
      this.#left -= end - at;
      if (this.#header[0] !== COPY_DATA) this.#pg(Buffer.from(chunk.subarray(at, end)));
      else if (this.#left > 0) to += chunk.copy(records, to, at, end);
      else {
        to += chunk.copy(records, to, at, end - 1);
        if (this.#crlf) records[to++] = CR;
        records[to++] = LF;
        this.#sent.records++;
      }
      at = end;
    }
    free(chunk);
    this.#send(records, to);
  };

  #send(records: Buffer, length: number): void {
    if (length === 0) return;
    // what was not written may still be on its way, and is left to the collector
    const more = this.#out.write(records.subarray(0, length), (error) => !error && free(records));
    if (more) return;
    this.#socket.pause();
    this.#out.once('drain', () => this.#socket.resume());
  }
}

/**
 * Gives a buffer's memory back at once: the collector looks at the small objects on its own heap, and
 * lets tens of megabytes of finished buffers wait. Only a buffer that shares its memory with no other.
 */
function free({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
