import { useParams } from '@tanstack/react-router';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { institutionHistory } from '@paydesk/contract/resources/financing-institutions.ts';
import { DetailCard, Fields } from '../../platform/DetailScreen/blocks.tsx';
import { DetailScreen } from '../../platform/DetailScreen/DetailScreen.tsx';
import { useCall } from '../../platform/query.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Coming } from '../../ui/Coming.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { BooleanValue, DateTime } from '../../ui/values.tsx';
import { Features } from './Features.tsx';
import styles from './financing-institutions.module.css';

/** FI-10; what it lends, its products, is another resource's. */
export function FinancingInstitutionScreen({
  Products,
}: {
  Products: ComponentType<{ institutionId: string }>;
}): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const query = useCall('GET /api/financing/financing-institutions/{id}', { params: { id } });
  return (
    <DetailScreen query={query}>
      {(institution) => {
        const { name, code, active, logoUrl, products, createdDate } = institution;
        return {
          title: name,
          chips: <Chip tone={active ? 'success' : 'ended'}>{active ? 'Active' : 'Inactive'}</Chip>,
          id: institution.id,
          note: code,
          history: { of: institutionHistory, id: institution.id },
          main: (
            <>
              <DetailCard title="Details">
                <Fields
                  fields={[
                    { label: 'Name', value: <Named logoUrl={logoUrl} name={name} />, copy: name },
                    { label: 'Code', value: code, copy: code, mono: true },
                    { label: 'Active', value: <BooleanValue inWords value={active} /> },
                    { label: 'Products', value: String(products) },
                    { label: 'Created', value: <DateTime value={createdDate} /> },
                  ]}
                />
              </DetailCard>
              <Suspense fallback={<Coming />}>
                <Products key={institution.id} institutionId={institution.id} />
              </Suspense>
            </>
          ),
          aside: <Features institution={institution} />,
        };
      }}
    </DetailScreen>
  );
}

function Named({ logoUrl, name }: { logoUrl: string | null; name: string }) {
  return (
    <span className={styles.named}>
      <Logo url={logoUrl} name={name} />
      {name}
    </span>
  );
}
