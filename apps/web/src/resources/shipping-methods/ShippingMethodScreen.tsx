import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isAllowed } from '@paydesk/contract/policy.ts';
import {
  activateShippingMethod,
  disableShippingMethod,
  shippingMethods,
  updateShippingMethod,
  type ShippingMethod,
} from '@paydesk/contract/resources/shipping-methods.ts';
import { ActionButton } from '../../platform/ActionButton.tsx';
import { call } from '../../platform/api.ts';
import { DetailCard, Fields } from '../../platform/DetailScreen/blocks.tsx';
import { DetailScreen } from '../../platform/DetailScreen/DetailScreen.tsx';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import { notify } from '../../platform/notify.tsx';
import { useActor } from '../../platform/session.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Coming } from '../../ui/Coming.tsx';
import { IconBan, IconCircleCheck } from '../../ui/icons.ts';
import { DateTime } from '../../ui/values.tsx';
import { useMethodFields } from './useMethodFields.ts';

const keyOf = (id: string) => [shippingMethods.slug, 'one', id];

/** RT-25, SM-10..18 */
export function ShippingMethodScreen(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const may = isAllowed(useActor(), updateShippingMethod.asks);
  const query = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) =>
      call('GET /api/merchant/shipping/method/{id}', { params: { id }, signal }),
  });
  return (
    <DetailScreen query={query}>
      {(method) => ({
        title: method.name,
        chips: (
          <Chip tone={method.enabled ? 'success' : 'ended'}>
            Active: {method.enabled ? 'Yes' : 'No'}
          </Chip>
        ),
        id: method.id,
        note: method.methodName,
        main: may ? <UpdateForm key={method.id} method={method} /> : <ReadOnly method={method} />,
        aside: (
          <>
            {may ? <Actions method={method} /> : null}
            <DetailCard title="History">
              <Fields
                narrow
                fields={[
                  { label: 'Created', value: <DateTime value={method.createdAt} /> },
                  { label: 'Created by', value: method.createdBy },
                  { label: 'Updated', value: <DateTime value={method.updatedAt} /> },
                  { label: 'Updated by', value: method.updatedBy },
                ]}
              />
            </DetailCard>
          </>
        ),
      })}
    </DetailScreen>
  );
}

function UpdateForm({ method }: { method: ShippingMethod }) {
  const client = useQueryClient();
  const fields = useMethodFields();
  if (!fields) return <Coming />;
  const { id, name, extId, shippingMethodId } = method;
  return (
    <DetailCard title="Details">
      <FieldsForm
        fields={fields}
        initial={{ name, extId, shippingMethodId }}
        focus={false}
        submitLabel={updateShippingMethod.label}
        onSubmit={async (values, readAs) => {
          const saved = await call('PUT /api/merchant/shipping/method/{id}', {
            params: { id },
            body: { ...method, ...values, readAs },
          });
          client.setQueryData(keyOf(id), saved);
          notify.success(updateShippingMethod.success);
          void client.invalidateQueries({ queryKey: [shippingMethods.slug, 'list'] });
        }}
      />
    </DetailCard>
  );
}

function ReadOnly({ method }: { method: ShippingMethod }) {
  return (
    <DetailCard title="Details">
      <Fields
        fields={[
          { label: 'Name', value: method.name },
          { label: 'External ID', value: method.extId, copy: method.extId },
          { label: 'Method', value: method.methodName },
        ]}
      />
    </DetailCard>
  );
}

/** One button, which is the other one afterwards: nothing is asked (AM-99). */
function Actions({ method }: { method: ShippingMethod }) {
  const client = useQueryClient();
  const params = { id: method.id };
  const Icon = method.enabled ? IconBan : IconCircleCheck;
  return (
    <DetailCard title="Actions">
      <ActionButton
        action={method.enabled ? disableShippingMethod : activateShippingMethod}
        record={method}
        title={method.name}
        icon={<Icon size={16} aria-hidden />}
        atOnce
        run={async () => {
          const saved = method.enabled
            ? await call('PUT /api/merchant/shipping/method/{id}/disable', { params })
            : await call('PUT /api/merchant/shipping/method/{id}/activate', { params });
          client.setQueryData(keyOf(method.id), saved);
        }}
      />
    </DetailCard>
  );
}
