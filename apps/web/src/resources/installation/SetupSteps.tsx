import { useState, type ReactNode } from 'react';
import { useCall } from '../../platform/query.ts';
import { TextButton } from '../../ui/Button.tsx';
import { LogoForm, MailForm, ProviderForm } from './forms.tsx';
import styles from './installation.module.css';

/** The last two steps of a first start; what is left for later stands among what is left to set up. */
export default function SetupSteps({ onDone }: { onDone: () => void }): ReactNode {
  const { data } = useCall('GET /api/settings/installation');
  const [step, setStep] = useState<'provider' | 'mail'>('provider');
  if (!data) return <h1>Set up Paydesk</h1>;
  const next = () => (step === 'provider' ? setStep('mail') : onDone());
  return (
    <div className={styles.step}>
      {step === 'provider' ? (
        <>
          <h1>Who you are</h1>
          <p>Step 3 of 4: what stands on the sign-in and in emails.</p>
          <LogoForm />
          <ProviderForm installation={data} onDone={next} submitLabel="Save and go on" />
        </>
      ) : (
        <>
          <h1>Email</h1>
          <p>Step 4 of 4: invitations and reset links leave by your mail server.</p>
          <MailForm installation={data} onDone={next} />
        </>
      )}
      <div className={styles.skip}>
        <TextButton onClick={next}>Later</TextButton>
      </div>
    </div>
  );
}
