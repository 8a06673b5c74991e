import type { Writable } from 'node:stream';
import type { Connection, Submittable } from 'pg';
import { onClient } from '../client.ts';

/** Where in the log of writes a copy begins, or ends. */
export interface LogPlace {
  lsn: string;
  timeline: number;
}

export interface Copied {
  from: LogPlace;
  to: LogPlace;
  /** PostgreSQL's list of the files, with their sizes and SHA-256. */
  manifest: Buffer;
}

/**
 * Copies a whole cluster as it runs, by PostgreSQL's own protocol of replication: a tar of its folder
 * goes to `out`, no faster than that takes it, with the log of writes that makes it whole. The address
 * is of a role with the right to replicate.
 */
export async function copyCluster(url: string, out: Writable, label: string): Promise<Copied> {
  const address = new URL(url);
  address.searchParams.set('replication', 'database');
  return onClient(
    address.href,
    (client) =>
      new Promise<Copied>((resolve, reject) => {
        out.once('error', reject);
        client.query(new BaseBackup(label.replace(/[^\w .:-]/g, ''), out, resolve, reject));
      }),
  );
}

/** What a message of the copy is: the next archive begins, the manifest begins, bytes of either. */
const ARCHIVE = 'n'.charCodeAt(0);
const MANIFEST = 'm'.charCodeAt(0);
const BYTES = 'd'.charCodeAt(0);

type Row = (string | null)[];

const place = (row: Row | undefined): LogPlace => ({
  lsn: row?.[0] ?? '',
  timeline: Number(row?.[1] ?? 0),
});

class BaseBackup implements Submittable {
  readonly #label: string;
  readonly #out: Writable;
  readonly #resolve: (copied: Copied) => void;
  readonly #reject: (error: Error) => void;
  readonly #rows: Row[] = [];
  readonly #manifest: Buffer[] = [];
  #archives = 0;
  #inManifest = false;
  #failed = false;

  constructor(
    label: string,
    out: Writable,
    resolve: (copied: Copied) => void,
    reject: (error: Error) => void,
  ) {
    this.#label = label;
    this.#out = out;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: Connection): void {
    connection.query(
      `BASE_BACKUP (LABEL '${this.#label}', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`,
    );
  }

  handleRowDescription(): void {}

  handleDataRow({ fields }: { fields: Row }): void {
    this.#rows.push(fields);
  }

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: Connection): void {
    const kind = chunk[0];
    if (kind === ARCHIVE) this.#archives++;
    if (kind === MANIFEST) this.#inManifest = true;
    if (kind !== BYTES) return;
    // the reader's buffer is used again
    const bytes = Buffer.from(chunk.subarray(1));
    if (this.#inManifest) this.#manifest.push(bytes);
    else if (!this.#out.write(bytes) && !stream.isPaused()) {
      stream.pause();
      this.#out.once('drain', () => stream.resume());
    }
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.#failed = true;
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    if (this.#failed) return;
    if (this.#archives !== 1)
      return this.#reject(new Error('The cluster has tablespaces elsewhere, which are not copied'));
    // where it begins, a row for each place of files, where it ends
    this.#resolve({
      from: place(this.#rows[0]),
      to: place(this.#rows.at(-1)),
      manifest: Buffer.concat(this.#manifest),
    });
  }
}
