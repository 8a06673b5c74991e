import { useSearch } from '@tanstack/react-router';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { customer, type Customer } from '@paydesk/contract/resources/customers/endpoints.ts';
import { cards } from '@paydesk/contract/resources/customers/lists.ts';
import { paths } from '../../paths.ts';
import { DetailCard, Fields, type RelatedLink } from '../../platform/DetailScreen/blocks.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { RecordTabs } from '../../platform/DetailScreen/RecordTabs.tsx';
import { StatusChip } from '../../ui/Chip.tsx';
import {
  IconArrowsExchange,
  IconBan,
  IconCircleCheck,
  IconShieldCheck,
  IconShoppingBag,
  IconX,
} from '../../ui/icons.ts';
import { DateTime } from '../../ui/values.tsx';
import { Coming } from '../../ui/Coming.tsx';
import { CardsTab } from './CardsTab.tsx';

/** A list of another resource, as the route table gives it. */
export interface CustomerTab {
  key: string;
  label: string;
  panel: ComponentType<{ customerId: string }>;
}

const DETAILS = 'details';
const CARDS: CustomerTab = { key: 'cards', label: cards.title, panel: CardsTab };

const BLOCK = 'POST /api/customers/{id}/actions/block';
const ACTIVATE = 'POST /api/customers/{id}/actions/activate';
const CLOSE = 'POST /api/customers/{id}/actions/close';

/** What the status offers stands alone; all else is in the menu, with its reasons. */
function rare({ status: { name } }: Customer) {
  if (name === 'CLOSED') return [BLOCK, ACTIVATE, CLOSE] as const;
  return [name === 'ACTIVE' ? ACTIVATE : BLOCK, CLOSE] as const;
}

/** One customer, cards, loans and offers; each tab has an address of its own (CU-02, AM-26, AM-27). */
export function CustomerScreen({ tabs }: { tabs: readonly CustomerTab[] }): ReactNode {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const lists = [CARDS, ...tabs];
  const open = lists.find(({ key }) => key === search.tab);
  return (
    <RecordScreen
      record={customer}
      parts={({ id, firstName, lastName, status, updatedDate, updatedBy }) => ({
        title: `${firstName} ${lastName}`,
        chips: <StatusChip status={status} />,
        nav: (
          <RecordTabs
            label="Customer"
            tabs={[
              { key: DETAILS, label: 'Details', href: paths.customer(id) },
              ...lists.map(({ key, label }) => ({
                key,
                label,
                href: paths.customer(id, { tab: key }),
              })),
            ]}
            current={open?.key ?? DETAILS}
          />
        ),
        ...(open && { panel: <PanelOf id={id} panel={open.panel} /> }),
        aside: (
          <DetailCard title="Record">
            <Fields
              narrow
              fields={[
                { label: 'Changed', value: <DateTime value={updatedDate} /> },
                { label: 'Changed by', value: updatedBy },
              ]}
            />
          </DetailCard>
        ),
      })}
      cells={{
        personalId: ({ personalId }) => ({ value: personalId, mono: true }),
      }}
      icons={{
        [BLOCK]: <IconBan size={16} aria-hidden />,
        [ACTIVATE]: <IconCircleCheck size={16} aria-hidden />,
        [CLOSE]: <IconX size={16} aria-hidden />,
      }}
      menu={rare}
      links={relatedLinks}
    />
  );
}

const PanelOf = ({ id, panel: Panel }: { id: string; panel: CustomerTab['panel'] }) => (
  <Suspense fallback={<Coming />}>
    {/* by the id: nothing of another customer stays while this one's is fetched */}
    <Panel key={id} customerId={id} />
  </Suspense>
);

function relatedLinks({ id }: Customer): RelatedLink[] {
  const ofCustomer = { f_customerId: id };
  return [
    {
      label: 'Transactions',
      icon: <IconArrowsExchange size={16} aria-hidden />,
      href: paths.transactions(ofCustomer),
    },
    {
      label: 'Purchases',
      icon: <IconShoppingBag size={16} aria-hidden />,
      href: paths.purchases(ofCustomer),
    },
    {
      label: 'Screening',
      icon: <IconShieldCheck size={16} aria-hidden />,
      href: paths.screening(ofCustomer),
    },
  ];
}
