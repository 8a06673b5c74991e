import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { rulesEvaluationResults } from '@paydesk/contract/resources/rules-evaluation-results.ts';
import { paths } from '../paths.ts';
import { renderValue } from '../platform/ListScreen/cells.tsx';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { onlyThese } from '../platform/ListScreen/usual.tsx';

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
const actions = onlyThese(rulesEvaluationResults, 'result', 'REVIEW', 'REJECTED');
const nothingYet = 'No results yet. What each rule says of a payment or a loan appears here.';

/** ST-03: what each rule looked at, and what it said. */
export const RulesEvaluationResultsScreen = () => (
  <ListScreen resource={rulesEvaluationResults} {...{ columns, actions, nothingYet }} />
);
