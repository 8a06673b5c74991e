import type { ReactNode } from 'react';
import { representativeExample } from '@paydesk/contract/credit.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import {
  financingProduct,
  type FinancingProduct,
} from '@paydesk/contract/resources/financing-products.ts';
import { paths } from '../../paths.ts';
import { DetailCard, RecordCard, type RelatedLink } from '../../platform/DetailScreen/blocks.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { IconBuildingBank, IconReceipt, IconTrash } from '../../ui/icons.ts';
import { NamedLogo } from '../../ui/Logo.tsx';
import { HINTS } from './hints.ts';
import styles from './financing-products.module.css';
import { termWords } from './terms.ts';

/** FI-13..15 */
export const FinancingProductScreen = (): ReactNode => (
  <RecordScreen
    record={financingProduct}
    parts={(product) => ({
      title: product.name,
      tabTitle: `${product.name}, ${product.institution}`,
      chips: (
        <Chip tone={product.active ? 'success' : 'ended'}>
          {product.active ? 'Active' : 'Inactive'}
        </Chip>
      ),
      note: product.code,
      aside: (
        <>
          <DetailCard title="What it costs">
            <p className={styles.plain}>{representativeExample(product, 'EUR')}</p>
          </DetailCard>
          <RecordCard of={product} keys={['createdDate', 'updatedDate', 'updatedBy']} />
        </>
      ),
    })}
    form={{
      hints: HINTS,
      beside: { minAmount: 'maxAmount', minTermMonths: 'maxTermMonths' },
    }}
    cells={{
      code: ({ code }) => ({ value: code, mono: true, copy: code }),
      minTermMonths: ({ minTermMonths }) => ({ value: termWords(minTermMonths, minTermMonths) }),
      maxTermMonths: ({ maxTermMonths }) => ({ value: termWords(maxTermMonths, maxTermMonths) }),
      interestRate: ({ interestRate }) => ({ value: `${formatAmount(interestRate)} %` }),
    }}
    icons={{ 'DELETE /api/financing-products/{id}': <IconTrash size={16} aria-hidden /> }}
    links={relatedLinks}
  />
);

const relatedLinks = ({
  id,
  financingInstitutionId,
  institution,
  institutionLogoUrl,
  offers,
}: FinancingProduct): RelatedLink[] => [
  {
    label: 'Institution',
    icon: <IconBuildingBank size={16} aria-hidden />,
    href: paths.financingInstitution(financingInstitutionId),
    value: <NamedLogo url={institutionLogoUrl} name={institution} />,
  },
  {
    label: 'Offers',
    icon: <IconReceipt size={16} aria-hidden />,
    href: offers ? paths.offers({ f_financingProductId: id }) : null,
    value: offers,
    reason: 'No offers yet',
  },
];
