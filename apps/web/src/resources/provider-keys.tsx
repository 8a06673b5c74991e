import type { ReactNode } from 'react';
import { keyAnswer } from '@paydesk/contract/kernel/keys.ts';
import { providerKey, providerKeys } from '@paydesk/contract/resources/provider-keys.ts';
import { paths } from '../paths.ts';
import { RecordCard } from '../platform/DetailScreen/blocks.tsx';
import { RecordScreen } from '../platform/DetailScreen/record.tsx';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { Maker } from '../platform/Maker.tsx';
import { StatusChip } from '../ui/Chip.tsx';
import { IconPower, IconRefresh } from '../ui/icons.ts';

const rowLink = ({ id }: { id: string }) => paths.providerKey(id);
const columns = { lastFour: { mono: true, width: 80 }, createdBy: { cell: Maker } };

/** What the provider’s own cores call the Provider API with, for staff (AM-82). */
export const ProviderKeysScreen = (): ReactNode => (
  <ListScreen
    resource={providerKeys}
    record={providerKey}
    columns={columns}
    rowLink={rowLink}
    nothingYet="No keys yet. A core system that runs beside Paydesk uses one to send its merchants, customers and payments."
  />
);

/** One key: what it may write, and when it did last. */
export const ProviderKeyScreen = (): ReactNode => (
  <RecordScreen
    record={providerKey}
    parts={(key) => ({
      title: key.name,
      chips: <StatusChip status={key.status} />,
      answer: keyAnswer(key),
      date: key.createdDate,
      note: `Ends in ${key.lastFour}`,
      aside: (
        <RecordCard of={key} keys={['lastUsedDate', 'createdBy', 'updatedDate', 'updatedBy']} />
      ),
    })}
    form={{}}
    icons={{
      'POST /api/provider-keys/{id}/actions/rotate': <IconRefresh size={16} aria-hidden />,
      'POST /api/provider-keys/{id}/actions/disable': <IconPower size={16} aria-hidden />,
    }}
  />
);
