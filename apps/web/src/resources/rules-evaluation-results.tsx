import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import {
  RULE_RESULTS,
  rulesEvaluationResults,
} from '@paydesk/contract/resources/rules-evaluation-results.ts';
import { paths } from '../paths.ts';
import { renderValue } from '../platform/ListScreen/cells.tsx';
import { FilterToggle } from '../platform/ListScreen/FilterToggle.tsx';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';

type Row = RowOf<typeof rulesEvaluationResults.columns>;

/** Where the record itself is shown that a rule looked at. */
const SCREENS: Readonly<Record<string, (id: string) => string>> = {
  TRANSACTION: paths.transaction,
  PURCHASE: paths.purchase,
  CONSUMER_CREDIT: paths.consumerCredit,
  CUSTOMER: paths.customer,
};

const { rule, subjectId, merchantName } = rulesEvaluationResults.columns;
const columns = {
  rule: { width: 184, cell: (row: Row) => renderValue(rule, row.rule, paths.rule(row.ruleId)) },
  subjectId: {
    cell: (row: Row) =>
      renderValue(subjectId, row.subjectId, SCREENS[row.subjectType]?.(row.subjectId)),
  },
  merchantName: {
    width: 144,
    cell: ({ merchantName: name, merchantId }: Row) =>
      merchantId && renderValue(merchantName, name, paths.merchantById(merchantId)),
  },
};
/** What rules stopped, by its words; nearly everything passed, and hides it. */
const STOPPED = [
  ['REVIEW', 'Only what a rule sent to a person'],
  ['REJECTED', 'Only what a rule refused'],
] as const satisfies [keyof typeof RULE_RESULTS, string][];
const stopped = STOPPED.map(([result, title]) => (
  <FilterToggle
    key={result}
    resource={rulesEvaluationResults as never}
    column="result"
    values={[result]}
    label={RULE_RESULTS[result]}
    title={title}
  />
));

const empty = 'No results yet. What each rule says of a payment or a loan appears here.';

/** ST-03: what each rule looked at, and what it said. */
export const RulesEvaluationResultsScreen = () => (
  <ListScreen
    resource={rulesEvaluationResults}
    columns={columns}
    actions={stopped}
    nothingYet={empty}
  />
);
