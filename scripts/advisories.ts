import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * npm run advisories: what is known against the packages of the lock, by the registry that npm is set
 * to; those of production, with --dev all of them. Ends with 1 where something is known, and with 2
 * where no registry has answered: then nothing was checked, and it says so. No part of npm test, which
 * asks nobody outside.
 */

interface Report {
  metadata?: { vulnerabilities?: Record<string, number>; dependencies?: { total?: number } };
  vulnerabilities?: Record<
    string,
    { severity: string; range: string; via: readonly (string | { title: string; url: string })[] }
  >;
}

export interface Verdict {
  code: 0 | 1 | 2;
  lines: string[];
}

/** What npm said, as a person reads it. */
export function verdictOf(text: string): Verdict {
  let report: Report = {};
  try {
    report = JSON.parse(text) as Report;
  } catch {
    // no answer
  }
  const counts = report.metadata?.vulnerabilities;
  if (!counts)
    return {
      code: 2,
      lines: ['Nothing was checked: no registry answered with advisories. Run it where one does.'],
    };
  const found = Object.entries(report.vulnerabilities ?? {});
  if (!found.length)
    return {
      code: 0,
      lines: [
        `No advisory is known against ${report.metadata?.dependencies?.total ?? 0} packages.`,
      ],
    };
  const lines = found.flatMap(([name, { severity, range, via }]) => [
    `${name} ${range}: ${severity}`,
    ...via.flatMap((one) => (typeof one === 'string' ? [] : [`  ${one.title} ${one.url}`])),
  ]);
  return { code: 1, lines };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const of = process.argv.includes('--dev') ? [] : ['--omit=dev'];
  const { stdout } = spawnSync('npm', ['audit', '--json', ...of], { cwd: root, encoding: 'utf8' });
  const { code, lines } = verdictOf(stdout ?? '');
  console.log(lines.join('\n'));
  process.exitCode = code;
}
