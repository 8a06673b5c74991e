import { readItem, writeItem } from './session-store.ts';

/** What index.html has asked for before any script had come, for whom. */
interface Early {
  token: string;
  calls: Record<string, Promise<Response> | undefined>;
}

/** What nobody took by then is no news any more. */
const PATIENCE_MS = 15_000;
const OPENINGS = 'paydesk.openings';

/** The answer that is under way already to whoever has this token: once, and of a page that has just begun. */
export function takeEarly(url: string, token: string | undefined): Promise<Response> | undefined {
  const early = (globalThis as { paydeskEarly?: Early }).paydeskEarly;
  if (!early || early.token !== token || performance.now() > PATIENCE_MS) return undefined;
  const answer = early.calls[url];
  delete early.calls[url];
  return answer;
}

/** What is under way: who is there, and of a list that was opened here before its views and its rows. */
export const earlyUrls = (): string[] =>
  Object.keys((globalThis as { paydeskEarly?: Early }).paydeskEarly?.calls ?? {});

function read(): Record<string, string> {
  try {
    return JSON.parse(readItem(OPENINGS) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

/**
 * What a list asks for that is opened by its bare address, for index.html; null where a view opens it.
 * Nothing that somebody typed is in it.
 */
export function keepOpening(path: string, url: string | null): void {
  const { [path]: before, ...others } = read();
  if (before === (url ?? undefined)) return;
  writeItem(OPENINGS, JSON.stringify(url === null ? others : { ...others, [path]: url }));
}

export const forgetOpenings = (): void => writeItem(OPENINGS, null);
