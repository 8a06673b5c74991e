import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Call } from '@paydesk/contract/index.ts';
import type { Enumeration } from '@paydesk/contract/kernel/enumeration.ts';
import type { Fields } from '@paydesk/contract/kernel/fields.ts';
import {
  installationWords,
  mailFields,
  providerFields,
} from '@paydesk/contract/resources/installation.ts';
import { call } from '../../platform/api.ts';
import { errorText } from '../../platform/errors.ts';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import PictureInput from '../../platform/form/PictureInput.tsx';
import { browserTimeZone } from '../../platform/format.ts';
import { notify } from '../../platform/notify.tsx';
import { useRefresh } from '../../platform/query.ts';
import { consoleSettingsQuery, useMe } from '../../platform/session.ts';
import styles from './installation.module.css';

type Installation = Call<'GET /api/settings/installation'>['answer'];

interface Props {
  installation: Installation;
  /** What happens once it is saved, beyond being said so. */
  onDone?: () => void;
  submitLabel?: string;
}

/** Every zone that this browser knows; and the one that is set. */
const zones = (set: string): Enumeration =>
  Object.fromEntries(
    [...new Set([set, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
      .toSorted()
      .map((zone) => [zone, zone.replaceAll('_', ' ')]),
  );

const asked = ({ provider, fixed }: Installation) =>
  ({
    ...providerFields,
    timeZone: {
      ...providerFields.timeZone,
      ...(fixed.timeZone
        ? { readOnly: true }
        : { kind: 'choice', enumeration: zones(provider.timeZone) }),
    },
    publicAddress: {
      ...providerFields.publicAddress,
      ...(fixed.publicAddress && { readOnly: true }),
    },
  }) as typeof providerFields;

const hintsOf = ({ fixed }: Installation) => ({
  name: 'On the sign-in, and as the sender of emails.',
  country: 'The default country of new merchants.',
  timeZone: fixed.timeZone
    ? installationWords.fixed('BUSINESS_TIME_ZONE')
    : 'Where a business day begins and ends; if you change it, all figures are calculated again.',
  publicAddress: fixed.publicAddress
    ? installationWords.fixed('PUBLIC_URL')
    : 'What people type to get here. Links in emails begin with it, and systems that call the API sign for it.',
});

export function ProviderForm({
  installation,
  onDone,
  submitLabel = 'Save provider',
}: Props): ReactNode {
  const refresh = useRefresh();
  const { provider, fixed } = installation;
  const untouched = provider.name === null;
  return (
    <FieldsForm
      name="provider"
      fields={asked(installation)}
      initial={{
        ...provider,
        // as the person who sets it up has it; nothing stands there yet
        ...(untouched && !fixed.timeZone && { timeZone: browserTimeZone() }),
        ...(untouched && !fixed.publicAddress && { publicAddress: location.origin }),
      }}
      hints={hintsOf(installation)}
      submitLabel={submitLabel}
      focus={onDone !== undefined}
      onSubmit={async (body, readAs) => {
        await call('PUT /api/settings/installation', {
          body: { ...body, readAs: untouched ? undefined : readAs },
        });
        notify.success(installationWords.saved);
        await refresh();
        onDone?.();
      }}
    >
      <p>Currency: EUR. It is the only one in this version of Paydesk.</p>
    </FieldsForm>
  );
}

/** The mail server is kept once it has taken a test mail. */
export function MailForm({
  installation: { mail, fixed },
  onDone,
  submitLabel = 'Save and send a test mail',
}: Props): ReactNode {
  const refresh = useRefresh();
  const { email } = useMe();
  const [saved, setSaved] = useState(0);
  if (fixed.mail) return <p>{installationWords.fixed('SMTP_URL')}.</p>;
  return (
    <FieldsForm
      // the password is empty again once it is kept
      key={saved}
      name="mail"
      fields={mailFields as Fields as typeof mailFields}
      initial={mail ?? { port: 587, security: 'STARTTLS' }}
      hints={{
        port: '587 with STARTTLS, 465 with TLS.',
        ...(mail?.hasPassword && {
          password:
            'Leave it empty to keep the one that is set. With another server, port, security or user name it is asked for again.',
        }),
        from: 'The address that emails come from.',
      }}
      submitLabel={submitLabel}
      focus={onDone !== undefined}
      onSubmit={async (body) => {
        await call('PUT /api/settings/installation/mail', { body });
        notify.success(installationWords.mailSaved(email));
        await refresh();
        setSaved((count) => count + 1);
        onDone?.();
      }}
    >
      <p>A test mail goes to {email}. Only a server that accepts it is saved.</p>
    </FieldsForm>
  );
}

const LOGO = { label: 'Logo', kind: 'picture' } as const;

/** The picture in the header and on the sign-in, kept as soon as it is chosen. */
export function LogoForm({ titled = false }: { titled?: boolean }): ReactNode {
  const refresh = useRefresh();
  const { data } = useQuery(consoleSettingsQuery);
  const [error, setError] = useState<string | null>(null);
  const save = async (image: string | null) => {
    setError(null);
    try {
      await call('PUT /api/settings/installation/logo', { body: { image } });
      notify.success(image ? installationWords.logoSaved : installationWords.logoRemoved);
      await refresh();
    } catch (failure) {
      const { title, lines } = errorText(failure);
      setError([title, ...lines].filter(Boolean).join(': '));
    }
  };
  return (
    <PictureInput
      field={LOGO}
      common={{
        name: 'logo',
        // its card says it already, to who sees it
        label: titled ? <span className={styles.said}>{LOGO.label}</span> : LOGO.label,
        description: undefined,
        error,
      }}
      value={data?.provider.logo ?? ''}
      onChange={(image) => void save(image || null)}
    />
  );
}
