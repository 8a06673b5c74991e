import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { addShippingMethod } from '@paydesk/contract/resources/shipping-methods.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import { notify } from '../../platform/notify.tsx';
import { useRefresh } from '../../platform/query.ts';
import styles from './shipping-methods.module.css';
import { useMethodFields } from './useMethodFields.ts';

/** RT-23, RT-24, SM-08, SM-09 */
export function AddShippingMethodScreen(): ReactNode {
  const router = useRouter();
  const refresh = useRefresh();
  const fields = useMethodFields();
  const leave = () => router.navigate({ href: paths.shippingMethods() });
  return (
    <article className={styles.add}>
      <h1>Shipping Method</h1>
      <p className={styles.lead}>Orders name it by its External ID. It is enabled at once.</p>
      {fields ? (
        <DetailCard title="New shipping method">
          <FieldsForm
            fields={fields}
            foot
            submitLabel="Save"
            onCancel={() => void leave()}
            onSubmit={async (body) => {
              await call('POST /api/merchant/shipping/method', { body });
              notify.success(addShippingMethod.success);
              void refresh();
              await leave();
            }}
          />
        </DetailCard>
      ) : null}
    </article>
  );
}
