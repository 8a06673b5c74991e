import { useQueries } from '@tanstack/react-query';
import { MERCHANT_FEATURES, type MerchantFeatureName } from '@paydesk/contract/merchant-record.ts';
import { merchantFeatures } from '@paydesk/contract/resources/merchants/features.ts';
import { FeatureList } from '../../platform/DetailScreen/FeatureList.tsx';
import { Failed } from '../../platform/Failed.tsx';
import { queryOf } from '../../platform/query.ts';

const NAMES = Object.keys(MERCHANT_FEATURES) as MerchantFeatureName[];
const READ = 'GET /api/merchants/{id}/features/{feature}';

/** What is open to the merchant, one by one (MB-05, AM-61). */
export default function Features({ merchantId: id }: { merchantId: string }) {
  const queries = useQueries({
    queries: NAMES.map((feature) => queryOf(READ, { params: { id, feature } })),
  });
  const failed = queries.find(({ error }) => error);
  if (failed?.error)
    return (
      <Failed
        error={failed.error}
        onRetry={() => queries.forEach((query) => void query.refetch())}
      />
    );
  const rows = queries.flatMap(({ data }) => data ?? []);
  return rows.length < NAMES.length ? null : (
    <FeatureList definition={merchantFeatures} id={id} of="The merchant" rows={rows} />
  );
}
