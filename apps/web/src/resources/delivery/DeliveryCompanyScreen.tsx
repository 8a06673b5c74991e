import type { ReactNode } from 'react';
import { countryName } from '@paydesk/contract/merchant-record.ts';
import { companyMethods, deliveryCompany } from '@paydesk/contract/resources/delivery/lists.ts';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { IconPencil, IconTrash } from '../../ui/icons.ts';
import { toMethod } from './shared.ts';

const headSays = () => ['name', 'code', 'country', 'active'] as const;

/** One company with its methods (DL-04), which stand there once: what it offers is chosen where it is edited. */
export const DeliveryCompanyScreen = (): ReactNode => (
  <RecordScreen
    record={deliveryCompany}
    said={headSays}
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
          nothingYet="This company offers no method. What it offers is chosen where it is edited."
        />
      ),
    })}
    icons={{
      'PUT /api/delivery/companies/{id}': <IconPencil size={16} aria-hidden />,
      'DELETE /api/delivery/companies/{id}': <IconTrash size={16} aria-hidden />,
    }}
  />
);
