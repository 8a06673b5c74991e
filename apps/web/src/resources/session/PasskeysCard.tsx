import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { passkeyFields, type MyPasskey } from '@paydesk/contract/resources/session/passkeys.ts';
import { call } from '../../platform/api.ts';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { Failed } from '../../platform/Failed.tsx';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import { notify } from '../../platform/notify.tsx';
import { knowsPasskeys } from '../../platform/passkeys.ts';
import { useCall, useRefresh } from '../../platform/query.ts';
import { refreshMe } from '../../platform/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconKey } from '../../ui/icons.ts';
import { DateTime } from '../../ui/values.tsx';
import { AddPasskey } from './AddPasskey.tsx';
import classes from './session.module.css';

type Open = 'add' | { rename: MyPasskey } | { remove: MyPasskey } | null;

/** The own passkeys: which there are, when each was used, and how one comes and goes. */
export function PasskeysCard(): ReactNode {
  const refresh = useRefresh();
  const client = useQueryClient();
  const { data, error } = useCall('GET /api/passkeys');
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const done = (words: string) => {
    close();
    void refresh();
    void refreshMe(client);
    notify.success(words);
  };
  const passkeys = data?.content ?? [];
  return (
    <DetailCard title="Passkeys" {...(data && { count: passkeys.length })} flush>
      {error && !data ? <Failed error={error} /> : null}
      {passkeys.length ? (
        <ul className={classes.sessions} aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <Passkey key={passkey.id} passkey={passkey} onOpen={setOpen} />
          ))}
        </ul>
      ) : null}
      <div className={classes.foot}>
        <p>
          A passkey signs you in by your finger, face or PIN, in place of password and code; nobody
          can be tricked out of it. <Where address={data?.address} />
        </p>
        {data?.address === location.origin && knowsPasskeys() ? (
          <Button onClick={() => setOpen('add')}>Add a passkey</Button>
        ) : null}
      </div>
      {open === 'add' ? (
        <Dialog title="Add a passkey" onClose={close}>
          <AddPasskey
            onCancel={close}
            onDone={() => done('The passkey signs you in from now on.')}
          />
        </Dialog>
      ) : open && 'rename' in open ? (
        <Dialog title={`Rename ${open.rename.name}`} onClose={close}>
          <FieldsForm
            fields={passkeyFields}
            initial={{ name: open.rename.name }}
            onCancel={close}
            submitLabel="Rename"
            onSubmit={async (body) => {
              await call('PUT /api/passkeys/{id}', { params: { id: open.rename.id }, body });
              done('The passkey has its new name.');
            }}
          />
        </Dialog>
      ) : open ? (
        <Dialog title={`Remove ${open.remove.name}?`} onClose={close}>
          <p className={classes.intro}>
            It no longer signs you in. Your device keeps its half until you delete it there.
          </p>
          <FieldsForm
            fields={{}}
            danger
            onCancel={close}
            submitLabel="Remove passkey"
            onSubmit={async () => {
              await call('DELETE /api/passkeys/{id}', { params: { id: open.remove.id } });
              done('The passkey is removed.');
            }}
          />
        </Dialog>
      ) : null}
    </DetailCard>
  );
}

/** Why there is no button here. */
function Where({ address }: { address: string | null | undefined }): ReactNode {
  if (address === undefined) return null;
  if (address === null)
    return 'This installation has no public address that browsers make passkeys for: it needs a name and https.';
  if (address !== location.origin)
    return (
      <>
        They are made and used at <a href={`${address}/profile`}>{address}</a>.
      </>
    );
  return knowsPasskeys() ? null : 'This browser does not support them.';
}

function Passkey({
  passkey,
  onOpen,
}: {
  passkey: MyPasskey;
  onOpen: (open: Open) => void;
}): ReactNode {
  const { name, createdDate, lastUsedDate, synced, copied } = passkey;
  return (
    <li>
      <IconKey size={20} stroke={1.6} aria-hidden />
      <div>
        <p className={classes.state}>
          <strong>{name}</strong>
          {synced ? <Chip tone="info">Synced</Chip> : null}
          {copied ? <Chip tone="error">Closed: a copy was used</Chip> : null}
        </p>
        <p className={classes.quiet}>
          <span>
            added <DateTime value={createdDate} />
          </span>
          <span>
            {lastUsedDate ? (
              <>
                last used <DateTime value={lastUsedDate} />
              </>
            ) : (
              'never used'
            )}
          </span>
        </p>
      </div>
      <div className={classes.buttons}>
        <Button aria-label={`Rename ${name}`} onClick={() => onOpen({ rename: passkey })}>
          Rename
        </Button>
        <Button aria-label={`Remove ${name}`} onClick={() => onOpen({ remove: passkey })}>
          Remove
        </Button>
      </div>
    </li>
  );
}
