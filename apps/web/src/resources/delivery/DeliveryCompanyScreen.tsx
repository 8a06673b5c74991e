import type { ReactNode } from 'react';
import { countryName } from '@paydesk/contract/merchant-record.ts';
import { companyMethods, deliveryCompany } from '@paydesk/contract/resources/delivery/lists.ts';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { IconTrash } from '../../ui/icons.ts';
import { toMethod } from './shared.ts';

/** One company with its methods (DL-04). */
export const DeliveryCompanyScreen = (): ReactNode => (
  <RecordScreen
    record={deliveryCompany}
    parts={(company) => ({
      title: company.name,
      chips: (
        <Chip tone={company.active ? 'success' : 'ended'}>
          {company.active ? 'Active' : 'Not active'}
        </Chip>
      ),
      note: `${company.code} · ${countryName(company.country)}`,
      more: (
        <ListScreen
          key={company.id}
          resource={companyMethods}
          params={{ id: company.id }}
          rowLink={toMethod}
          nothingYet="This company offers no method. Choose the company on the method’s own screen."
        />
      ),
    })}
    form={{}}
    icons={{ 'DELETE /api/delivery/companies/{id}': <IconTrash size={16} aria-hidden /> }}
  />
);
