import type { Identification } from './identification.ts';
import { serveIdentifyPages } from './identification-sandbox/pages.ts';
import { IDENTIFICATION_SCHEMA } from './identification-sandbox/schema.ts';
import { sessionsOf } from './identification-sandbox/sessions.ts';
import { booksOf } from './institution-sandbox/books.ts';
import { identificationOver } from './protocol/identification.ts';
import type { Line } from './protocol/line.ts';
import type { Pages, Where } from './sandbox-pages/serve.ts';

export interface IdentificationOptions {
  databaseUrl: string;
  /** When an answer is known that comes late. */
  lateMs?: number | undefined;
  now?: (() => Date) | undefined;
  /** Where the pages are; on a free port of this machine, where nothing is said. */
  pages?: Where | undefined;
}

/** Somebody of ours who makes sure of people on pages where one says what is to come of it. */
export function identificationBooks({
  databaseUrl,
  lateMs = 10_000,
  now = () => new Date(),
  pages: where,
}: IdentificationOptions) {
  const books = booksOf({
    databaseUrl,
    schema: 'identification_sandbox',
    tables: IDENTIFICATION_SCHEMA,
    last: 'closed',
  });
  let served: Promise<Pages> | undefined;
  /** Served from the first time on that somebody needs them. */
  const pages = () => (served ??= serveIdentifyPages(sessions, where));
  const sessions = sessionsOf(books, {
    lateMs,
    now,
    pageUrl: async (path) => (await pages()).address + path,
  });
  return {
    adapter: sessions.adapter,
    sessions,
    pages,
    async close(): Promise<void> {
      await (await served)?.close();
      await books.close();
    },
  };
}

/** The same in this very process. */
export function sandboxIdentification(options: IdentificationOptions): Identification {
  const { adapter, close } = identificationBooks(options);
  const line = {
    operate: (operation) => adapter.operate(operation as never),
    inquire: (id) => adapter.inquire(id),
  } satisfies Partial<Line>;
  return { ...identificationOver(line as unknown as Line), close };
}
