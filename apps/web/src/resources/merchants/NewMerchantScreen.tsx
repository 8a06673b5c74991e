import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { mccChoices } from '@paydesk/contract/business/mcc.ts';
import { decide } from '@paydesk/contract/policy.ts';
import { addMerchant } from '@paydesk/contract/resources/merchants/actions.ts';
import { paths } from '../../paths.ts';
import { ApiError, call } from '../../platform/api.ts';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { isWaiting } from '../../platform/errors.ts';
import { checkOf } from '../../platform/form/check.ts';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import { idempotencyKeys } from '../../platform/idempotency.ts';
import { notify } from '../../platform/notify.tsx';
import { NotYours } from '../../platform/NotYours.tsx';
import { useRefresh } from '../../platform/query.ts';
import { consoleSettingsQuery, useActor } from '../../platform/session.ts';
import { BESIDE, HINTS } from './business.ts';
import styles from './merchants.module.css';

const PARTS = {
  cardAcceptanceLocation: () => <h3 className={styles.part}>First administrator</h3>,
};

/** A merchant that staff take on: it is approved by that, and its first administrator is invited (ADR 91). */
export function NewMerchantScreen(): ReactNode {
  const decision = decide(useActor(), addMerchant.asks);
  return decision.allowed ? <NewMerchant /> : <NotYours title="New merchant" {...decision} />;
}

function NewMerchant() {
  const router = useRouter();
  const refresh = useRefresh();
  const { data } = useQuery(consoleSettingsQuery);
  const [keys] = useState(() => idempotencyKeys());
  const [fields] = useState(() => ({
    ...addMerchant.fields,
    mccCode: { ...addMerchant.fields.mccCode, enumeration: mccChoices() },
  }));
  return (
    <article className={styles.add}>
      <h1>New merchant</h1>
      <p className={styles.lead}>
        It is approved at once, and can take payments once you activate it. Its first administrator
        gets an invitation by mail.
      </p>
      <DetailCard title="Business">
        <FieldsForm
          fields={fields}
          foot
          // most are at home where their provider is
          initial={{ country: (data?.provider.country ?? undefined) as never }}
          submitLabel="Create merchant"
          beside={{ ...BESIDE, administratorFirstName: 'administratorLastName' }}
          hints={HINTS}
          below={PARTS}
          check={checkOf(addMerchant, fields, null)}
          onCancel={() => void router.navigate({ href: paths.merchants() })}
          onSubmit={async (body) => {
            const made = await call('POST /api/merchants', {
              body,
              idempotencyKey: keys.keyFor(body),
            }).catch((error: unknown) => {
              if (error instanceof ApiError && error.status < 500) keys.refused();
              if (!isWaiting(error)) throw error;
              notify.failure(error);
              return null;
            });
            if (!made) return router.navigate({ href: paths.merchants() });
            notify.success(addMerchant.success);
            void refresh();
            await router.navigate({ href: paths.merchantById(made.id) });
          }}
        />
      </DetailCard>
    </article>
  );
}
