import type { ReactNode } from 'react';
import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { rules } from '@paydesk/contract/resources/rules.ts';
import { addRule } from '@paydesk/contract/resources/rules/actions.ts';
import type { RuleCondition } from '@paydesk/contract/resources/rules/conditions.ts';
import { paths } from '../../paths.ts';
import { formatCount } from '../../platform/format.ts';
import { LinkButton } from '../../platform/LinkButton.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { useActor } from '../../platform/session.ts';
import { IconPlus } from '../../ui/icons.ts';
import { thresholdWords } from './threshold.ts';

type Row = RowOf<typeof rules.columns>;

/** One that was written before rules had conditions has the number alone. */
const threshold = ({ conditions, threshold: number }: Row) =>
  thresholdWords(conditions as RuleCondition[]) ?? (number === null ? null : formatCount(number));

const columns = {
  // beside words that are as long the table gives it what is left
  name: { main: true },
  code: { mono: true },
  threshold: { cell: threshold, words: (row: Row) => threshold(row) ?? '' },
} as const;
const rowLink = ({ id }: { id: string }) => paths.rule(id);

/** ST-01 */
export function RulesScreen(): ReactNode {
  const add = isAllowed(useActor(), addRule.asks) ? (
    <LinkButton variant="primary" href={paths.addRule()} icon={<IconPlus size={16} aria-hidden />}>
      {addRule.label}
    </LinkButton>
  ) : null;
  return (
    <ListScreen
      resource={rules}
      columns={columns}
      rowLink={rowLink}
      actions={add}
      nothingYet="There is no rule: every payment passes. Make one, try it, then switch it on."
    />
  );
}
