import { useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import {
  disableCertificate,
  generateCertificate,
  INVALIDATED,
  type Certificate,
} from '@paydesk/contract/resources/certificates.ts';
import { certifyRequest } from '@paydesk/contract/resources/certificates/requests.ts';
import type { ParamsOf } from '../../paths.ts';
import { useRouteParams } from '../../platform/route-state.ts';
import { paths } from '../../paths.ts';
import { ActionButton } from '../../platform/ActionButton.tsx';
import { addressOf, call, callForFile } from '../../platform/api.ts';
import { DetailScreen } from '../../platform/DetailScreen/DetailScreen.tsx';
import { wordsOf } from '../../platform/DetailScreen/RecordActions.tsx';
import { useCall } from '../../platform/query.ts';
import { useActor } from '../../platform/session.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Button } from '../../ui/Button.tsx';
import { StatusChip } from '../../ui/Chip.tsx';
import { CopyButton, useCopy } from '../../ui/Copy.tsx';
import {
  IconAlertTriangle,
  IconPower,
  IconCertificate,
  IconCheck,
  IconCopy,
  IconDownload,
} from '../../ui/icons.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { CertificateCard } from './CertificateCard.tsx';
import styles from './certificates.module.css';
import { DownloadCertificate } from './DownloadCertificate.tsx';
import { NoMerchant } from './NoMerchant.tsx';
import { DEFAULT_FILE, ofMerchant } from './words.ts';

/** One certificate, or an empty one to be generated: RT-29, RT-30. Only the first is asked for (CK-13). */
export function CertificateScreen(): ReactNode {
  const { certificateId }: Partial<ParamsOf<'cert'>> = useRouteParams<'cert' | 'add-cert'>();
  const { merchantId } = useActor();
  if (certificateId) return <Existing key={certificateId} id={certificateId} />;
  return merchantId ? <Empty /> : <NoMerchant />;
}

function Existing({ id }: { id: string }) {
  const key = 'GET /api/user-merchant/certificate/{id}';
  const query = useCall(key, { params: { id } });
  return (
    <DetailScreen query={query} address={() => addressOf(key, { id }).url}>
      {(certificate) => ({
        title: certificate.name,
        tabTitle: 'Certificate details',
        chips: <StatusChip status={certificate.status} />,
        id,
        note: 'Signed calls name it by this id.',
        actions: (
          <>
            <CopyPublicKey text={certificate.publicKey} />
            <DownloadCertificate of={certificate} />
            <ActionButton
              {...wordsOf(disableCertificate, certificate)}
              action={disableCertificate}
              record={certificate}
              icon={<IconPower size={16} aria-hidden />}
              run={() => call('PUT /api/user-merchant/certificate/disable', { body: { id } })}
            />
            <Cancel />
          </>
        ),
        main: <CertificateCard certificate={certificate} />,
      })}
    </DetailScreen>
  );
}

/** CK-10 */
function CopyPublicKey({ text }: { text: string }) {
  const { state, copy } = useCopy(text);
  const Icon = state === 'copied' ? IconCheck : IconCopy;
  return (
    <>
      <Button icon={<Icon size={16} aria-hidden />} onClick={() => void copy()}>
        Copy Public Key
      </Button>
      <span aria-live="polite" className={styles.hint}>
        {state === 'copied' ? 'Copied' : state === 'refused' ? 'Copying failed' : ''}
      </span>
    </>
  );
}

/** CK-12 */
function Cancel() {
  const router = useRouter();
  return <Button onClick={() => void router.navigate({ href: paths.certs() })}>Cancel</Button>;
}

interface Made {
  certificate: Certificate;
  file: Blob;
  fileName: string;
}

const REQUEST_HINTS = {
  request:
    'Of an RSA key of 3072 bits or more, such as openssl req -new -newkey rsa:3072 -keyout key.pem -subj /CN=shop makes it.',
};

/** CK-14, AM-45: nothing to fill in; the private key goes into a file and is kept by nobody. */
function Empty() {
  const { data: merchant } = useCall('GET /api/user-merchant');
  const [made, setMade] = useState<Made | null>(null);
  const router = useRouter();

  const generate = async () => {
    const { answer, fileName, type } = await callForFile('POST /api/user-merchant/certificate');
    const { privateKey, ...certificate } = answer;
    const file = new Blob([privateKey], type ? { type } : {});
    const made = { certificate, file, fileName: fileName ?? DEFAULT_FILE };
    setMade(made);
    saveFile(file, made.fileName);
  };

  return (
    <article className={styles.screen}>
      <header className={styles.head}>
        <h1>{made?.certificate.name ?? 'New certificate'}</h1>
        <div className={styles.actions}>
          {made ? (
            <>
              <CopyPublicKey text={made.certificate.publicKey} />
              <DownloadCertificate of={made.certificate} />
            </>
          ) : null}
          {merchant && !made ? (
            <ActionButton
              {...wordsOf(certifyRequest, ofMerchant(merchant))}
              action={certifyRequest}
              record={ofMerchant(merchant)}
              hints={REQUEST_HINTS}
              icon={<IconCertificate size={16} aria-hidden />}
              run={async (body) => {
                const { id } = await call('POST /api/user-merchant/certificate-requests', { body });
                void router.navigate({ href: paths.cert(id) });
              }}
            />
          ) : null}
          {merchant && !made ? (
            <ActionButton
              {...wordsOf(generateCertificate, ofMerchant(merchant))}
              action={generateCertificate}
              record={ofMerchant(merchant)}
              icon={<IconCertificate size={16} aria-hidden />}
              run={generate}
            />
          ) : null}
          <Cancel />
        </div>
      </header>
      {made ? <Saved {...made} /> : <Warning />}
      <CertificateCard certificate={made?.certificate ?? null} />
    </article>
  );
}

function Warning() {
  return (
    <Notice tone="warning" icon={IconAlertTriangle}>
      {INVALIDATED} The new private key downloads as a file, once; we keep no copy of it.
    </Notice>
  );
}

function Saved({ certificate, file, fileName }: Made) {
  return (
    <Notice tone="success" icon={IconCheck} aria-live="polite">
      <p>
        The private key was saved as <strong>{fileName}</strong>. It will not be shown again: keep
        the file where only your own systems read it. Signed calls name it by its id:{' '}
        <code>{certificate.id}</code> <CopyButton text={certificate.id} label="Copy ID" />
      </p>
      <div className={styles.buttons}>
        <Button
          icon={<IconDownload size={16} aria-hidden />}
          onClick={() => saveFile(file, fileName)}
        >
          Save it again
        </Button>
      </div>
    </Notice>
  );
}
