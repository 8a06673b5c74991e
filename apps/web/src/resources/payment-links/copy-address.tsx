import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import type { paymentLinks } from '@paydesk/contract/resources/payment-links.ts';
import { call } from '../../platform/api.ts';
import { notify } from '../../platform/notify.tsx';
import { CopyButton } from '../../ui/Copy.tsx';

/** Its address, asked for as it is wanted: the list has none, and only the server knows the checkout's host. */
export const copyAddress = ({ id, purpose }: RowOf<typeof paymentLinks.columns>) => (
  <CopyButton
    key={id}
    label={`Copy address of ${purpose}`}
    text={async () => {
      try {
        return (await call('GET /api/payment-links/{id}', { params: { id } })).url;
      } catch (error) {
        notify.failure(error);
        return null;
      }
    }}
  />
);
