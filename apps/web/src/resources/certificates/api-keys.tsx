import type { ReactNode } from 'react';
import { keyAnswer } from '@paydesk/contract/kernel/keys.ts';
import { apiKey, apiKeys } from '@paydesk/contract/resources/certificates/api-keys.ts';
import { paths } from '../../paths.ts';
import { RecordCard } from '../../platform/DetailScreen/blocks.tsx';
import type { EditFormOptions } from '../../platform/DetailScreen/EditForm.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { Maker } from '../../platform/Maker.tsx';
import { useActor } from '../../platform/session.ts';
import { StatusChip } from '../../ui/Chip.tsx';
import { IconBan } from '../../ui/icons.ts';
import { NoMerchant } from './NoMerchant.tsx';

const rowLink = ({ id }: { id: string }) => paths.apiKey(id);
const columns = { lastFour: { mono: true, width: 80 }, createdBy: { cell: Maker } };

const form: EditFormOptions = {
  hints: {
    addresses:
      'Addresses and ranges of your systems, such as 203.0.113.0/24. Empty: from anywhere.',
    expirationDate: 'Empty: until it is revoked.',
  },
};

/** Keys of a merchant's systems beside the one on Certificates: one for each, and two while one is changed. */
export function ApiKeysScreen(): ReactNode {
  if (!useActor().merchantId) return <NoMerchant />;
  return (
    <ListScreen
      resource={apiKeys}
      record={apiKey}
      columns={columns}
      form={form}
      rowLink={rowLink}
      nothingYet="There is no named key yet. Give each of your systems one of its own: it can be held to what that system does, and be revoked by itself."
    />
  );
}

/** One key: what it opens, from where and until when. */
export function ApiKeyScreen(): ReactNode {
  if (!useActor().merchantId) return <NoMerchant />;
  return (
    <RecordScreen
      record={apiKey}
      parts={(key) => ({
        title: key.name,
        chips: <StatusChip status={key.status} />,
        answer: keyAnswer(key),
        date: key.createdDate,
        note: key.lastUsedAddress
          ? `Ends in ${key.lastFour}, last used from ${key.lastUsedAddress}`
          : `Ends in ${key.lastFour}`,
        aside: (
          <RecordCard of={key} keys={['lastUsedDate', 'createdBy', 'updatedDate', 'updatedBy']} />
        ),
      })}
      form={form}
      icons={{
        'POST /api/user-merchant/api-keys/{id}/actions/revoke': <IconBan size={16} aria-hidden />,
      }}
    />
  );
}
