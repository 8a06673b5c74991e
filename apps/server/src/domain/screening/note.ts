import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { partsOf, SAME, type NameIndex } from './names.ts';
import { together, type Found } from './own-list.ts';

/** What is found of a person when they are looked up, and how it is written down. */

export interface Person {
  id: string;
  name: string;
  date_of_birth: string | null;
}

/**
 * Holds the customer until the transaction ends; false where they are not called so any more. Who was erased since they
 * were looked up is written down no more, and who has another name was not looked up by it.
 */
export async function isStillCalled(
  tx: Tx,
  { id, name }: Pick<Person, 'id' | 'name'>,
): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    select first_name || ' ' || last_name as name from customers
    where id = ${id} for no key update`.execute(tx);
  return rows[0]?.name === name;
}

/** Of whom nobody doubts who it is on a list of sanctions the risk is high (SB-42). */
export const riskOf = (list: Found['list'], isSame: boolean): 'LOW' | 'MEDIUM' | 'HIGH' => {
  const [known, sanctioned] = [isSame, list === 'SANCTIONS'];
  return known && sanctioned ? 'HIGH' : known || sanctioned ? 'MEDIUM' : 'LOW';
};

/** What a provider says of an entry besides its name and day of birth, as a case keeps it. */
export function detailsOf(entry: Found['entry']): string | null {
  const { name: _name, born: _born, ...details } = entry ?? { name: '', born: null };
  return Object.keys(details).length ? JSON.stringify(details) : null;
}

interface Case {
  source: string;
  entry: string;
  name: string | null;
  born: string | null;
  details: string | null;
  score: number;
  isSame: boolean;
}

/** Whom a list names, ours by each of its entries, a provider's as one; who is on both lists is one case. */
function casesOf({ list, hits, said }: Found): Case[] {
  const own = hits.map(({ listed, score }) => ({
    ...listed,
    details: null,
    score,
    isSame: score >= SAME,
  }));
  if (!said) return own;
  const { entry, matchScore: score } = said;
  const isSame = said.result === 'MATCH';
  const known = own.some(
    (one) => (one.isSame || !isSame) && (entry ? isOne(one, entry) : one.score >= score),
  );
  if (known) return own;
  const theirs = {
    source: 'PROVIDER',
    entry: list,
    name: entry?.name ?? null,
    born: entry?.born ?? null,
    details: detailsOf(entry),
    score,
    isSame,
  };
  return [...own, theirs];
}

type Named = Pick<Case, 'name' | 'born'>;

/** Whether two names of lists may be of one person; a day of birth may be its year alone. */
function isOne(one: Named, other: Named): boolean {
  const parts = ({ name }: Named) => partsOf(name ?? '').join(' ');
  const [born, bornToo] = [one.born ?? '', other.born ?? ''];
  return parts(one) === parts(other) && (born.startsWith(bornToo) || bornToo.startsWith(born));
}

/** A provider has one case for a list: whether whom it names now is somebody else than when that was last seen. */
async function isAnother(tx: Tx, { id }: Person, one: Case): Promise<boolean> {
  if (one.source !== 'PROVIDER') return false;
  const { rows } = await sql<Named>`
    select listed_name as name, listed_born as born from screening_cases
    where customer_id = ${id} and source = 'PROVIDER' and list = ${one.entry}`.execute(tx);
  const [before] = rows;
  return Boolean(before?.name && one.name) && !isOne(before!, one);
}

/**
 * A case for each, once for each person and entry. One that was decided stays so while it is the same name as much as
 * then, and is open again where it is more so, or of somebody else; what the first of two readers has said of less, or
 * of somebody else, counts as little.
 */
async function openCase(
  tx: Tx,
  person: Person,
  list: Found['list'],
  { source, entry, name, born, details, score, isSame }: Case,
  another: boolean,
) {
  await sql`
    insert into screening_cases as s (id, customer_id, list, source, entry, listed_name, listed_born,
      listed_details, person_name, person_born, score, risk_class, status, created_date)
    values (${randomUUIDv7()}, ${person.id}, ${list}, ${source}, ${entry}, ${name}, ${born},
      ${details}::jsonb, ${person.name}, ${person.date_of_birth}::date, ${score}, ${riskOf(list, isSame)},
      'OPEN', now())
    on conflict (customer_id, list, source, entry) do update set
      listed_name = excluded.listed_name, listed_born = excluded.listed_born,
      listed_details = excluded.listed_details,
      person_name = excluded.person_name, person_born = excluded.person_born, score = excluded.score,
      risk_class = excluded.risk_class, updated_date = now(), updated_by = 'Screening',
      status = case when excluded.score > s.score and (s.status = 'FALSE_HIT'
          or s.status = 'SECOND_READER' and s.first_decision = 'FALSE_HIT')
        or ${another} and s.status in ('FALSE_HIT', 'SECOND_READER') then 'OPEN' else s.status end`.execute(
    tx,
  );
}

/** What was found of a person, list by list. What was reviewed and is as it was stays reviewed. */
export async function noteFindings(
  tx: Tx,
  person: Person,
  findings: readonly Found[],
): Promise<void> {
  const { id, name, date_of_birth } = person;
  for (const found of findings) {
    const { list, matchScore, result } = found;
    const cases: { one: Case; another: boolean }[] = [];
    for (const one of casesOf(found))
      cases.push({ one, another: await isAnother(tx, person, one) });
    const asBefore = !cases.some(({ another }) => another);
    await sql`
      insert into screening_results (id, customer_id, name, date_of_birth, list, match_score, result,
        reviewed_by, reviewed_at, verdict, created_date)
      select ${randomUUIDv7()}::uuid, ${id}::uuid, ${name}, ${date_of_birth}::date, ${list},
        ${matchScore}::int, ${result}, before.reviewed_by, before.reviewed_at, before.verdict, now()
      from (select) one left join lateral (
        select reviewed_by, reviewed_at, verdict, match_score, result from screening_results
        where customer_id = ${id} and list = ${list} order by created_date desc, id desc limit 1
      ) before on (before.match_score, before.result) = (${matchScore}::int, ${result}::text)
        and ${asBefore}`.execute(tx);
    for (const { one, another } of cases) await openCase(tx, person, list, one, another);
  }
}

/** Asks the provider and the own list, whichever there is, with no lock held; null where there is neither. */
export async function lookUp(
  { gateways, screening }: Pick<Services, 'gateways' | 'screening'>,
  own: NameIndex | null,
  { name, date_of_birth }: Omit<Person, 'id'>,
): Promise<Found[] | null> {
  const isAsked = gateways.SCREENING !== 'none';
  if (!isAsked && !own) return null;
  const theirs = isAsked ? await screening.screen({ name, dateOfBirth: date_of_birth }) : [];
  return together(theirs, own && own.find(name, date_of_birth));
}
