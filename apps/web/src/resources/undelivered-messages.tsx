import { useState } from 'react';
import { isAllowed } from '@paydesk/contract/policy.ts';
import {
  MESSAGE_KINDS,
  sendAgain,
  sendManyAgain,
  undeliveredMessages,
  type MessageKind,
  type UndeliveredMessage,
} from '@paydesk/contract/resources/undelivered-messages.ts';
import { paths } from '../paths.ts';
import { ActionButton, ActionMenu, actionSpec } from '../platform/ActionButton.tsx';
import { call } from '../platform/api.ts';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import type { RowIconLink } from '../platform/ListScreen/types.ts';
import { useActor } from '../platform/session.ts';
import { IconBuildingStore, IconRefresh } from '../ui/icons.ts';

const again = <IconRefresh size={16} aria-hidden />;

const iconLinks: RowIconLink<UndeliveredMessage>[] = [
  {
    label: 'Merchant',
    icon: <IconBuildingStore size={16} aria-hidden />,
    to: ({ merchantId }) => (merchantId ? paths.merchantById(merchantId) : null),
  },
];

const menu = (message: UndeliveredMessage) => (
  <ActionMenu
    key={message.id}
    quiet
    label={`Actions for message ${message.id}`}
    actions={[
      actionSpec({
        action: sendAgain,
        record: message,
        title: 'Send this message again?',
        intro: (
          <p>
            {MESSAGE_KINDS[message.kind as MessageKind]}
            {message.merchant ? ` to ${message.merchant}` : ''}: it leaves within seconds, under the
            same id, so that the receiver can tell a repeat.
          </p>
        ),
        submitLabel: 'Send again',
        icon: again,
        run: () =>
          call('POST /api/undelivered-messages/{id}/actions/send-again', {
            params: { id: message.id },
          }),
      }),
    ]}
  />
);

const columns = { error: { width: 280 }, merchant: { width: 160 } };

/** AM-47, AM-48: what has not left the house, and sending it again. */
export function UndeliveredMessagesScreen() {
  const may = isAllowed(useActor(), sendAgain.asks);
  const [none] = useState({});
  return (
    <ListScreen
      resource={undeliveredMessages}
      columns={columns}
      iconLinks={iconLinks}
      menu={may ? menu : undefined}
      nothingYet="Every message has left."
      actions={
        <ActionButton
          action={sendManyAgain}
          record={none}
          title="Send all again?"
          intro={
            <p>
              Everything that was given up or is held back, of every merchant, is sent again: at
              most 1000 at once, the oldest first. Mails whose link has run out stay as they are.
            </p>
          }
          submitLabel="Send all again"
          icon={again}
          run={() => call('POST /api/undelivered-messages/actions/send-again', { body: {} })}
          outcome={({ sent, left }) =>
            sent
              ? `${sent} ${sent === 1 ? 'message is' : 'messages are'} sent again${left ? `, ${left} are left` : ''}`
              : 'Nothing was given up or is held back'
          }
        />
      }
    />
  );
}
