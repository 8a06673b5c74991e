import { KINDS } from './faults.ts';
import { today } from './kept.ts';
import type { Judged } from './mutants.ts';

const early = (name: string) => name === 'types' || name === 'lint';
const code = (text: string) => `\`\` ${text.slice(0, 140)} \`\``;

/** A part of docs/proof.md: how many of each kind were put in and what caught them, and the list of all. */
export function proof(judged: readonly Judged[], seed: string, commit: string): string {
  const rows = KINDS.map((kind) => {
    const of = judged.filter((one) => one.kind === kind);
    const by = (check: (name: string) => boolean) =>
      of.filter(({ verdict }) => verdict?.by && check(verdict.by)).length;
    const equivalent = of.filter(({ because }) => because).length;
    const survived = of.filter(({ verdict, because }) => verdict?.by === null && !because).length;
    const waiting = of.filter(({ verdict, because }) => !verdict && !because).length;
    return `| ${[kind, of.length, by(early), by((name) => !early(name)), equivalent, survived, waiting].join(' | ')} |`;
  });
  return `\`npm run prove -- mutants --seed ${seed}\` puts faults into a copy of the tree, one at a time: ${judged.length} of them, drawn by the seed from all places of each kind in the contract and the server, none chosen by hand. For each the types, for awaits the lint, then the tests that fit are run until one fails. Written by the command at ${commit}, ${today()}.

| kind | drawn | by types or lint | by a test | equivalent | survived | not judged |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

${KINDS.map(
  (kind) =>
    `## ${kind}\n\n${judged
      .filter((one) => one.kind === kind)
      .map(told)
      .join('\n')}`,
).join('\n\n')}
`;
}

function told({ file, line, before, after, verdict, because }: Judged): string {
  const outcome = because
    ? `equivalent: ${because}`
    : verdict
      ? verdict.by
        ? `caught by \`${verdict.by}\``
        : '**survived**'
      : 'not judged';
  return `- \`${file}:${line}\` ${code(before)} → ${code(after)}: ${outcome}`;
}
