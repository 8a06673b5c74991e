import { readdirSync, readFileSync } from 'node:fs';

const TICKS = 100;

const fieldsOf = (pid: number | string) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');

/** Seconds of CPU that a process has used. */
export function used(pid: number | string): number {
  const fields = fieldsOf(pid);
  return [11, 12].reduce((sum, at) => sum + Number(fields[at]), 0) / TICKS;
}

/** The same of all processes of a PostgreSQL, those that have ended with them. */
export function usedByPostgres(postmaster: number): number {
  const own = fieldsOf(postmaster);
  let ticks = [13, 14].reduce((sum, at) => sum + Number(own[at]), 0);
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const fields = fieldsOf(pid);
      if (Number(fields[1]) === postmaster) ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // it has ended just now
    }
  return ticks / TICKS;
}
