import { DetailCard, Fields } from '../../platform/DetailScreen/blocks.tsx';
import { Failed } from '../../platform/Failed.tsx';
import { useCall } from '../../platform/query.ts';
import { Coming } from '../../ui/Coming.tsx';
import { DateTime } from '../../ui/values.tsx';
import styles from './certificates.module.css';

/** MB-10: never the key (AM-44). */
export default function MerchantApiKey({ merchantId: id }: { merchantId: string }) {
  const { data, error, refetch } = useCall('GET /api/merchants/{id}/api-key-info', {
    params: { id },
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Coming />;
  return (
    <DetailCard title="API key">
      <p className={styles.words}>
        {data.lastFour
          ? 'The key itself is shown to the merchant’s own administrators alone.'
          : 'There is no API key. The merchant’s own administrators generate it.'}
      </p>
      {data.lastFour ? (
        <Fields
          fields={[
            { label: 'Key', value: `•••• ${data.lastFour}`, mono: true },
            { label: 'Created', value: <DateTime value={data.createdDate} /> },
            { label: 'Created By', value: data.createdBy },
          ]}
        />
      ) : null}
    </DetailCard>
  );
}
