import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import type { MerchantDetail } from '@paydesk/contract/resources/merchants/endpoints.ts';
import { merchantHistory } from '@paydesk/contract/resources/merchants/list.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { CallbackNotice } from '../../platform/CallbackNotice.tsx';
import { DetailCard, Fields, Note, RelatedLinks } from '../../platform/DetailScreen/blocks.tsx';
import { DetailScreen, togetherWith } from '../../platform/DetailScreen/DetailScreen.tsx';
import { RecordTabs } from '../../platform/DetailScreen/RecordTabs.tsx';
import { StatusChip } from '../../ui/Chip.tsx';
import {
  IconArrowsExchange,
  IconBuildingBank,
  IconLayoutDashboard,
  IconRepeat,
  IconShoppingBag,
  IconShoppingCart,
} from '../../ui/icons.ts';
import { DateTime } from '../../ui/values.tsx';
import { MerchantActions } from './actions.tsx';
import { Coming } from '../../ui/Coming.tsx';
import { deliveryQuery, merchantQuery } from './queries.ts';

/** One tab, as the route table gives it. */
export interface MerchantTab {
  key: string;
  label: string;
  panel: ComponentType<{ merchantId: string }>;
}

/** One merchant for staff; each tab has an address of its own (AM-41). */
export function MerchantScreen({ tabs }: { tabs: readonly MerchantTab[] }): ReactNode {
  const { merchantId: id = '' } = useParams({ strict: false });
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const query = useQuery(merchantQuery(id));
  const delivery = useQuery(deliveryQuery(id));
  const current = tabs.find(({ key }) => key === search.tab) ?? tabs[0];
  return (
    <DetailScreen query={togetherWith(query, delivery)}>
      {(merchant) => ({
        title: merchant.name,
        chips: <StatusChip status={merchant.status} />,
        id,
        note: `Merchant ${merchant.merchantId}`,
        actions: <MerchantActions merchant={merchant} />,
        notice: (
          <>
            {merchant.status.name === 'DISABLED' ? (
              <Note tone="warning">
                Disabled: its people read and change nothing, and its API key and certificates are
                refused.
              </Note>
            ) : null}
            <CallbackNotice
              delivery={delivery.data}
              wayOut="Its people can correct it on their Business Profile: what waits then leaves at once."
              ofGivenUp={
                <AppLink href={paths.undeliveredMessages({ f_merchantId: id })}>
                  See and send them again
                </AppLink>
              }
            />
          </>
        ),
        main: (
          <>
            <RecordTabs
              label="Merchant"
              tabs={tabs.map(({ key, label }) => ({
                key,
                label,
                href: paths.merchantById(id, { tab: key }),
              }))}
              current={current?.key}
            />
            {current ? (
              <Suspense fallback={<Coming />}>
                {/* by the id: nothing of another merchant stays while this one's is fetched */}
                <current.panel key={id} merchantId={id} />
              </Suspense>
            ) : null}
          </>
        ),
        // a list of the other tabs takes the whole width
        ...(current === tabs[0] && {
          history: { of: merchantHistory, id },
          aside: <Aside merchant={merchant} />,
        }),
      })}
    </DetailScreen>
  );
}

function Aside({ merchant }: { merchant: MerchantDetail }) {
  const of = { f_merchantId: merchant.id };
  return (
    <>
      <DetailCard flush title="Related">
        <RelatedLinks
          links={[
            { label: 'Transactions', icon: ICONS.transactions, href: paths.transactions(of) },
            { label: 'Purchases', icon: ICONS.purchases, href: paths.purchases(of) },
            { label: 'Recurring Payments', icon: ICONS.recurring, href: paths.recurring(of) },
            { label: 'Orders', icon: ICONS.orders, href: paths.orders(of) },
            { label: 'Loans', icon: ICONS.loans, href: paths.consumerCredits(of) },
            { label: 'Dashboard', icon: ICONS.dashboard, href: paths.businessDays(of) },
          ]}
        />
      </DetailCard>
      <DetailCard title="Record">
        <Fields
          narrow
          fields={[
            { label: 'Created', value: <DateTime value={merchant.createdDate} /> },
            { label: 'Changed', value: <DateTime value={merchant.updatedDate} /> },
            { label: 'Changed by', value: merchant.updatedBy },
          ]}
        />
      </DetailCard>
    </>
  );
}

const ICONS = {
  transactions: <IconArrowsExchange size={16} aria-hidden />,
  purchases: <IconShoppingBag size={16} aria-hidden />,
  recurring: <IconRepeat size={16} aria-hidden />,
  orders: <IconShoppingCart size={16} aria-hidden />,
  loans: <IconBuildingBank size={16} aria-hidden />,
  dashboard: <IconLayoutDashboard size={16} aria-hidden />,
};
