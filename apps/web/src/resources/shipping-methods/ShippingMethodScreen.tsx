import type { ReactNode } from 'react';
import { isAllowed } from '@paydesk/contract/policy.ts';
import {
  shippingMethod,
  type ShippingMethod,
} from '@paydesk/contract/resources/shipping-methods.ts';
import { ActionButton } from '../../platform/ActionButton.tsx';
import { DetailCard, Fields } from '../../platform/DetailScreen/blocks.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { specOf } from '../../platform/DetailScreen/RecordActions.tsx';
import { useActor } from '../../platform/session.ts';
import { Chip } from '../../ui/Chip.tsx';
import { IconPower, IconCircleCheck } from '../../ui/icons.ts';
import { DateTime } from '../../ui/values.tsx';
import { useMethodFields } from './useMethodFields.ts';

const DISABLE = 'PUT /api/merchant/shipping/method/{id}/disable';
const ACTIVATE = 'PUT /api/merchant/shipping/method/{id}/activate';

/** RT-25, SM-10..18 */
export function ShippingMethodScreen(): ReactNode {
  const fields = useMethodFields() ?? null;
  return (
    <RecordScreen
      record={shippingMethod}
      form={{ fields }}
      parts={(method) => ({
        title: method.name,
        chips: (
          <Chip tone={method.enabled ? 'success' : 'ended'}>
            Active: {method.enabled ? 'Yes' : 'No'}
          </Chip>
        ),
        note: method.methodName,
        actions: null,
        aside: (
          <>
            <Actions method={method} />
            <DetailCard title="Record">
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
      cells={{ extId: ({ extId }) => ({ value: extId, copy: extId }) }}
    />
  );
}

/** One button, which is the other one afterwards: nothing is asked (AM-99). */
function Actions({ method }: { method: ShippingMethod }) {
  const [key, Icon] = method.enabled
    ? ([DISABLE, IconPower] as const)
    : ([ACTIVATE, IconCircleCheck] as const);
  return isAllowed(useActor(), shippingMethod.actions[key].asks) ? (
    <DetailCard title="Actions">
      <ActionButton {...specOf(shippingMethod, key, method, <Icon size={16} aria-hidden />)} />
    </DetailCard>
  ) : null;
}
