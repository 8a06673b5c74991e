import { readFileSync } from 'node:fs';

const TICKS = 100;

/** Seconds of CPU that a process and what it has waited for have used. */
export function used(pid: number | string): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return [11, 12].reduce((sum, at) => sum + Number(fields[at]), 0) / TICKS;
}
