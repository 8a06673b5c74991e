import { useState, type ReactNode } from 'react';
import type { Connection } from '@paydesk/contract/resources/sso.ts';
import { call } from '../../platform/api.ts';
import { Fields } from '../../platform/DetailScreen/blocks.tsx';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import { notify } from '../../platform/notify.tsx';
import { useRefresh } from '../../platform/query.ts';
import { useOnce } from '../../platform/useOnce.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DateTime } from '../../ui/values.tsx';
import styles from './sso.module.css';

/** How the provider tells who comes and who leaves (SCIM 2.0). */
export function Provisioning({ connection }: { connection: Connection }): ReactNode {
  const refresh = useRefresh();
  const [running, once] = useOnce();
  const [open, setOpen] = useState<'stop' | 'replace' | null>(null);
  const [token, setToken] = useState<string | null>(null);
  const { provisioning } = connection;
  const params = { id: connection.id };
  const make = async () => {
    const made = await call('POST /api/sso/connections/{id}/actions/provision', { params });
    setOpen(null);
    setToken(made.token);
    void refresh();
  };
  return (
    <section aria-label="SCIM provisioning">
      <h3>SCIM provisioning</h3>
      {provisioning ? (
        <Fields
          fields={[
            {
              label: 'Address for the provider (SCIM 2.0)',
              value: provisioning.address,
              copy: provisioning.address,
            },
            { label: 'Token made', value: <DateTime value={provisioning.madeDate} /> },
            {
              label: 'Last used',
              value: provisioning.usedDate ? <DateTime value={provisioning.usedDate} /> : 'not yet',
            },
          ]}
        />
      ) : (
        <p className={styles.words}>
          The provider can tell who joins and who leaves: whoever leaves the firm loses their
          sessions here at once.
        </p>
      )}
      <div className={styles.buttons}>
        {provisioning ? (
          <>
            <Button onClick={() => setOpen('replace')}>Replace token</Button>
            <Button onClick={() => setOpen('stop')}>Stop SCIM</Button>
          </>
        ) : (
          <Button
            pending={running === 'make'}
            onClick={() =>
              once(async () => {
                await make();
                return null;
              }, 'make')
            }
          >
            Make a SCIM token
          </Button>
        )}
      </div>
      {token ? (
        <Dialog title="SCIM token" onClose={() => setToken(null)}>
          <p className={styles.words}>
            Give it to the provider now: it is shown this once and never again.
          </p>
          <pre>{token}</pre>
          <CopyButton text={token} label="Copy token" />
        </Dialog>
      ) : null}
      {open ? (
        <Dialog
          title={open === 'stop' ? 'Stop SCIM?' : 'Replace the token?'}
          onClose={() => setOpen(null)}
        >
          <p className={styles.words}>
            {open === 'stop'
              ? 'The provider tells nothing any more. Its people stay as they are.'
              : 'The one before ends at once: the provider needs the new one.'}
          </p>
          <FieldsForm
            fields={{}}
            danger
            submitLabel={open === 'stop' ? 'Stop SCIM' : 'Replace token'}
            onCancel={() => setOpen(null)}
            onSubmit={async () => {
              if (open === 'replace') return make();
              await call('POST /api/sso/connections/{id}/actions/stop-provisioning', { params });
              setOpen(null);
              void refresh();
              notify.success('SCIM is stopped; the token has ended.');
            }}
          />
        </Dialog>
      ) : null}
    </section>
  );
}
