import type { ReactNode } from 'react';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { SET_BY } from '@paydesk/contract/settings.ts';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { NotYours } from '../../platform/NotYours.tsx';
import { OneScreen } from '../../platform/OneScreen.tsx';
import { useCall } from '../../platform/query.ts';
import { useActor } from '../../platform/session.ts';
import { LogoForm, MailForm, ProviderForm } from './forms.tsx';
import styles from './installation.module.css';

/** Who runs this installation, under which address, and by which server its mails leave (AM-117, AM-118). */
export function InstallationScreen(): ReactNode {
  if (!isAllowed(useActor(), SET_BY))
    return (
      <NotYours
        title="Installation"
        reason="Only administrators see these settings."
        ask="Ask one of them to change it."
      />
    );
  return <Installation />;
}

const Installation = (): ReactNode => (
  <OneScreen title="Installation" asked={useCall('GET /api/settings/installation')}>
    {(installation) => (
      <div className={styles.cards}>
        <DetailCard title="Provider">
          <ProviderForm installation={installation} />
        </DetailCard>
        <div className={styles.column}>
          <DetailCard title="Logo">
            <LogoForm titled />
          </DetailCard>
          <DetailCard title="Mail server">
            <MailForm installation={installation} />
          </DetailCard>
        </div>
      </div>
    )}
  </OneScreen>
);
