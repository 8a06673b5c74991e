import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import {
  checkProduct,
  deleteProduct,
  financingProducts,
  productFields,
  productHistory,
  updateProduct,
  type FinancingProduct,
} from '@paydesk/contract/resources/financing-products.ts';
import { paths } from '../../paths.ts';
import { ActionButton } from '../../platform/ActionButton.tsx';
import { call } from '../../platform/api.ts';
import {
  DetailCard,
  Fields,
  RelatedLinks,
  type DetailField,
} from '../../platform/DetailScreen/blocks.tsx';
import { DetailScreen } from '../../platform/DetailScreen/DetailScreen.tsx';
import { ConfirmedForm } from '../../platform/form/ConfirmedForm.tsx';
import { valuesOf } from '../../platform/form/values.ts';
import { notify } from '../../platform/notify.tsx';
import { useActor } from '../../platform/session.ts';
import { Chip } from '../../ui/Chip.tsx';
import { IconBuildingBank, IconReceipt, IconTrash } from '../../ui/icons.ts';
import { BooleanValue, DateTime } from '../../ui/values.tsx';
import styles from './financing-products.module.css';

const keyOf = (id: string) => [financingProducts.slug, 'one', id];

/** FI-13..15 */
export function FinancingProductScreen(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const may = isAllowed(useActor(), updateProduct.asks);
  const query = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call('GET /api/financing-products/{id}', { params: { id }, signal }),
  });
  return (
    <DetailScreen query={query}>
      {(product) => ({
        title: product.name,
        tabTitle: `${product.name}, ${product.institution}`,
        chips: (
          <Chip tone={product.active ? 'success' : 'ended'}>
            {product.active ? 'Active' : 'Inactive'}
          </Chip>
        ),
        id: product.id,
        note: product.code,
        actions: may ? <Delete product={product} /> : null,
        history: { of: productHistory, id: product.id },
        main: (
          <DetailCard title="Details">
            {may ? (
              <div className={styles.form}>
                <Form key={product.id} product={product} />
              </div>
            ) : (
              <Fields fields={fieldsOf(product)} />
            )}
          </DetailCard>
        ),
        aside: (
          <>
            <DetailCard flush title="Related">
              <RelatedLinks
                links={[
                  {
                    label: 'Institution',
                    icon: <IconBuildingBank size={16} aria-hidden />,
                    href: paths.financingInstitution(product.financingInstitutionId),
                    value: product.institution,
                  },
                  {
                    label: 'Offers',
                    icon: <IconReceipt size={16} aria-hidden />,
                    href: product.offers
                      ? paths.offers({ f_financingProductId: product.id })
                      : null,
                    value: product.offers,
                    reason: 'No offer was made of it',
                  },
                ]}
              />
            </DetailCard>
            <DetailCard title="Record">
              <Fields
                narrow
                fields={[
                  { label: 'Created', value: <DateTime value={product.createdDate} /> },
                  { label: 'Changed', value: <DateTime value={product.updatedDate} /> },
                  { label: 'Changed by', value: product.updatedBy },
                ]}
              />
            </DetailCard>
          </>
        ),
      })}
    </DetailScreen>
  );
}

const hints = {
  minTermMonths: 'In months.',
  maxTermMonths: 'In months.',
  interestRate: 'Percent a year.',
};
const beside = { minAmount: 'maxAmount', minTermMonths: 'maxTermMonths' };

function Form({ product }: { product: FinancingProduct }) {
  const client = useQueryClient();
  const { name, code, minAmount, maxAmount, minTermMonths, maxTermMonths } = product;
  const { interestRate, active } = product;
  return (
    <ConfirmedForm
      fields={productFields}
      initial={{
        name,
        code,
        minAmount,
        maxAmount,
        minTermMonths,
        maxTermMonths,
        interestRate,
        active,
      }}
      beside={beside}
      hints={hints}
      focus={false}
      check={async (texts) => checkProduct(valuesOf(productFields, texts))}
      submitLabel={updateProduct.label}
      action="Save product"
      question="New offers will follow it; those that were made stay as they are."
      onSubmit={async (values, readAs) => {
        const { id } = product;
        const body = { ...values, readAs };
        const saved = await call('PUT /api/financing-products/{id}', { params: { id }, body });
        client.setQueryData(keyOf(id), saved);
        notify.success(updateProduct.success);
        for (const key of [[financingProducts.slug, 'list'], [productHistory.slug]])
          void client.invalidateQueries({ queryKey: key });
      }}
    />
  );
}

const months = (count: number) => `${count} month${count === 1 ? '' : 's'}`;

function fieldsOf(product: FinancingProduct): DetailField[] {
  const fields = productFields;
  return [
    { label: fields.name.label, value: product.name },
    { label: fields.code.label, value: product.code, mono: true, copy: product.code },
    { label: fields.minAmount.label, value: formatAmount(product.minAmount) },
    { label: fields.maxAmount.label, value: formatAmount(product.maxAmount) },
    { label: fields.minTermMonths.label, value: months(product.minTermMonths) },
    { label: fields.maxTermMonths.label, value: months(product.maxTermMonths) },
    { label: fields.interestRate.label, value: `${formatAmount(product.interestRate)} %` },
    { label: fields.active.label, value: <BooleanValue inWords value={product.active} /> },
  ];
}

function Delete({ product }: { product: FinancingProduct }) {
  const router = useRouter();
  const { id, name, institution } = product;
  return (
    <ActionButton
      action={deleteProduct}
      record={product}
      icon={<IconTrash size={16} aria-hidden />}
      title={`Delete ${name} of ${institution}?`}
      intro={<p>No offer was ever made of it. It can’t be brought back.</p>}
      submitLabel={`Delete ${name}`}
      danger
      run={async () => {
        await call('DELETE /api/financing-products/{id}', { params: { id } });
        await router.navigate({ href: paths.financingProducts() });
      }}
    />
  );
}
