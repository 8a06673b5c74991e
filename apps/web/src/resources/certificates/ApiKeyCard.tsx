import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { generateApiKey } from '@paydesk/contract/resources/certificates.ts';
import { ActionButton } from '../../platform/ActionButton.tsx';
import { call } from '../../platform/api.ts';
import { DetailCard, Fields } from '../../platform/DetailScreen/blocks.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import { IconEye, IconEyeOff, IconKey } from '../../ui/icons.ts';
import { DateTime } from '../../ui/values.tsx';
import styles from './certificates.module.css';
import { API_KEY, apiKeyQuery, merchantQuery } from './queries.ts';
import { masked, questions } from './words.ts';

/** FC-10's neighbour: how long after a new key it is asked for again (CK-22). */
const REFETCH_MS = 1000;

/** CK-03: shown masked, with reveal and copy (AM-44). */
export function ApiKeyCard() {
  const client = useQueryClient();
  const { data } = useQuery(apiKeyQuery);
  const { data: merchant } = useQuery(merchantQuery);
  return (
    <DetailCard title="API key">
      <p className={styles.words}>
        {data && !data.key
          ? 'There is no API key yet. It is the plain way for your own systems to call us.'
          : 'Your own systems send it as a bearer token. Keep it out of browsers and repositories.'}
      </p>
      {data?.key ? (
        <Fields
          narrow
          fields={[
            { label: 'Key', value: <Secret key={data.key} text={data.key} /> },
            { label: 'Created', value: <DateTime value={data.createdDate} /> },
            { label: 'Created By', value: data.createdBy },
            {
              label: 'Last used',
              value: data.lastUsedDate ? <DateTime value={data.lastUsedDate} /> : 'Never',
            },
          ]}
        />
      ) : null}
      {merchant ? (
        <div className={styles.buttons}>
          <ActionButton
            action={generateApiKey}
            record={{ status: merchant.status.name }}
            title={generateApiKey.label}
            intro={<p>{questions.apiKey}</p>}
            danger
            icon={<IconKey size={16} aria-hidden />}
            refetch={[]}
            run={async () => {
              client.setQueryData(API_KEY, await call('POST /api/user-merchant/api-key'));
              setTimeout(() => void client.invalidateQueries({ queryKey: API_KEY }), REFETCH_MS);
            }}
          />
        </div>
      ) : null}
    </DetailCard>
  );
}

function Secret({ text }: { text: string }) {
  const [shown, setShown] = useState(false);
  const words = shown ? 'Hide API key' : 'Reveal API key';
  return (
    <span className={styles.key}>
      <code>{shown ? text : masked(text)}</code>
      <button
        type="button"
        className={styles.eye}
        aria-label={words}
        title={words}
        onClick={() => setShown(!shown)}
      >
        {shown ? <IconEyeOff size={14} aria-hidden /> : <IconEye size={14} aria-hidden />}
      </button>
      <CopyButton text={text} label="Copy API key" />
    </span>
  );
}
