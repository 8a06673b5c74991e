import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../repo/sources.ts';

const TESTS = [
  '{packages,apps}/*/src/**/*.test.ts',
  'scripts/**/*.test.ts',
  'e2e/*.{spec,test}.ts',
];

/** It has two forms, so it asks which this is. */
const isProof = (file: string) =>
  /\/testing\/proof\.ts'/.test(readFileSync(join(root, file), 'utf8'));

/** The files of tests that have a short form and a full one, by their path. */
export const proofs = (): string[] => globSync(TESTS, { cwd: root }).sort().filter(isProof);
