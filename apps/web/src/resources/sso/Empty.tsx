import type { ReactNode } from 'react';
import type { Call } from '@paydesk/contract/index.ts';
import { DetailCard, Fields } from '../../platform/DetailScreen/blocks.tsx';
import { Button } from '../../ui/Button.tsx';
import styles from './sso.module.css';

/** What a connection is for, what its provider is told and gives, and where to begin. */
export const Empty = ({
  of: { callbackUrl, scimUrl },
  onBegin,
}: {
  of: Pick<Call<'GET /api/sso/connections'>['answer'], 'callbackUrl' | 'scimUrl'>;
  onBegin: () => void;
}): ReactNode => (
  <DetailCard title="No connection yet">
    <p className={styles.words}>
      Your people sign in by password or passkey. With a connection they sign in by your firm’s own
      provider (OpenID Connect), and nobody who has left the company can.
    </p>
    <ol className={styles.steps}>
      <li>
        At your provider, such as Entra ID, Okta or Keycloak, make a web application for OpenID
        Connect, and give it these addresses:
        <Fields
          narrow
          fields={[
            { label: 'Sends people back to', value: callbackUrl, copy: callbackUrl },
            {
              label: 'Tells who joins and leaves (SCIM 2.0, optional)',
              value: scimUrl,
              copy: scimUrl,
            },
          ]}
        />
      </li>
      <li>
        From the provider you need three things: its issuer, which is an https address, a client id
        and a client secret. Add the connection with them and the email domains of your firm.
      </li>
      <li>
        Put one line for each domain into its DNS, try the connection, and turn it on. Passwords go
        on working until you make it the only way in.
      </li>
    </ol>
    <p className={styles.begin}>
      <Button variant="primary" onClick={onBegin}>
        Add a connection
      </Button>
    </p>
  </DetailCard>
);
