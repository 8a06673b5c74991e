import type { ReactNode } from 'react';
import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import {
  addShippingMethod,
  shippingMethods,
} from '@paydesk/contract/resources/shipping-methods.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../platform/LinkButton.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { useActor } from '../../platform/session.ts';
import { IconPlus } from '../../ui/icons.ts';

type Row = RowOf<typeof shippingMethods.columns>;

const columns = { enabled: { width: 96 } };

const rowLink = ({ id }: Row) => paths.shippingMethod(id);

/** RT-22, SM-01..07 */
export function ShippingMethodsScreen(): ReactNode {
  const add = isAllowed(useActor(), addShippingMethod.asks) ? (
    <LinkButton
      variant="primary"
      href={paths.addShippingMethod()}
      icon={<IconPlus size={16} aria-hidden />}
    >
      {addShippingMethod.label}
    </LinkButton>
  ) : null;
  return (
    <ListScreen
      resource={shippingMethods}
      columns={columns}
      rowLink={rowLink}
      actions={add}
      nothingYet="There is no shipping method yet. Add one for each way and price, so that shoppers can choose."
    />
  );
}
