import { useQueries } from '@tanstack/react-query';
import type { Call } from '@paydesk/contract/index.ts';
import { MERCHANT_FEATURES, type MerchantFeatureName } from '@paydesk/contract/merchant-record.ts';
import { disableFeature, enableFeature } from '@paydesk/contract/resources/merchants/actions.ts';
import { ActionButton } from '../../platform/ActionButton.tsx';
import { call } from '../../platform/api.ts';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { Failed } from '../../platform/Failed.tsx';
import { queryOf } from '../../platform/query.ts';
import { Chip } from '../../ui/Chip.tsx';
import { DateTime } from '../../ui/values.tsx';
import styles from './merchants.module.css';
import { features } from './words.ts';

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
  if (queries.some(({ data }) => !data)) return null;
  return (
    <DetailCard flush title="Features">
      <ul className={styles.features}>
        {queries.map(({ data }) =>
          data ? <Feature key={data.feature} id={id} {...data} /> : null,
        )}
      </ul>
    </DetailCard>
  );
}

function Feature({ id, ...given }: Call<typeof READ>['answer'] & { id: string }) {
  const { feature, enabled, updatedDate, updatedBy } = given;
  const name = MERCHANT_FEATURES[feature];
  const { opens, closed } = features[feature];
  const action = enabled ? disableFeature : enableFeature;
  return (
    <li aria-label={name}>
      <div>
        <strong>{name}</strong>
        <Chip tone={enabled ? 'success' : 'ended'}>{enabled ? 'Enabled' : 'Disabled'}</Chip>
        <p>{opens}</p>
        <p className={styles.changed}>
          {updatedDate ? (
            <>
              <DateTime value={updatedDate} /> by {updatedBy}
            </>
          ) : (
            'Never changed'
          )}
        </p>
      </div>
      <ActionButton
        action={action}
        record={given}
        title={`${action.label} ${name}?`}
        intro={<p>{enabled ? closed : opens}</p>}
        submitLabel={`${action.label} ${name}`}
        danger={enabled}
        run={() =>
          call('PUT /api/merchants/{id}/features/{feature}', {
            params: { id, feature },
            body: { enabled: !enabled },
          })
        }
      />
    </li>
  );
}
