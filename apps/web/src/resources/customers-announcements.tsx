import type { ReactNode } from 'react';
import {
  customersAnnouncement,
  customersAnnouncements,
} from '@paydesk/contract/resources/customers-announcements.ts';
import { paths } from '../paths.ts';
import { DetailCard, Fields } from '../platform/DetailScreen/blocks.tsx';
import { RecordScreen } from '../platform/DetailScreen/record.tsx';
import { renderValue } from '../platform/ListScreen/cells.tsx';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { Chip } from '../ui/Chip.tsx';
import { RichText } from '../ui/RichText.tsx';
import { DateTime } from '../ui/values.tsx';

const { language, segment } = customersAnnouncements.columns;
const rowLink = ({ id }: { id: string }) => paths.customersAnnouncement(id);

/** ST-11: what customers are told, for staff. */
export function CustomersAnnouncementsScreen(): ReactNode {
  return <ListScreen resource={customersAnnouncements} rowLink={rowLink} />;
}

/** One of them, as customers read it. */
export const CustomersAnnouncementScreen = (): ReactNode => (
  <RecordScreen
    record={customersAnnouncement}
    parts={(told) => ({
      title: told.title,
      chips: (
        <Chip tone={told.active ? 'success' : 'ended'}>
          {told.active ? 'Active' : 'Not active'}
        </Chip>
      ),
      date: told.createdDate,
      first: (
        <DetailCard title="Text">
          <RichText html={told.text} />
        </DetailCard>
      ),
      aside: (
        <DetailCard title="Who reads it, and when">
          <Fields
            narrow
            fields={[
              { label: 'Language', value: renderValue(language, told.language) },
              { label: 'Segment', value: renderValue(segment, told.segment) },
              { label: 'Valid From', value: <DateTime value={told.validFrom} /> },
              { label: 'Valid To', value: <DateTime value={told.validTo} /> },
            ]}
          />
        </DetailCard>
      ),
    })}
  />
);
