import type { Db, Tx } from '../db/database.ts';

/** Who reads whose mail: two accounts of one mailbox are one person, who is nobody's second. */

/**
 * One mailbox, however it is written: what stands behind a plus leads to the same, and so do letters written wide
 * and signs that nobody sees, which addresses from before they were refused may have, and at Google dots and either
 * of its names.
 */
export const mailboxOf = (email: string): string =>
  email
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Cf}<>]/gu, '')
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, '')
    .replace(
      /^([^@]*)@(?:gmail|googlemail)\.com$/,
      (_, name: string) => `${name.replaceAll('.', '')}@gmail.com`,
    );

/** Whether these accounts are of one mailbox, or one of them is not there. */
export async function haveOneMailbox(db: Db | Tx, one: string, other: string): Promise<boolean> {
  const people = await db
    .selectFrom('users')
    .select('email')
    .where('id', 'in', [one, other])
    .execute();
  return new Set(people.map(({ email }) => mailboxOf(email))).size < 2;
}
