import type { ReactNode } from 'react';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { rules } from '@paydesk/contract/resources/rules.ts';
import { addRule } from '@paydesk/contract/resources/rules/actions.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../platform/LinkButton.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { useActor } from '../../platform/session.ts';
import { IconPlus } from '../../ui/icons.ts';

const columns = { code: { mono: true } };
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
