import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { mailLetter } from '../mail-layout.ts';
import type { Services } from '../services.ts';
import { NOTICE_WORDS, type Notices } from './notices/words.ts';

/** Whom an account's mail goes to. */
export interface Holder {
  email: string;
  name: string;
}

/** What comes later than this is no news any more. */
const MINUTES = 7 * 24 * 60;

const ACTORS = ['by', 'confirmedBy'];

/** Who of the back office did it stays there: to a merchant's people it was the house. */
async function toldTo<F extends object>(tx: Tx, email: string, facts: F) {
  const actors = ACTORS.flatMap((key) => (key in facts ? [facts[key as keyof F]] : []));
  if (!actors.length) return () => facts;
  const { rows } = await sql<{ name: string }>`
    select name from users u, unnest(${actors}::text[]) name
    where u.email = ${email} and u.merchant_id is not null
      and told_name(name, u.merchant_id) <> name`.execute(tx);
  const staff: unknown[] = rows.map(({ name }) => name);
  return (house: string) =>
    Object.fromEntries(
      Object.entries(facts).map(([key, said]) => [
        key,
        ACTORS.includes(key) && staff.includes(said) ? house : said,
      ]),
    ) as F;
}

/** Mails the person what has happened to their account, in the transaction of what it tells of (AM-120). */
export async function tellHolder<K extends keyof Notices>(
  tx: Tx,
  services: Services,
  { email, name }: Holder,
  kind: K,
  facts: Notices[K],
): Promise<void> {
  const told = await toldTo(tx, email, facts);
  const write = (house: string) => {
    const { subject, what, otherwise, action } = NOTICE_WORDS[kind](told(house), house);
    return {
      to: email,
      subject,
      heading: subject,
      before: [`Hello ${name}, this tells you of your account, ${email}. ${what}`],
      action: { label: action.label, link: `${services.publicUrl()}${action.path}` },
      after: [otherwise],
    };
  };
  await mailLetter(tx, services, write, { minutes: MINUTES });
}

/** The same, where only the id is at hand. */
export async function tellUser<K extends keyof Notices>(
  tx: Tx,
  services: Services,
  userId: string,
  kind: K,
  facts: Notices[K],
): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select(['email', 'first_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await tellHolder(tx, services, { email: user.email, name: user.first_name }, kind, facts);
}
