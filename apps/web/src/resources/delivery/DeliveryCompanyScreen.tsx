import type { ReactNode } from 'react';
import { companyMethods, deliveryCompany } from '@paydesk/contract/resources/delivery/lists.ts';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { toMethod } from './shared.ts';

/** One company with its methods (DL-04). */
export const DeliveryCompanyScreen = (): ReactNode => (
  <RecordScreen
    record={deliveryCompany}
    parts={({ id, name, active, code, country }) => ({
      title: name,
      chips: <Chip tone={active ? 'success' : 'ended'}>{active ? 'Active' : 'Not active'}</Chip>,
      note: `${code} · ${country}`,
      more: (
        <ListScreen
          key={id}
          resource={companyMethods}
          params={{ id }}
          rowLink={toMethod}
          nothingYet="This company offers no method."
        />
      ),
    })}
  />
);
