import type { ReactNode } from 'react';
import { isAllowed } from '@paydesk/contract/policy.ts';
import type { RecordOf } from '@paydesk/contract/kernel/record.ts';
import {
  deliveryMethod,
  deliveryMethods,
  methodCompanies,
  pickupPoint,
  pickupPoints,
} from '@paydesk/contract/resources/delivery/lists.ts';
import { paths } from '../../paths.ts';
import { specsOf } from '../../platform/DetailScreen/RecordActions.tsx';
import { ActionMenu } from '../../platform/ActionButton.tsx';
import { useRouteSearch } from '../../platform/route-state.ts';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { renderValue } from '../../platform/ListScreen/cells.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import type { RowIconLink } from '../../platform/ListScreen/types.ts';
import { RecordTabs } from '../../platform/DetailScreen/RecordTabs.tsx';
import { useActor } from '../../platform/session.ts';
import { Chip } from '../../ui/Chip.tsx';
import { IconHistory, IconPencil, IconTrash } from '../../ui/icons.ts';
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

const EDIT = 'PUT /api/delivery/methods/{id}/pickup-points/{pointId}';

const pointIcons = {
  'PUT /api/delivery/methods/{id}/pickup-points/{pointId}': <IconPencil size={16} aria-hidden />,
  'DELETE /api/delivery/methods/{id}/pickup-points/{pointId}': <IconTrash size={16} aria-hidden />,
};

/** What can be done to one of them, at the end of its row. */
const PointMenu = ({ point }: { point: RecordOf<typeof pickupPoint> }) => (
  <ActionMenu
    quiet
    label={`Actions for ${point.name}`}
    actions={specsOf(pickupPoint, point, pointIcons)}
  />
);

const pointLinks: RowIconLink<RecordOf<typeof pickupPoint>>[] = [
  {
    label: 'Change history',
    icon: <IconHistory size={16} aria-hidden />,
    to: ({ id }) => paths.auditLogs({ f_entityId: id }),
  },
];

const pointMenu = (point: RecordOf<typeof pickupPoint>) => (
  <PointMenu key={point.id} point={point} />
);

const headSays = () => ['name', 'type', 'active'] as const;

/** One method; where its parcels are picked up, and who offers it, each at an address of its own (DL-03, DL-05). */
export function DeliveryMethodScreen(): ReactNode {
  const { tab } = useRouteSearch<'delivery-method'>();
  const edits = isAllowed(useActor(), pickupPoint.actions[EDIT].asks);
  return (
    <RecordScreen
      record={deliveryMethod}
      said={headSays}
      parts={(method) => {
        const { id, name, active, type } = method;
        // what a courier brings is picked up nowhere
        const first = type === 'PICKUP_POINT' ? 'pickup-points' : 'companies';
        const current = TABS.find(({ key }) => key === tab)?.key ?? first;
        return {
          title: name,
          chips: (
            <Chip tone={active ? 'success' : 'ended'}>{active ? 'Active' : 'Not active'}</Chip>
          ),
          note: renderValue(deliveryMethods.columns.type, type),
          more: (
            <>
              <RecordTabs
                label="Delivery method"
                current={current}
                tabs={TABS.map((tab) => ({
                  ...tab,
                  href: paths.deliveryMethod(id, { tab: tab.key }),
                }))}
              />
              {current === 'companies' ? (
                <ListScreen
                  key={`companies ${id}`}
                  params={{ id }}
                  resource={methodCompanies}
                  columns={companyColumns}
                  rowLink={toCompany}
                  nothingYet="No company offers this method. Say on the company’s screen what it offers."
                />
              ) : (
                <ListScreen
                  key={`points ${id}`}
                  params={{ id }}
                  resource={pickupPoints}
                  columns={pointColumns}
                  record={pickupPoint}
                  iconLinks={pointLinks}
                  menu={edits ? pointMenu : undefined}
                  nothingYet="This method has no pickup points. New pickup point adds the first one."
                />
              )}
            </>
          ),
        };
      }}
      icons={{
        'PUT /api/delivery/methods/{id}': <IconPencil size={16} aria-hidden />,
        'DELETE /api/delivery/methods/{id}': <IconTrash size={16} aria-hidden />,
      }}
    />
  );
}
