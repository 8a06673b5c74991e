import { useQuery } from '@tanstack/react-query';
import { DetailCard, Fields } from '../../platform/DetailScreen/blocks.tsx';
import { callbackFieldsOf, merchantFieldsOf } from '../../platform/merchantFields.tsx';
import { Coming } from '../../ui/Coming.tsx';
import { merchantQuery } from './queries.ts';

/** What the merchant says of itself; its addresses are its own to change. */
export default function Details({ merchantId }: { merchantId: string }) {
  const { data: merchant, isError } = useQuery(merchantQuery(merchantId));
  if (!merchant) return isError ? null : <Coming />;
  return (
    <>
      <DetailCard title="Business profile">
        <Fields fields={merchantFieldsOf(merchant)} />
      </DetailCard>
      <DetailCard title="Callback URLs">
        <Fields fields={callbackFieldsOf(merchant)} />
      </DetailCard>
    </>
  );
}
