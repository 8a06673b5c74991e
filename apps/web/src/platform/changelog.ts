/** A stretch of a line: words, code, what is stressed, or a link. */
export interface Piece {
  as: 'text' | 'code' | 'strong' | 'link';
  text: string;
  href?: string;
}

/** A line of the changelog; a paragraph is one, too. */
export type Line = readonly Piece[];

/** What one version adds, changes or mends. */
export interface ChangeGroup {
  /** 'Added', 'Changed', 'Fixed'; none above the first of them. */
  title?: string;
  lines: readonly Line[];
}

export interface Version {
  title: string;
  groups: readonly ChangeGroup[];
}

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** A file of the repository is no address of the console: its link is words alone. */
function linkOf(text: string, href: string): Piece {
  const leads = /^https?:\/\//.test(href) || /^\/(?!\/)/.test(href);
  return leads ? { as: 'link', text, href } : { as: 'text', text };
}

/** The stretches of a line; whatever else Markdown knows stays as it is written. */
export function piecesOf(line: string): Line {
  const pieces: Piece[] = [];
  const say = (piece: Piece) => {
    const last = pieces.at(-1);
    if (piece.as === 'text' && last?.as === 'text') last.text += piece.text;
    else if (piece.text) pieces.push({ ...piece });
  };
  let from = 0;
  for (const found of line.matchAll(INLINE)) {
    const [whole, code, strong, text, href] = found;
    say({ as: 'text', text: line.slice(from, found.index) });
    if (code !== undefined) say({ as: 'code', text: code });
    else if (strong !== undefined) say({ as: 'strong', text: strong });
    else say(linkOf(text!, href!));
    from = found.index + whole.length;
  }
  say({ as: 'text', text: line.slice(from) });
  return pieces;
}

/**
 * The versions of CHANGELOG.md, the newest first, as they stand there. What is above the first is left
 * out, and whatever says nothing: 'Unreleased', when a version has just come out.
 */
export function versionsOf(markdown: string): Version[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...rest] = section.split('\n');
      const groups = rest
        .join('\n')
        .split(/^### /m)
        .map((text, at): ChangeGroup => {
          const lines = text.split('\n');
          const own = at === 0 ? undefined : lines.shift()!.trim();
          return { ...(own !== undefined && { title: own }), lines: linesOf(lines) };
        });
      return { title: title.trim(), groups: groups.filter(({ lines }) => lines.length) };
    })
    .filter(({ groups }) => groups.length);
}

/** A line that is indented goes on with the one before it. */
function linesOf(written: readonly string[]): Line[] {
  const lines: string[] = [];
  for (const line of written) {
    if (!line.trim()) continue;
    if (/^\s/.test(line) && lines.length) lines.push(`${lines.pop()} ${line.trim()}`);
    else lines.push(line.replace(/^- /, '').trim());
  }
  return lines.map(piecesOf);
}

const plain = (line: Line) => line.map(({ text }) => text).join('');

/** The versions with other lines; what has none left is gone. */
const withLines = (
  versions: readonly Version[],
  other: (lines: readonly Line[]) => Line[],
): Version[] =>
  versions
    .map(({ title, groups }) => ({
      title,
      groups: groups
        .map((group) => ({ ...group, lines: other(group.lines) }))
        .filter(({ lines }) => lines.length),
    }))
    .filter(({ groups }) => groups.length);

/** What of the versions has all of the words, wherever they stand in a line; empty ones are gone. */
export function changesWith(versions: readonly Version[], typed: string): Version[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (line: Line) => {
    const text = plain(line).toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return withLines(versions, (lines) => lines.filter(has));
}

const isCode = ({ as }: Piece) => as === 'code';

/** A migration, a decision or a requirement, by its number. */
const NUMBERED = /\b(migrations?|ADRs?) \d|\b[A-Z]{2,3}-\d\d/;

/** What staff have, do or read is no change to a merchant's people. */
const OF_STAFF = /^(technical staff|who of staff|staff)\b/i;

/** What runs an installation, or has its screen at staff alone. */
const OF_HOUSE =
  /\b(PostgreSQL|Citus|databases?|processes|environment|installations?|upgrade|adapters?|SCIM|server’s log|demo|demo’s|sandbox(es)?|seeds?|index(es)?|screenings?|sanctions|Reviews|undelivered|financing institutions?|customer’s (page|details|Money|export)|SOAP Logs|Task Executions|Meta Data|role of the house|staff’s (menu|audit log|queue))\b|^System\b/i;

const isOfHouse = (sentence: string) => OF_STAFF.test(sentence) || OF_HOUSE.test(sentence);

/** Where a sentence ends and the next begins. */
const BETWEEN = /(?<=[.!?]’?) (?=[\p{Lu}‘\uE000])/u;

/**
 * A line without what it says in brackets of calls, fields and numbers, and without its sentences of staff or of running
 * an installation; null where it begins with such a one, or its own words are of calls.
 */
function forMerchants(line: Line): Line | null {
  // each piece that is no plain text by its place, so that brackets are found across them
  const marked = line
    .map((one, at) => (one.as === 'text' ? one.text : `\uE000${at}\uE000`))
    .join('');
  const said = marked.replace(/\s*\([^()]*\)/g, (brackets) =>
    NUMBERED.test(brackets) || placesIn(brackets).some((at) => isCode(line[at]!)) ? '' : brackets,
  );
  if (placesIn(said).some((at) => isCode(line[at]!))) return null;
  const sentences = said.split(BETWEEN);
  // what is stressed or a link by its words
  const wordsOf = (marked: string) =>
    marked.replace(/\uE000(\d+)\uE000/g, (_, at) => line[Number(at)]!.text);
  if (isOfHouse(wordsOf(sentences[0]!))) return null;
  return sentences
    .filter((sentence) => !isOfHouse(wordsOf(sentence)))
    .join(' ')
    .split('\uE000')
    .map((part, at): Piece => (at % 2 ? line[Number(part)]! : { as: 'text', text: part }))
    .filter(({ text }) => text);
}

const placesIn = (marked: string): number[] =>
  marked.split('\uE000').flatMap((part, at) => (at % 2 ? [Number(part)] : []));

/** What a merchant's people read of the versions. */
export const inWords = (versions: readonly Version[]): Version[] =>
  withLines(versions, (lines) => lines.map(forMerchants).filter((one) => one !== null));
