import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../errors.ts';

/** argon2id, as OWASP's second choice of parameters: 19 MiB, two passes. */
export const PASSWORD_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Each costs a processor and 19 MiB: one is left to everybody else, and a thread to files and names. */
const AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1));
/** Whoever stands further back would wait for seconds, and is told so instead. */
const LINE = 100;
const RETRY_AFTER_SECONDS = '5';

let running = 0;
const line: (() => void)[] = [];

/** Throws at once where a password could not even wait to be looked at. */
export function refuseWhenCrowded(): void {
  if (line.length >= LINE)
    throw new Refusal('UNAVAILABLE', [], { 'retry-after': RETRY_AFTER_SECONDS });
}

/** One line for all that hashes, first come first served. */
async function inLine<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running++;
  else {
    refuseWhenCrowded();
    // whoever is done hands its place on
    await new Promise<void>((resolve) => line.push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = line.shift();
    if (next) next();
    else running--;
  }
}

/** Waits in line; a line that is too long is a refusal with Retry-After. */
export const hashPassword = (password: string) => inLine(() => hash(password, PASSWORD_OPTIONS));

// made at random at each start: nobody's password, but as slow to refuse as anybody's
const nobody = hashPassword(crypto.randomUUID());

/** True if the password fits; a missing hash takes the same time and never fits (SB-07). */
export async function passwordFits(storedHash: string | null, password: string): Promise<boolean> {
  const compared = storedHash ?? (await nobody);
  const fits = await inLine(() => verify(compared, password).catch(() => false));
  return fits && storedHash !== null;
}
