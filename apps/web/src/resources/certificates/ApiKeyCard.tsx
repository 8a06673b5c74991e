import { useRef, useState } from 'react';
import { generateApiKey } from '@paydesk/contract/resources/certificates.ts';
import { paths } from '../../paths.ts';
import { ActionButton } from '../../platform/ActionButton.tsx';
import { call } from '../../platform/api.ts';
import { DetailCard, Fields } from '../../platform/DetailScreen/blocks.tsx';
import { wordsOf } from '../../platform/DetailScreen/RecordActions.tsx';
import { LinkButton } from '../../platform/LinkButton.tsx';
import { notify } from '../../platform/notify.tsx';
import { useCall, useRefresh } from '../../platform/query.ts';
import { Coming } from '../../ui/Coming.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import { IconEye, IconEyeOff, IconKey } from '../../ui/icons.ts';
import { DateTime } from '../../ui/values.tsx';
import styles from './certificates.module.css';
import { masked, ofMerchant } from './words.ts';

/** FC-10's neighbour: how long after a new key it is asked for again (CK-22). */
const REFETCH_MS = 1000;

const READ = 'GET /api/user-merchant/api-key';

/** CK-03: shown masked, with reveal and copy (AM-44), each of which asks the server for it. */
export function ApiKeyCard() {
  const refresh = useRefresh();
  // what is known of it: the key itself is asked for when somebody wants to see it, and that is audited
  const { data, isPending } = useCall('GET /api/user-merchant/api-key-info');
  // its status says what may be generated
  const { data: merchant, isPending: asked } = useCall('GET /api/user-merchant');
  return (
    <DetailCard title="API key">
      {isPending || asked ? <Coming /> : null}
      <p className={styles.words}>
        {data && !data.lastFour
          ? 'There is no API key yet. It is the plain way for your own systems to call us.'
          : 'Your own systems send it as a bearer token. Keep it out of browsers and repositories.'}
      </p>
      {data?.lastFour ? (
        <Fields
          narrow
          fields={[
            { label: 'Key', value: <Secret key={data.lastFour} lastFour={data.lastFour} /> },
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
          <LinkButton href={paths.apiKeys()}>Named keys</LinkButton>
          <ActionButton
            {...wordsOf(generateApiKey, ofMerchant(merchant))}
            action={generateApiKey}
            record={ofMerchant(merchant)}
            icon={<IconKey size={16} aria-hidden />}
            run={async () => {
              await call('POST /api/user-merchant/api-key');
              setTimeout(() => void call(READ).then(refresh, notify.failure), REFETCH_MS);
            }}
          />
        </div>
      ) : null}
    </DetailCard>
  );
}

function Secret({ lastFour }: { lastFour: string }) {
  const [shown, setShown] = useState<string | null>(null);
  const asking = useRef(false);
  /** Null where it was not given, such as without the code that it asks for. */
  const read = async (): Promise<string | null> => {
    if (asking.current) return null;
    asking.current = true;
    try {
      return (await call(READ)).key;
    } catch (error) {
      notify.failure(error);
      return null;
    } finally {
      asking.current = false;
    }
  };
  const words = shown ? 'Hide API key' : 'Reveal API key';
  return (
    <span className={styles.key}>
      <code>{shown ?? masked(lastFour)}</code>
      <IconButton
        className={styles.eye}
        label={words}
        onClick={() => (shown ? setShown(null) : void read().then(setShown))}
      >
        {shown ? <IconEyeOff size={14} aria-hidden /> : <IconEye size={14} aria-hidden />}
      </IconButton>
      <CopyButton text={shown ?? read} label="Copy API key" />
    </span>
  );
}
