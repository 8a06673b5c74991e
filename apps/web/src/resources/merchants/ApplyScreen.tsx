import { useState, type ReactNode } from 'react';
import {
  APPLICATION_WORDS,
  applyFields,
} from '@paydesk/contract/resources/merchants/applications.ts';
import { call } from '../../platform/api.ts';
import { Failed } from '../../platform/Failed.tsx';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import { useCall } from '../../platform/query.ts';
import { useRouteSearch } from '../../platform/route-state.ts';
import { Coming } from '../../ui/Coming.tsx';
import { ApplicationForm } from './ApplicationForm.tsx';
import { ApplyNote } from './ApplyNote.tsx';
import styles from './apply.module.css';

const TITLE = 'Apply as a merchant';

/** Where a merchant applies by itself, if the provider lets it (ADR 92). */
export function ApplyScreen(): ReactNode {
  const { token } = useRouteSearch<'apply'>();
  const { data, error, refetch } = useCall('GET /api/merchant-applications');
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Coming />;
  if (!data.open) return <ApplyNote title={TITLE} tone="info" words={APPLICATION_WORDS.closed} />;
  return token ? <ApplicationForm key={token} token={token} title={TITLE} /> : <Start />;
}

function Start() {
  const [sent, setSent] = useState(false);
  if (sent) return <ApplyNote title={TITLE} tone="success" words={APPLICATION_WORDS.sent} />;
  return (
    <div className={styles.start}>
      <h1>{TITLE}</h1>
      <p>
        We mail you a link to the application. Have at hand: your number in the register, your IBAN,
        who owns the business, and a document that shows it, as PDF, PNG or JPEG.
      </p>
      <FieldsForm
        fields={applyFields}
        submitLabel="Send link"
        autoComplete={{ email: 'email' }}
        wide
        onSubmit={async (body) => {
          await call('POST /api/merchant-applications', { body });
          setSent(true);
        }}
      />
    </div>
  );
}
