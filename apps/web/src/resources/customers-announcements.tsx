import type { ReactNode } from 'react';
import { isAllowed } from '@paydesk/contract/policy.ts';
import {
  customersAnnouncement,
  customersAnnouncements,
} from '@paydesk/contract/resources/customers-announcements.ts';
import { paths } from '../paths.ts';
import { DetailCard, RecordCard } from '../platform/DetailScreen/blocks.tsx';
import type { EditFormOptions } from '../platform/DetailScreen/EditForm.tsx';
import { RecordScreen } from '../platform/DetailScreen/record.tsx';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { Preview } from '../platform/Preview.tsx';
import { useActor } from '../platform/session.ts';
import { StatusChip } from '../ui/Chip.tsx';
import { IconTrash } from '../ui/icons.ts';
import { RichText } from '../ui/RichText.tsx';

const DELETE = 'DELETE /api/customers-announcements/{id}';
const form: EditFormOptions = {
  beside: { validFrom: 'validTo' },
  children: ({ title, text }) => (
    <Preview>
      <strong>{title || 'Title'}</strong>
      <RichText html={String(text ?? '')} />
    </Preview>
  ),
};
const rowLink = ({ id }: { id: string }) => paths.customersAnnouncement(id);

/** ST-11: what customers are told, for staff. */
export const CustomersAnnouncementsScreen = (): ReactNode => (
  <ListScreen
    resource={customersAnnouncements}
    record={customersAnnouncement}
    rowLink={rowLink}
    form={form}
    nothingYet="No announcements yet. Write one, and the payers’ app shows it."
  />
);

/** One of them, as customers read it; changed by staff who may. */
export function CustomersAnnouncementScreen(): ReactNode {
  const edits = isAllowed(useActor(), customersAnnouncement.actions[DELETE].asks);
  return (
    <RecordScreen
      record={customersAnnouncement}
      heading="Who reads it, and when"
      parts={(told) => ({
        title: told.title,
        chips: <StatusChip status={told.status} />,
        date: told.createdDate,
        first: edits ? null : (
          <DetailCard title="Text">
            <RichText html={told.text} />
          </DetailCard>
        ),
        aside: <RecordCard of={told} keys={['createdBy', 'updatedDate', 'updatedBy']} />,
      })}
      form={form}
      icons={{ [DELETE]: <IconTrash size={16} aria-hidden /> }}
    />
  );
}
