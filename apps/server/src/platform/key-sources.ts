import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { CannotStart } from './cannot-start.ts';

/** Where a key may come from in place of the environment itself. What was read is in no message. */

const NAMES = ['ENCRYPTION_KEY', 'ENCRYPTION_KEY_OLD'] as const;
type Name = (typeof NAMES)[number];
type Sources = { [K in Name | `${Name}_FILE` | `${Name}_COMMAND`]?: string | undefined };

const COMMAND_MS = 30_000;
const LEAST = 32;

/** The keys of files and of commands, such as one that asks a KMS, in the place of their settings. */
export function withKeys<S extends Sources>(settings: S): S {
  const read = { ...settings };
  for (const name of NAMES) {
    const given = [name, `${name}_FILE`, `${name}_COMMAND`] as const;
    const set = given.filter((one) => settings[one] !== undefined);
    if (set.length > 1)
      throw new CannotStart(`Wrong settings: ${set.join(', ')}: set one of them, not several`);
    const [one] = set;
    if (!one || one === name) continue;
    const text = one.endsWith('_FILE')
      ? ofFile(one, settings[one]!)
      : ofCommand(one, settings[one]!);
    if (text.length < LEAST)
      throw new CannotStart(`Wrong settings: ${one}: gave less than ${LEAST} characters`);
    read[name] = text as S[typeof name];
  }
  return read;
}

const trimmed = (text: string) => text.replace(/(\r?\n)+$/, '');

function ofFile(name: string, file: string): string {
  try {
    return trimmed(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code } = error as { code?: string };
    throw new CannotStart(`Wrong settings: ${name}: the file can’t be read (${code})`);
  }
}

function ofCommand(name: string, command: string): string {
  try {
    const stdio = ['ignore', 'pipe', 'ignore'] as ['ignore', 'pipe', 'ignore'];
    return trimmed(
      execSync(command, { encoding: 'utf8', stdio, timeout: COMMAND_MS, windowsHide: true }),
    );
  } catch (error) {
    // neither what it said nor how it was called: both may hold secrets
    const { status, signal } = error as { status?: number | null; signal?: string | null };
    throw new CannotStart(
      `Wrong settings: ${name}: the command failed (${signal ? `ended by ${signal}` : `status ${status}`}). Run it by hand to see why`,
    );
  }
}
