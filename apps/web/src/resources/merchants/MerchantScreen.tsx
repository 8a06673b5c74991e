import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { DetailScreen } from '../../platform/DetailScreen/DetailScreen.tsx';
import { RecordTabs } from '../../platform/DetailScreen/RecordTabs.tsx';
import { StatusChip } from '../../ui/Chip.tsx';

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
  const query = useQuery({
    queryKey: ['merchants', 'one', id],
    queryFn: ({ signal }) => call('GET /api/merchants/{id}', { params: { id }, signal }),
  });
  const current = tabs.find(({ key }) => key === search.tab) ?? tabs[0];
  return (
    <DetailScreen query={query}>
      {({ name, status }) => ({
        title: name,
        chips: <StatusChip status={status} />,
        id,
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
              <Suspense fallback={null}>
                {/* by the id: nothing of another merchant stays while this one's is fetched */}
                <current.panel key={id} merchantId={id} />
              </Suspense>
            ) : null}
          </>
        ),
      })}
    </DetailScreen>
  );
}
