import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import {
  cardActions,
  cardNumber,
  cardStanding,
} from '@paydesk/contract/resources/customers/actions.ts';
import { cards } from '@paydesk/contract/resources/customers/lists.ts';
import { CardStatus } from '../../card-status.tsx';
import { paths } from '../../paths.ts';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import type { RowIconLink } from '../../platform/ListScreen/types.ts';
import { useActor } from '../../platform/session.ts';
import { IconArrowsExchange } from '../../ui/icons.ts';
import { CardMenu } from './actions.tsx';

type Card = RowOf<typeof cards.columns>;

const columns = {
  card: { width: 96, cell: cardNumber },
  expires: { width: 76 },
  status: { width: 132, cell: (card: Card) => <CardStatus card={card} />, beside: cardStanding },
};

const iconLinks: RowIconLink<Card>[] = [
  {
    label: 'Payments by this card',
    icon: <IconArrowsExchange size={16} aria-hidden />,
    to: ({ id }) => paths.transactions({ f_cardId: id }),
  },
];

const menu = (card: Card) => <CardMenu key={card.id} card={card} />;

/** CU-03, CU-04 */
export function CardsTab({ customerId }: { customerId: string }) {
  const may = isAllowed(useActor(), cardActions.block.asks);
  return (
    <ListScreen
      resource={cards}
      columns={columns}
      params={{ id: customerId }}
      iconLinks={iconLinks}
      menu={may ? menu : undefined}
      nothingYet="No cards. One appears after the first payment with it."
    />
  );
}
