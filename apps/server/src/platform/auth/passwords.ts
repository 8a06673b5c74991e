import { hash, verify } from '@node-rs/argon2';

/** argon2id, as OWASP's second choice of parameters: 19 MiB, two passes. */
export const PASSWORD_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string) => hash(password, PASSWORD_OPTIONS);

// made at random at each start: nobody's password, but as slow to refuse as anybody's
const nobody = hashPassword(crypto.randomUUID());

/** True if the password fits; a missing hash takes the same time and never fits (SB-07). */
export async function passwordFits(storedHash: string | null, password: string): Promise<boolean> {
  const fits = await verify(storedHash ?? (await nobody), password).catch(() => false);
  return fits && storedHash !== null;
}
