import type { ReactNode } from 'react';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import {
  financingProduct,
  type FinancingProduct,
} from '@paydesk/contract/resources/financing-products.ts';
import { paths } from '../../paths.ts';
import { DetailCard, Fields, type RelatedLink } from '../../platform/DetailScreen/blocks.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { IconBuildingBank, IconReceipt, IconTrash } from '../../ui/icons.ts';
import { BooleanValue, DateTime } from '../../ui/values.tsx';
import styles from './financing-products.module.css';

const months = (count: number) => `${count} month${count === 1 ? '' : 's'}`;

/** FI-13..15 */
export const FinancingProductScreen = (): ReactNode => (
  <RecordScreen
    record={financingProduct}
    list={paths.financingProducts()}
    parts={({ name, institution, code, active, createdDate, updatedDate, updatedBy }) => ({
      title: name,
      tabTitle: `${name}, ${institution}`,
      chips: <Chip tone={active ? 'success' : 'ended'}>{active ? 'Active' : 'Inactive'}</Chip>,
      note: code,
      aside: (
        <DetailCard title="Record">
          <Fields
            narrow
            fields={[
              { label: 'Created', value: <DateTime value={createdDate} /> },
              { label: 'Changed', value: <DateTime value={updatedDate} /> },
              { label: 'Changed by', value: updatedBy },
            ]}
          />
        </DetailCard>
      ),
    })}
    form={{
      hints: {
        minTermMonths: 'In months.',
        maxTermMonths: 'In months.',
        interestRate: 'Percent a year.',
      },
      beside: { minAmount: 'maxAmount', minTermMonths: 'maxTermMonths' },
      className: styles.form,
    }}
    cells={{
      code: ({ code }) => ({ value: code, mono: true, copy: code }),
      minTermMonths: ({ minTermMonths }) => ({ value: months(minTermMonths) }),
      maxTermMonths: ({ maxTermMonths }) => ({ value: months(maxTermMonths) }),
      interestRate: ({ interestRate }) => ({ value: `${formatAmount(interestRate)} %` }),
      active: ({ active }) => ({ value: <BooleanValue inWords value={active} /> }),
    }}
    icons={{ 'DELETE /api/financing-products/{id}': <IconTrash size={16} aria-hidden /> }}
    links={relatedLinks}
  />
);

const relatedLinks = ({
  id,
  financingInstitutionId,
  institution,
  offers,
}: FinancingProduct): RelatedLink[] => [
  {
    label: 'Institution',
    icon: <IconBuildingBank size={16} aria-hidden />,
    href: paths.financingInstitution(financingInstitutionId),
    value: institution,
  },
  {
    label: 'Offers',
    icon: <IconReceipt size={16} aria-hidden />,
    href: offers ? paths.offers({ f_financingProductId: id }) : null,
    value: offers,
    reason: 'No offer was made of it',
  },
];
