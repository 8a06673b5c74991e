import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { companyMethods, deliveryCompanies } from '@paydesk/contract/resources/delivery/lists.ts';
import { call } from '../../platform/api.ts';
import { DetailScreen } from '../../platform/DetailScreen/DetailScreen.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { toMethod } from './shared.ts';

/** One company with its methods (DL-04). */
export function DeliveryCompanyScreen(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({
    queryKey: [deliveryCompanies.slug, 'one', id],
    queryFn: ({ signal }) => call('GET /api/delivery/companies/{id}', { params: { id }, signal }),
  });
  return (
    <DetailScreen query={query}>
      {({ name, active, code, country }) => ({
        title: name,
        chips: <Chip tone={active ? 'success' : 'ended'}>{active ? 'Active' : 'Not active'}</Chip>,
        id,
        note: `${code} · ${country}`,
        main: (
          <ListScreen
            key={id}
            resource={companyMethods}
            params={{ id }}
            rowLink={toMethod}
            nothingYet="This company offers no method."
          />
        ),
      })}
    </DetailScreen>
  );
}
