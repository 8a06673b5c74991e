import type { ReactNode } from 'react';
import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import {
  changesWidgets,
  createWidget,
  widgets,
} from '@paydesk/contract/resources/widgets/widget.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../platform/LinkButton.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import type { RowIconLink } from '../../platform/ListScreen/types.ts';
import { useActor } from '../../platform/session.ts';
import { IconCopyPlus, IconPlus } from '../../ui/icons.ts';
import { cloneLink } from './clone.ts';

type Row = RowOf<typeof widgets.columns>;

const rowLink = ({ id }: Row) => paths.widget(id);

const clone: readonly RowIconLink<Row>[] = [
  { label: 'Clone', icon: <IconCopyPlus size={16} aria-hidden />, to: cloneLink },
];
const none: typeof clone = [];

// where the basket says it there is none
const columns = {
  totalAmount: {
    cell: ({ totalAmount }: Row) => (totalAmount === null ? null : formatAmount(totalAmount)),
  },
};

/** RT-19, WD-01..03 */
export function WidgetsScreen(): ReactNode {
  const may = isAllowed(useActor(), changesWidgets);
  return (
    <ListScreen
      resource={widgets}
      columns={columns}
      rowLink={rowLink}
      iconLinks={may ? clone : none}
      actions={
        may ? (
          <LinkButton
            variant="primary"
            href={paths.addWidget()}
            icon={<IconPlus size={16} aria-hidden />}
          >
            {createWidget.label}
          </LinkButton>
        ) : null
      }
      nothingYet="No widgets yet. A widget is a payment button for your own page: make one, and copy its code."
    />
  );
}
