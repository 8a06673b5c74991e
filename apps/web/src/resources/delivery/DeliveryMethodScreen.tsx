import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  deliveryMethod,
  deliveryMethods,
  methodCompanies,
  pickupPoints,
} from '@paydesk/contract/resources/delivery/lists.ts';
import { paths } from '../../paths.ts';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { renderValue } from '../../platform/ListScreen/cells.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { RecordTabs } from '../../platform/DetailScreen/RecordTabs.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { companyColumns, toCompany } from './shared.ts';

const TABS = [
  { key: 'pickup-points', label: 'Pickup points' },
  { key: 'companies', label: 'Companies' },
] as const;

const pointColumns = {
  externalId: { width: 112 },
  country: { width: 88 },
  postalCode: { width: 112 },
};

/** One method; where its parcels are picked up, and who offers it, each at an address of its own (DL-03, DL-05). */
export function DeliveryMethodScreen(): ReactNode {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  return (
    <RecordScreen
      record={deliveryMethod}
      parts={({ id, name, active, type }) => {
        // what a courier brings is picked up nowhere
        const first = type === 'PICKUP_POINT' ? 'pickup-points' : 'companies';
        const current = TABS.find(({ key }) => key === search.tab)?.key ?? first;
        return {
          title: name,
          chips: (
            <Chip tone={active ? 'success' : 'ended'}>{active ? 'Active' : 'Not active'}</Chip>
          ),
          note: renderValue(deliveryMethods.columns.type, type),
          first: (
            <RecordTabs
              label="Delivery method"
              current={current}
              tabs={TABS.map((tab) => ({
                ...tab,
                href: paths.deliveryMethod(id, { tab: tab.key }),
              }))}
            />
          ),
          more:
            current === 'companies' ? (
              <ListScreen
                key={`companies ${id}`}
                params={{ id }}
                resource={methodCompanies}
                columns={companyColumns}
                rowLink={toCompany}
                nothingYet="No company offers this method."
              />
            ) : (
              <ListScreen
                key={`points ${id}`}
                params={{ id }}
                resource={pickupPoints}
                columns={pointColumns}
                nothingYet="This method has no pickup points."
              />
            ),
        };
      }}
    />
  );
}
