import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import { NEARLY, type SearchHit } from '@paydesk/contract/kernel/search.ts';
import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import type { SignedIn } from '../auth/sessions.ts';
import type { Handlers } from '../http/handlers.ts';
import { readingFor } from '../list/reads.ts';
import type { Services } from '../services.ts';
import { matchedBy } from './matched.ts';
import { sharedNames, toldApart } from './namesakes.ts';
import { nearestStatement } from './nearest.ts';
import { askedOf, foundBySealed } from './sealed.ts';
import type { Sources } from './sources.ts';
import { deedOf, KINDS, searchStatement, type Row, type Wanted } from './statement.ts';
import { meant, type Typed } from './typed.ts';
import { deedSaid, kindSaid } from './words.ts';

/** One box over everything; a source is asked only for who reads its list. */
export function searchHandlers(services: Services, sources: Sources): Handlers<'GET /api/search'> {
  return {
    'GET /api/search': async ({ actor, query: { q = '' } }) => {
      // a shop may be called Order, and a description begin with what is to be done
      for (const [what, wanted] of waysToMean(q)) {
        const hits = await find(services, sources, actor, what, wanted);
        // said on the page of what it can't be done to, it is offered of what it can be done to
        if (wanted.deed && isUuid(what) && hits.every(({ whyNot }) => whyNot))
          hits.unshift(...(await find(services, sources, actor, '', wanted)));
        if (hits.length) return hits;
      }
      return nearest(services, sources, actor, q);
    },
  };
}

type Meant = [what: string, wanted: Wanted];

/** Of a kind that is said first, and as it stands. */
function ofKind(text: string, wanted: Wanted): Meant[] {
  // 'approve merchant' is of any of them
  const said = kindSaid(text, wanted.deed !== undefined);
  const only: Meant[] = said ? [[said.what, { ...wanted, only: said.kind }]] : [];
  // 'cancel order' is of no payment whose description has that word
  return said && !said.what && wanted.deed ? only : [...only, [text, wanted]];
}

/** What to do to what of which kind, the most that was said first. */
function waysToMean(q: string): Meant[] {
  const deed = deedSaid(q);
  return [...(deed ? ofKind(deed.what, { deed: deed.word }) : []), ...ofKind(q, {})];
}

/** Who is called nearly so. */
async function nearest(
  { database, now }: Services,
  sources: Sources,
  actor: SignedIn,
  q: string,
): Promise<SearchHit[]> {
  // a number, an amount or an address is no name
  const typed = /[\d@]/.test(q) ? null : meant(q, todayOf(actor, now()));
  const statement = typed && nearestStatement(sources, actor, typed);
  if (!statement) return [];
  const reading = await readingFor(database, actor);
  const rows = await reading.run(statement, actor.sight);
  return rows.map((row) => ({
    ...hitOf(row, null),
    matched: `${NEARLY}${q.trim()}’`,
    action: null,
    whyNot: null,
  }));
}

const todayOf = ({ timeZone }: SignedIn, now: Date): string =>
  Temporal.Instant.from(now.toISOString()).toZonedDateTimeISO(timeZone).toPlainDate().toString();

async function find(
  { database, encryption, now }: Services,
  sources: Sources,
  actor: SignedIn,
  q: string,
  wanted: Wanted,
): Promise<SearchHit[]> {
  const typed = meant(q, todayOf(actor, now()));
  // what is to be done alone is to be done to something
  if (!typed && (wanted.deed === undefined || q.trim())) return [];
  const statement = searchStatement(sources, actor, typed, wanted);
  if (!statement) return [];
  const reading = await readingFor(database, actor);
  const rows = await reading.run(statement, actor.sight);
  const shared = sharedNames(rows);
  const hits = rows.flatMap((row) => {
    const asked = askedOf(sources[row.kind], typed);
    const bySealed =
      asked === null ? null : foundBySealed(encryption, sources[row.kind], asked, row);
    if (asked !== null && bySealed === null) return [];
    const hit = hitOf({ ...row, detail: toldApart(row, shared) }, typed);
    hit.matched = bySealed ?? hit.matched;
    const action = deedOf(sources[row.kind], wanted.deed, actor)?.action;
    if (!action) return { ...hit, action: null, whyNot: null };
    const { stateOf, left } = sources[row.kind].deeds!;
    const whyNot = action.whyNot(stateOf(row.state as never) as never, now(), actor);
    // a payment of 43.99 that was refunded in part is no 43.99 to refund
    const some = whyNot === null ? left?.(row.state as never) : null;
    const title = some ? `${some} of ${hit.title}` : hit.title;
    return { ...hit, title, action: action.label, whyNot };
  });
  // its rule has the last word
  return hits.toSorted(
    (one, other) =>
      KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
      Number(one.whyNot !== null) - Number(other.whyNot !== null),
  );
}

function hitOf(
  { kind, id, title, cents, minus, detail, status, also, found }: Row,
  typed: Typed | null,
) {
  // every amount is in euros (0017), and what went back has a minus, as in lists
  // nothing is no amount: what was never charged says so in words
  const amount =
    cents === null || BigInt(cents) === 0n
      ? ''
      : `${minus ? '−' : ''}${formatAmount(fromCents(BigInt(cents)))} EUR`;
  const whole = `${amount}${title}`.trim();
  const matched = typed && matchedBy(also, typed, `${whole} ${detail ?? ''}`);
  return {
    kind,
    id,
    title: whole,
    detail,
    status,
    matched,
    found: found === null ? null : Number(found),
  };
}
