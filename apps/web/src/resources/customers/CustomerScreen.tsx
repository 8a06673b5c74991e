import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import type { Customer } from '@paydesk/contract/resources/customers/endpoints.ts';
import { cards, customerHistory, customers } from '@paydesk/contract/resources/customers/lists.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { DetailCard, Fields, RelatedLinks } from '../../platform/DetailScreen/blocks.tsx';
import { DetailScreen, type DetailParts } from '../../platform/DetailScreen/DetailScreen.tsx';
import { RecordTabs } from '../../platform/DetailScreen/RecordTabs.tsx';
import { StatusChip } from '../../ui/Chip.tsx';
import { IconArrowsExchange, IconShieldCheck, IconShoppingBag } from '../../ui/icons.ts';
import { DateTime } from '../../ui/values.tsx';
import { CustomerActions } from './actions.tsx';
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

/** One customer, cards, loans and offers; each tab has an address of its own (CU-02, AM-26, AM-27). */
export function CustomerScreen({ tabs }: { tabs: readonly CustomerTab[] }): ReactNode {
  const { customerId: id = '' } = useParams({ strict: false });
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const query = useQuery({
    queryKey: [customers.slug, 'one', id],
    queryFn: ({ signal }) => call('GET /api/customers/{id}', { params: { id }, signal }),
  });
  const lists = [CARDS, ...tabs];
  const open = lists.find(({ key }) => key === search.tab);
  const nav = (
    <RecordTabs
      label="Customer"
      tabs={[
        { key: DETAILS, label: 'Details', href: paths.customer(id) },
        ...lists.map(({ key, label }) => ({ key, label, href: paths.customer(id, { tab: key }) })),
      ]}
      current={open?.key ?? DETAILS}
    />
  );
  return (
    <DetailScreen query={query}>
      {(customer) => ({
        title: `${customer.firstName} ${customer.lastName}`,
        chips: <StatusChip status={customer.status} />,
        id,
        actions: <CustomerActions customer={customer} />,
        ...(open
          ? { main: <ListOf id={id} nav={nav} panel={open.panel} /> }
          : detailsOf(customer, nav)),
      })}
    </DetailScreen>
  );
}

function ListOf({
  id,
  nav,
  panel: Panel,
}: {
  id: string;
  nav: ReactNode;
  panel: CustomerTab['panel'];
}) {
  return (
    <>
      {nav}
      <Suspense fallback={<Coming />}>
        {/* by the id: nothing of another customer stays while this one's is fetched */}
        <Panel key={id} customerId={id} />
      </Suspense>
    </>
  );
}

function detailsOf(
  customer: Customer,
  nav: ReactNode,
): Pick<DetailParts, 'main' | 'aside' | 'history'> {
  const { id, email, phone } = customer;
  const ofCustomer = { f_customerId: id };
  return {
    history: { of: customerHistory, id },
    main: (
      <>
        {nav}
        <DetailCard title="Details">
          <Fields
            fields={[
              { label: 'First Name', value: customer.firstName },
              { label: 'Last Name', value: customer.lastName },
              { label: 'Personal ID', value: customer.personalId, mono: true },
              { label: 'Email', value: email, copy: email },
              { label: 'Phone', value: phone, copy: phone ?? '' },
              { label: 'Status', value: customer.status.description },
              { label: 'Country', value: customer.country },
              { label: 'Cards', value: customer.cards },
              { label: 'Created', value: <DateTime value={customer.createdDate} /> },
              { label: 'Last Login', value: <DateTime value={customer.lastLoginDate} /> },
            ]}
          />
        </DetailCard>
      </>
    ),
    aside: (
      <>
        <DetailCard flush title="Related">
          <RelatedLinks
            links={[
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
            ]}
          />
        </DetailCard>
        <DetailCard title="Record">
          <Fields
            narrow
            fields={[
              { label: 'Changed', value: <DateTime value={customer.updatedDate} /> },
              { label: 'Changed by', value: customer.updatedBy },
            ]}
          />
        </DetailCard>
      </>
    ),
  };
}
