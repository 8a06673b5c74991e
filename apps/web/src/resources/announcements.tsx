import type { ReactNode } from 'react';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { announcement, announcements } from '@paydesk/contract/resources/announcements.ts';
import { paths } from '../paths.ts';
import { AnnouncementList } from '../platform/Announcements.tsx';
import { DetailCard, RecordCard } from '../platform/DetailScreen/blocks.tsx';
import type { EditFormOptions } from '../platform/DetailScreen/EditForm.tsx';
import { RecordScreen } from '../platform/DetailScreen/record.tsx';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { Preview } from '../platform/Preview.tsx';
import { useActor } from '../platform/session.ts';
import { StatusChip } from '../ui/Chip.tsx';
import { IconTrash } from '../ui/icons.ts';

interface Told {
  title?: unknown;
  text?: unknown;
  validFrom?: unknown;
}

/** As the panel of the merchant console has it. */
const asRead = ({ title, text, validFrom }: Told): ReactNode => (
  <AnnouncementList
    announcements={[
      {
        id: 'preview',
        title: String(title || 'Title'),
        text: String(text ?? ''),
        validFrom: String(validFrom ?? ''),
      },
    ]}
  />
);

const form: EditFormOptions = {
  beside: { validFrom: 'validTo' },
  children: (typed) => <Preview>{asRead(typed)}</Preview>,
};
const rowLink = ({ id }: { id: string }) => paths.announcement(id);

/** ST-10: what everybody is told, for staff. */
export const AnnouncementsScreen = () => (
  <ListScreen
    resource={announcements}
    record={announcement}
    rowLink={rowLink}
    form={form}
    nothingYet="No announcements yet. Write one, and merchants see it on their dashboards."
  />
);

/** One of them, changed by staff who may, read by the others (SB-45). */
export function AnnouncementScreen(): ReactNode {
  const edits = isAllowed(useActor(), announcement.actions['PUT /api/announcements/{id}'].asks);
  return (
    <RecordScreen
      record={announcement}
      parts={(told) => ({
        title: told.title,
        chips: <StatusChip status={told.status} />,
        date: told.createdDate,
        first: edits ? null : <DetailCard title="Text">{asRead(told)}</DetailCard>,
        aside: <RecordCard of={told} keys={['createdBy', 'updatedDate', 'updatedBy']} />,
      })}
      form={form}
      icons={{ 'DELETE /api/announcements/{id}': <IconTrash size={16} aria-hidden /> }}
    />
  );
}
