import type { ReactNode } from 'react';
import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import {
  cardActions,
  customerActions,
  type CardAction,
  type CustomerAction,
} from '@paydesk/contract/resources/customers/actions.ts';
import type { Customer } from '@paydesk/contract/resources/customers/endpoints.ts';
import type { cards } from '@paydesk/contract/resources/customers/lists.ts';
import { ActionButton, ActionMenu, actionSpec } from '../../platform/ActionButton.tsx';
import { call } from '../../platform/api.ts';
import { IconBan, IconCircleCheck, IconTrash, IconX } from '../../ui/icons.ts';

const ban = <IconBan size={16} aria-hidden />;
const check = <IconCircleCheck size={16} aria-hidden />;

const ON_CUSTOMER: Readonly<Record<CustomerAction, { icon: ReactNode; what: string }>> = {
  block: {
    icon: ban,
    what: 'A blocked customer can’t pay or apply for a loan until somebody activates them again. Cards and loans stay as they are.',
  },
  activate: { icon: check, what: 'An active customer can pay and apply for loans.' },
  close: {
    icon: <IconX size={16} aria-hidden />,
    what: 'A closed customer can’t pay or apply for a loan any more. Payments, cards and loans stay on record. This can’t be undone.',
  },
};

/** What the status offers stands alone; all else is in the menu, with its reasons. */
export function CustomerActions({ customer }: { customer: Customer }): ReactNode {
  const { id, firstName, lastName, status } = customer;
  const name = `${firstName} ${lastName}`;
  const specOf = (key: CustomerAction) => ({
    action: customerActions[key],
    record: customer,
    title: `${customerActions[key].label} ${name}?`,
    intro: <p>{ON_CUSTOMER[key].what}</p>,
    submitLabel: `${customerActions[key].label} ${name}`,
    danger: key !== 'activate',
    icon: ON_CUSTOMER[key].icon,
    run: () => call(`POST /api/customers/{id}/actions/${key}`, { params: { id } }),
  });
  const offered = status.name === 'CLOSED' ? null : status.name === 'ACTIVE' ? 'block' : 'activate';
  const others = (Object.keys(customerActions) as CustomerAction[]).filter(
    (key) => key !== offered,
  );
  return (
    <>
      {offered ? (
        <ActionButton key={offered} primary={offered === 'activate'} {...specOf(offered)} />
      ) : null}
      <ActionMenu label="More actions" actions={others.map((key) => actionSpec(specOf(key)))} />
    </>
  );
}

const ON_CARD: Readonly<Record<CardAction, { icon: ReactNode; what: string }>> = {
  block: { icon: ban, what: 'The card can’t be used until somebody activates it again.' },
  activate: { icon: check, what: 'The card can be used again.' },
  delete: {
    icon: <IconTrash size={16} aria-hidden />,
    what: 'The card can’t be used any more. It stays in this list for the records. This can’t be undone.',
  },
};

/** As cards are written everywhere in the console. */
export const cardNumber = ({ card }: { card: string }) => card.replaceAll('*', '•');

/** What can be done to one card, at the end of its row. */
export function CardMenu({ card }: { card: RowOf<typeof cards.columns> }): ReactNode {
  const { id, isDefault } = card;
  const number = cardNumber(card);
  const specOf = (key: CardAction) =>
    actionSpec({
      action: cardActions[key],
      record: card,
      title: `${cardActions[key].label} card ${number}?`,
      intro: (
        <>
          <p>{ON_CARD[key].what}</p>
          {key === 'delete' && isDefault ? (
            <p>It is the default card: the customer is left without one.</p>
          ) : null}
        </>
      ),
      submitLabel: `${cardActions[key].label} card`,
      danger: key !== 'activate',
      icon: ON_CARD[key].icon,
      run: () => call(`POST /api/cards/{id}/actions/${key}`, { params: { id } }),
    });
  return (
    <ActionMenu
      quiet
      label={`Actions for card ${number}`}
      actions={(Object.keys(cardActions) as CardAction[]).map(specOf)}
    />
  );
}
