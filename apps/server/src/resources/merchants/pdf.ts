import { constants, inflateSync } from 'node:zlib';

const RUNS = 'This PDF runs something or carries files: print it to a plain PDF';
const ENCRYPTED = 'This PDF is encrypted: save it without a password, or print it to a plain PDF';
const CLOSED = 'This PDF can’t be looked into: print it to a plain PDF';

/** So much of object streams is unfolded: a file of 5 MB that people made has far less. */
const MOST_UNFOLDED = 32 * 1024 * 1024;

const LONG =
  'JavaScript|Launch|SubmitForm|ImportData|Rendition|OnInstantiate|RichMedia|EmbeddedFiles?|FileAttachment|GoToE';
/** Short ones stand in pictures by chance: they are names where a value follows, or a comment. */
const SHORT = 'JS|AA|XFA|EF';
const BLANK = String.raw`[\0\t\n\f\r ]`;
const REFERENCE = String.raw`${BLANK}+(\d+)${BLANK}+\d+${BLANK}+R`;
const NAMES_THAT_RUN = new RegExp(
  String.raw`/(?:(?:${LONG})(?![A-Za-z])|(?:${SHORT})(?:${BLANK}*[(<[%]|${REFERENCE}))`,
);
/** An honest file has one, and one more for each time that it was added to. */
const MOST_OPENINGS = 20;
const OPENS = new RegExp(String.raw`/OpenAction(?![A-Za-z])(?:${REFERENCE})?`, 'g');

class Refused extends Error {}

/** Null, or why it is not taken: it would do something when it is opened, carries files, or hides what it does. */
export function whyNoPdf(bytes: Buffer): string | null {
  try {
    const raw = bytes.toString('latin1');
    const plain = unescaped(raw);
    if (/\/Encrypt(?![A-Za-z])/.test(plain)) return ENCRYPTED;
    const folded = [...objectStreams(bytes, raw)];
    const texts = [plain, ...folded.map(({ text }) => text)];
    if (texts.some((text) => NAMES_THAT_RUN.test(text))) return RUNS;
    const openings = texts.flatMap((text) =>
      [...text.matchAll(OPENS)].map((found) => ({ text, found })),
    );
    if (openings.length > MOST_OPENINGS) return RUNS;
    for (const { text, found } of openings) {
      const [whole, id] = found;
      const values = id
        ? valuesOf(Number(id), plain, folded)
        : [text.slice(found.index + whole.length)];
      if (!values.length || !values.every(isPage)) return RUNS;
    }
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

/** A name may be written in escapes. */
const unescaped = (text: string) =>
  text.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );

const TOKEN =
  /[\0\t\n\f\r ]+|%[^\r\n]*|<<|>>|<[^<>]*>|\/[^\0\t\n\f\r ()<>[\]{}/%]*|[^\0\t\n\f\r ()<>[\]{}/%]+|[^(]/y;

/** The tokens of the dictionary that begins here, none where none does, and how far was read. */
function dictionaryAt(text: string, at: number): { tokens: string[]; end: number } {
  const tokens: string[] = [];
  for (let end = at, depth = 0; end < text.length;) {
    const from = end;
    if (text[end] === '(') end = endOfString(text, end);
    else {
      TOKEN.lastIndex = end;
      end += TOKEN.exec(text)![0].length;
    }
    const token = text.slice(from, end);
    if (/^[\0\t\n\f\r %]/.test(token)) continue;
    depth += token === '<<' ? 1 : token === '>>' ? -1 : 0;
    if (!tokens.length && token !== '<<') return { tokens, end };
    tokens.push(token.startsWith('/') ? unescaped(token) : token);
    if (!depth) return { tokens, end };
  }
  return { tokens: [], end: text.length };
}

function endOfString(text: string, at: number): number {
  const signs = /\\[^]|[()]/g;
  signs.lastIndex = at;
  for (let depth = 0, sign = signs.exec(text); sign; sign = signs.exec(text)) {
    depth += sign[0] === '(' ? 1 : sign[0] === ')' ? -1 : 0;
    if (!depth) return signs.lastIndex;
  }
  return text.length;
}

interface Folded {
  /** Unfolded, its names without escapes. */
  text: string;
  /** Which objects, and where each begins. */
  places: (readonly [id: number, at: number])[];
}

/** What every writer says of an object stream; more, such as another filter, hides something. */
const OF_OBJECT_STREAMS = /^\/(?:Type|ObjStm|N|First|Extends|Length|Filter|FlateDecode)$/;
const STREAM = /(?:[\0\t\n\f\r ]|%[^\r\n]*[\r\n])*stream[^\r\n]*(?:\r\n|\r|\n)/y;

/** Objects that lie compressed together, and with them what they do (ISO 32000-2, 7.5.7). */
function* objectStreams(bytes: Buffer, raw: string): Generator<Folded> {
  let [left, looked] = [MOST_UNFOLDED, 0];
  for (const { index } of raw.matchAll(/obj/g)) {
    const { tokens, end } = dictionaryAt(raw, index + 3);
    // an honest file is read once; strings without an end make no work without one
    if ((looked += end - index) > 2 * raw.length) throw new Refused(CLOSED);
    if (!tokens.includes('/ObjStm') && !tokens.includes('/First')) continue;
    STREAM.lastIndex = end;
    if (!STREAM.test(raw)) continue;
    const said = tokens.join(' ');
    const [, first] = / \/First (\d+) [/>]/.exec(said) ?? [];
    const names = tokens.filter((token) => token.startsWith('/'));
    const plain = !names.includes('/Filter') && !names.includes('/FlateDecode');
    const deflated = / \/Filter (?:\/FlateDecode|\[ \/FlateDecode \]) /.test(said);
    if (
      !first ||
      !names.every((name) => OF_OBJECT_STREAMS.test(name)) ||
      new Set(names).size < names.length ||
      (!plain && !deflated)
    )
      throw new Refused(CLOSED);
    const from = STREAM.lastIndex;
    const text = deflated
      ? unfolded(bytes.subarray(from), left)
      : raw.slice(from, raw.indexOf('endstream', from));
    left -= text.length;
    const head = (text.slice(0, Number(first)).match(/\d+/g) ?? []).map(Number);
    const places = head.flatMap((id, nth) =>
      nth % 2 ? [] : [[id, Number(first) + (head[nth + 1] ?? 0)] as const],
    );
    yield { text: unescaped(text), places };
  }
}

function unfolded(bytes: Buffer, most: number): string {
  try {
    const given = { maxOutputLength: Math.max(1, most), finishFlush: constants.Z_SYNC_FLUSH };
    return inflateSync(bytes, given).toString('latin1');
  } catch {
    throw new Refused(CLOSED);
  }
}

/** What stands under this number: a file that was added to has it more than once. */
function valuesOf(id: number, plain: string, folded: readonly Folded[]): string[] {
  const gap = String.raw`(?:${BLANK}|%[^\r\n]{0,200}[\r\n])+`;
  const head = new RegExp(String.raw`(?<!\d)0*${id}${gap}\d+${gap}obj`, 'g');
  return [
    ...[...plain.matchAll(head)].map(({ 0: { length }, index }) => plain.slice(index + length)),
    ...folded.flatMap(({ text, places }) =>
      places.filter(([one]) => one === id).map(([, at]) => text.slice(at)),
    ),
  ];
}

/** A place in the file to begin at: printers and LaTeX say one, and it is no harm. */
function isPage(value: string): boolean {
  if (/^[\0\t\n\f\r ]*\[/.test(value)) return true;
  const { tokens } = dictionaryAt(value, 0);
  const said = tokens.join(' ');
  return (
    / \/S \/GoTo /.test(said) &&
    tokens.filter((token) => token === '/S').length === 1 &&
    !tokens.includes('/Next')
  );
}
