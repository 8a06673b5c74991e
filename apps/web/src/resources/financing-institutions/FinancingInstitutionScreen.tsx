import { Suspense, type ComponentType, type ReactNode } from 'react';
import {
  financingInstitution,
  institutionFeatures,
} from '@paydesk/contract/resources/financing-institutions.ts';
import { FeatureList } from '../../platform/DetailScreen/FeatureList.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Coming } from '../../ui/Coming.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { BooleanValue } from '../../ui/values.tsx';
import styles from './financing-institutions.module.css';

/** FI-10; what it lends, its products, is another resource's. */
export const FinancingInstitutionScreen = ({
  Products,
}: {
  Products: ComponentType<{ institutionId: string }>;
}): ReactNode => (
  <RecordScreen
    record={financingInstitution}
    parts={({ id, name, code, active, features }) => ({
      title: name,
      chips: <Chip tone={active ? 'success' : 'ended'}>{active ? 'Active' : 'Inactive'}</Chip>,
      note: code,
      more: (
        <Suspense fallback={<Coming />}>
          <Products key={id} institutionId={id} />
        </Suspense>
      ),
      aside: <FeatureList definition={institutionFeatures} id={id} of={name} rows={features} />,
    })}
    cells={{
      name: ({ logoUrl, name }) => ({
        value: (
          <span className={styles.named}>
            <Logo url={logoUrl} name={name} />
            {name}
          </span>
        ),
        copy: name,
      }),
      code: ({ code }) => ({ value: code, copy: code, mono: true }),
      active: ({ active }) => ({ value: <BooleanValue inWords value={active} /> }),
      products: ({ products }) => ({ value: String(products) }),
    }}
  />
);
