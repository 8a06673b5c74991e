import { Suspense, useState } from 'react';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { merchantAsks } from '@paydesk/contract/resources/merchants/actions.ts';
import { DetailCard, Fields, Note } from '../../platform/DetailScreen/blocks.tsx';
import { Failed } from '../../platform/Failed.tsx';
import { useCall } from '../../platform/query.ts';
import { useActor } from '../../platform/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Coming } from '../../ui/Coming.tsx';
import type { Tone } from '../../ui/tone.ts';
import { Amount, DateTime } from '../../ui/values.tsx';
import { Application } from './Application.tsx';
import styles from './merchants.module.css';
import { late } from '../../platform/late.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  LOW: 'success',
  MEDIUM: 'warning',
  HIGH: 'error',
  CLEAR: 'success',
  POSSIBLE_MATCH: 'warning',
  MATCH: 'error',
};

const CheckForm = late(() => import('./CheckForm.tsx'));

/** The check before the merchant was taken on; staff write down what they found (MB-04). */
export default function Background({ merchantId: id }: { merchantId: string }) {
  const { data, error, refetch } = useCall('GET /api/merchants/{id}/background', {
    params: { id },
  });
  const mayCheck = isAllowed(useActor(), merchantAsks);
  const [writes, setWrites] = useState(false);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Coming />;
  if (writes)
    return (
      <Suspense fallback={<Coming />}>
        <CheckForm merchantId={id} known={data} onDone={() => setWrites(false)} />
      </Suspense>
    );
  const check = mayCheck ? (
    <p className={styles.check}>
      <Button onClick={() => setWrites(true)}>
        {data.checkedAt ? 'Check again' : 'Record check'}
      </Button>
    </p>
  ) : null;
  const unchecked = data.checkedAt ? null : (
    <Note tone="info">
      {data.registrationNumber === null
        ? 'Not checked yet: its owners, risk and screening result are not known.'
        : 'Not checked yet: this is what it told us. Record its risk and screening result.'}
    </Note>
  );
  if (data.registrationNumber === null)
    return (
      <>
        {unchecked}
        {check}
      </>
    );
  const chip = (value: typeof data.riskClass | typeof data.screeningResult) =>
    value ? <Chip tone={TONES[value.name] ?? 'info'}>{value.description}</Chip> : null;
  return (
    <>
      {unchecked}
      <DetailCard title="Background check">
        <Fields
          fields={[
            { label: 'Risk class', value: chip(data.riskClass) },
            { label: 'Screening result', value: chip(data.screeningResult) },
            {
              label: 'Registration number',
              value: data.registrationNumber,
              copy: data.registrationNumber ?? '',
              mono: true,
            },
            {
              label: 'Beneficial owners',
              value: data.beneficialOwners?.length ? (
                <ul className={styles.owners}>
                  {data.beneficialOwners.map(({ name, share }) => (
                    <li key={`${name} ${share}`}>
                      {name} <span>{share} %</span>
                    </li>
                  ))}
                </ul>
              ) : null,
            },
            { label: 'Business description', value: data.businessDescription },
            {
              label: 'Expected turnover a year',
              value: <Amount amount={data.expectedTurnover} currency={data.currency} />,
            },
            { label: 'Checked at', value: <DateTime value={data.checkedAt} /> },
            { label: 'Checked by', value: data.checkedBy },
          ]}
        />
        {check}
      </DetailCard>
      <Application merchantId={id} />
    </>
  );
}
