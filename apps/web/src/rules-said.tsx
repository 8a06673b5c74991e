import type { ReactNode } from 'react';
import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import {
  RULE_RESULTS,
  type RULE_SUBJECTS,
  type rulesEvaluationResults,
} from '@paydesk/contract/resources/rules-evaluation-results.ts';
import { paths } from './paths.ts';
import { AppLink } from './platform/AppLink.tsx';
import { RowsCard } from './platform/ReviewDesk/RowsCard.tsx';
import { useCall } from './platform/query.ts';

const COLUMNS = {
  rule: { label: 'Rule', kind: 'text' },
  result: { label: 'Result', kind: 'status' },
  details: { label: 'What it saw', kind: 'text' },
} as const;

/** Most rules weigh nothing. */
const SCORED = {
  ...COLUMNS,
  score: { label: 'Score', kind: 'number', nullable: true },
} as const;

/** Its screen, for who may open it. */
const ruleLink = ({ rule, ruleId }: Said) => <AppLink href={paths.rule(ruleId)}>{rule}</AppLink>;
const CELLS = { rule: ruleLink };

/** What each rule said, what stops before what lets pass. */
function useSaid(id: string) {
  const asked = useCall('GET /api/rules-evaluation-results', {
    query: { page: 0, size: 50, sort: 'createdDate,DESC', f_subjectId: id },
  });
  const rows = asked.data?.content.toSorted((a, b) => weight(b) - weight(a)) ?? [];
  return { asked, rows };
}
const RESULTS = Object.keys(RULE_RESULTS);
const weight = ({ result }: Said) => RESULTS.indexOf(result.name);

/** Beside its state: the rule that holds it. */
export function HoldingRule({ id }: { id: string }): ReactNode {
  const rule = useSaid(id).rows.find(({ result }) => result.name === 'REVIEW');
  return rule ? ruleLink(rule) : null;
}

/** Which rules looked at what waits for a decision, and what they said. */
export function RulesSaid({ id, none }: { id: string; none: string }): ReactNode {
  const { asked, rows } = useSaid(id);
  return (
    <RowsCard
      title="What the rules say"
      asked={asked}
      count={asked.data?.totalElements}
      columns={rows.some(({ score }) => score !== null) ? SCORED : COLUMNS}
      rows={rows}
      cells={CELLS}
      none={none}
    />
  );
}

type Said = RowOf<typeof rulesEvaluationResults.columns>;

/** The rule that had each of a queue held, or refused, by its name. */
export const heldBy = (subject: keyof typeof RULE_SUBJECTS, results: string) => ({
  list: 'GET /api/rules-evaluation-results' as const,
  filters: { f_subjectType: subject, f_result: results },
  of: ({ subjectId }: Said) => subjectId,
  words: ({ rule }: Said) => rule,
});
