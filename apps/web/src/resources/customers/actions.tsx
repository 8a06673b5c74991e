import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { cardNumber } from '@paydesk/contract/resources/customers/actions.ts';
import { customerCard } from '@paydesk/contract/resources/customers/endpoints.ts';
import type { cards } from '@paydesk/contract/resources/customers/lists.ts';
import { ActionMenu } from '../../platform/ActionButton.tsx';
import { specsOf } from '../../platform/DetailScreen/RecordActions.tsx';
import { IconBan, IconCircleCheck, IconTrash } from '../../ui/icons.ts';

const icons = {
  'POST /api/cards/{id}/actions/block': <IconBan size={16} aria-hidden />,
  'POST /api/cards/{id}/actions/activate': <IconCircleCheck size={16} aria-hidden />,
  'POST /api/cards/{id}/actions/delete': <IconTrash size={16} aria-hidden />,
};

/** What can be done to one card, at the end of its row. */
export const CardMenu = ({ card }: { card: RowOf<typeof cards.columns> }) => (
  <ActionMenu
    quiet
    label={`Actions for card ${cardNumber(card)}`}
    actions={specsOf(customerCard, card, icons)}
  />
);
