import type { LogOf } from './types.ts';

/** One message of a conversation, as its list has it. */
export interface Message {
  id: string;
  /** What it asks for or answers: those of one name belong together. */
  name: string;
  side: 'request' | 'answer';
  at: string;
  /** As it was measured, where it was. */
  durationMs?: number | null;
}

export interface Pair<M extends Message> {
  request: M | null;
  answer: M | null;
  /** Between them, in milliseconds; null where one of them is missing. */
  durationMs: number | null;
}

/** The message with its other half: an answer belongs to the last request of its name before it. */
export const pairOf = <M extends Message>(messages: readonly M[], id: string): Pair<M> =>
  pairsOf(messages).find(({ request, answer }) => request?.id === id || answer?.id === id) ?? {
    request: null,
    answer: null,
    durationMs: null,
  };

function pairsOf<M extends Message>(messages: readonly M[]): Pair<M>[] {
  const open = new Map<string, M>();
  const pairs: Pair<M>[] = [];
  const inOrder = messages.toSorted(
    // of one moment, the request was first
    (one, other) => Date.parse(one.at) - Date.parse(other.at) || (one.side === 'request' ? -1 : 1),
  );
  for (const message of inOrder) {
    const { name, side } = message;
    const request = open.get(name) ?? null;
    if (side === 'request') {
      // asked again before an answer came: that one never got any
      if (request) pairs.push({ request, answer: null, durationMs: null });
      open.set(name, message);
    } else {
      open.delete(name);
      pairs.push({ request, answer: message, durationMs: tookOf(request, message) });
    }
  }
  for (const request of open.values()) pairs.push({ request, answer: null, durationMs: null });
  return pairs;
}

/** The request of an answer that stands among the same rows, and how long it took. */
export interface Asked<R> {
  request: R;
  tookMs: number | null;
}

/** Of each answer whose request is among the rows too, by its id: both are said in its row. */
export function askedOfAll<R extends { id: string; createdDate: string }>(
  rows: readonly R[],
  { conversation, message }: Pick<LogOf<R>, 'conversation' | 'message'>,
): Map<string, Asked<R>> {
  const talks = Map.groupBy(rows, (row) => JSON.stringify(conversation(row)));
  // what belongs to nothing answers nothing
  talks.delete('null');
  const pairs = [...talks.values()].flatMap((talk) =>
    pairsOf(talk.map((row) => ({ ...message(row), id: row.id, at: row.createdDate, row }))),
  );
  return new Map(
    pairs.flatMap(({ request, answer, durationMs }) =>
      request && answer ? [[answer.id, { request: request.row, tookMs: durationMs }] as const] : [],
    ),
  );
}

/** The lines of a page, each an exchange, with what the pages beside it have of them. */
export function acrossPages<R extends { id: string; createdDate: string }>(
  rows: readonly R[],
  beside: readonly R[],
  log: Pick<LogOf<R>, 'conversation' | 'message'>,
) {
  // a page that is still shown while the next one comes is also the one before that
  const all = new Map([...beside, ...rows].map((row) => [row.id, row]));
  const asked = askedOfAll([...all.values()], log);
  const lines = foldedBy(rows, asked);
  const half = (side: Message['side']) =>
    lines.some((row) => {
      const isAlone = !asked.has(row.id) && log.conversation(row) !== null;
      return isAlone && log.message(row).side === side;
    });
  /** Whether a half of either side is left whose other one no page here has. */
  return { asked, lines, alone: { request: half('request'), answer: half('answer') } };
}

/** The rows that stand by themselves: a request is said in the row of its answer. */
export function foldedBy<R extends { id: string }>(
  rows: readonly R[],
  asked: ReadonlyMap<string, Asked<R>>,
): readonly R[] {
  const said = new Set([...asked.values()].map(({ request }) => request.id));
  return said.size ? rows.filter(({ id }) => !said.has(id)) : rows;
}

function tookOf(request: Message | null, answer: Message): number | null {
  if (typeof answer.durationMs === 'number') return answer.durationMs;
  return request && Date.parse(answer.at) - Date.parse(request.at);
}
