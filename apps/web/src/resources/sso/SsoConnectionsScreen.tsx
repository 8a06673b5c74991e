import { useState, type ReactNode } from 'react';
import {
  connectionFields,
  newConnectionFields,
  type Connection,
} from '@paydesk/contract/resources/sso.ts';
import { call } from '../../platform/api.ts';
import { DetailCard, Fields } from '../../platform/DetailScreen/blocks.tsx';
import { Failed } from '../../platform/Failed.tsx';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import { notify } from '../../platform/notify.tsx';
import { NotYours } from '../../platform/NotYours.tsx';
import { useCall, useRefresh } from '../../platform/query.ts';
import { useActor } from '../../platform/session.ts';
import { leaveFor } from '../../platform/sso.ts';
import { useOnce } from '../../platform/useOnce.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Coming } from '../../ui/Coming.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { DateTime } from '../../ui/values.tsx';
import { Empty } from './Empty.tsx';
import { Provisioning } from './Provisioning.tsx';
import styles from './sso.module.css';

const HINTS = {
  issuer: 'Its https address, below which /.well-known/openid-configuration stands.',
  domains:
    'Whose addresses it speaks for, such as example.com, example.org. You prove each by a line in its DNS.',
  roleClaim:
    'Such as groups or roles. Left empty, newcomers get the lesser role and everybody keeps theirs.',
  ownRoles:
    'One a line: the value, ‘=’, the role. Groups that the provider tells of count by the same values.',
  memberValue: 'Left empty, whoever is no administrator is one of everybody else.',
};
const FOLDED = { label: 'Roles', keys: ['roleClaim', 'adminValue', 'ownRoles', 'memberValue'] };

/** How the own people sign in by what their firm has. */
export function SsoConnectionsScreen(): ReactNode {
  const { userRole } = useActor();
  if (userRole !== 'BACKOFFICE_ADMIN' && userRole !== 'MERCHANT_ADMIN')
    return (
      <NotYours
        title="Single sign-on"
        reason="Only administrators set how people sign in."
        ask="Ask one of them."
      />
    );
  return <Shown />;
}

function Shown(): ReactNode {
  const refresh = useRefresh();
  const { data, error, refetch } = useCall('GET /api/sso/connections');
  const [adding, setAdding] = useState(false);
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <article className={styles.screen}>
      <header className={styles.header}>
        <h1>Single sign-on</h1>
        <Button variant="primary" onClick={() => setAdding(true)}>
          Add a connection
        </Button>
      </header>
      {data ? null : <Coming />}
      {data?.content.length === 0 ? <Empty of={data} onBegin={() => setAdding(true)} /> : null}
      {data?.content.map((one) => (
        <One key={one.id} connection={one} />
      ))}
      {adding ? (
        <Dialog title="Add a connection" size={560} onClose={() => setAdding(false)}>
          <FieldsForm
            fields={newConnectionFields}
            hints={HINTS}
            folded={FOLDED}
            submitLabel="Add connection"
            onCancel={() => setAdding(false)}
            onSubmit={async (body) => {
              await call('POST /api/sso/connections', { body });
              setAdding(false);
              void refresh();
              notify.success('Connection saved. Verify its domains and try it.');
            }}
          />
        </Dialog>
      ) : null}
    </article>
  );
}

type Act = 'verify' | 'turn-on' | 'turn-off' | 'leave-free';

function One({ connection }: { connection: Connection }): ReactNode {
  const refresh = useRefresh();
  const { userId } = useActor();
  const [running, once] = useOnce();
  const [open, setOpen] = useState<'edit' | 'remove' | 'enforce' | null>(null);
  const { id, name, on, enforced, triedDate, domains, claims, problem } = connection;
  const params = { id };
  const close = () => setOpen(null);
  const done = (words: string) => {
    close();
    void refresh();
    notify.success(words);
  };
  const act = (what: Act, words: string) =>
    once(async () => {
      await call(`POST /api/sso/connections/{id}/actions/${what}`, { params });
      void refresh();
      return words;
    }, what);
  const button = (what: Act, label: string, words: string) => (
    <Button pending={running === what} onClick={() => act(what, words)}>
      {label}
    </Button>
  );
  return (
    <DetailCard title={name}>
      <p className={styles.state}>
        <Chip tone={on ? 'success' : 'ended'}>{on ? 'On' : 'Off'}</Chip>
        {enforced ? <Chip tone="info">The only way in</Chip> : null}
        {triedDate ? (
          <span>
            tried <DateTime value={triedDate} />
          </span>
        ) : (
          <span>not tried yet</span>
        )}
      </p>
      {problem ? (
        <Notice tone="error">
          <p>The last try failed: {problem}</p>
        </Notice>
      ) : null}
      <Fields
        fields={[
          { label: 'Issuer', value: connection.issuer, copy: connection.issuer },
          { label: 'Client id', value: connection.clientId, copy: connection.clientId },
          {
            label: 'Address that the provider sends people back to',
            value: connection.callbackUrl,
            copy: connection.callbackUrl,
          },
          ...domains.map(({ domain, record, verified }) => ({
            label: verified ? `${domain}: verified` : `${domain}: put this TXT line into its DNS`,
            value: record,
            copy: record,
          })),
          { label: 'Claim that says the role', value: connection.roleClaim },
          {
            label: 'Who keeps a way in by password',
            value: connection.breakGlass.map((one) => one.name).join(', ') || null,
          },
        ]}
      />
      {claims ? (
        <details className={styles.claims}>
          <summary>What the provider said of who tried it</summary>
          <pre>{JSON.stringify(claims, null, 2)}</pre>
        </details>
      ) : null}
      <Provisioning connection={connection} />
      <div className={styles.buttons}>
        {domains.every((one) => one.verified)
          ? null
          : button('verify', 'Check DNS', 'DNS checked.')}
        <Button
          pending={running === 'try'}
          onClick={() =>
            once(async () => {
              await leaveFor((binding) =>
                call('POST /api/sso/connections/{id}/actions/try', { params, body: { binding } }),
              );
              return null;
            }, 'try')
          }
        >
          Try
        </Button>
        {on
          ? button('turn-off', 'Turn off', 'The connection is off; its sessions have ended.')
          : button('turn-on', 'Turn on', 'People of its domains sign in by it.')}
        {enforced
          ? button('leave-free', 'Allow passwords again', 'Passwords and passkeys work again.')
          : null}
        {on && !enforced ? (
          <Button onClick={() => setOpen('enforce')}>Make it the only way in</Button>
        ) : null}
        <Button onClick={() => setOpen('edit')}>Edit</Button>
        <Button onClick={() => setOpen('remove')}>Remove</Button>
      </div>
      {open === 'edit' ? (
        <Dialog title={`Edit ${name}`} size={560} onClose={close}>
          <FieldsForm
            fields={connectionFields}
            hints={{
              ...HINTS,
              clientSecret: 'Left empty, it stays as it is. Another issuer needs its own.',
            }}
            folded={FOLDED}
            initial={{
              name,
              issuer: connection.issuer,
              clientId: connection.clientId,
              domains: domains.map(({ domain }) => domain).join(', '),
              roleClaim: connection.roleClaim ?? '',
              adminValue: connection.adminValue ?? '',
              memberValue: connection.memberValue ?? '',
              ownRoles: connection.ownRoles.map((one) => `${one.value} = ${one.role}`).join('\n'),
            }}
            submitLabel="Save and turn off"
            onCancel={close}
            onSubmit={async (body) => {
              await call('PUT /api/sso/connections/{id}', { params, body });
              done('Saved. It is off until it has been tried again.');
            }}
          />
        </Dialog>
      ) : null}
      {open === 'enforce' ? (
        <Dialog title={`Make ${name} the only way in?`} onClose={close}>
          <p className={styles.words}>
            Nobody of its domains signs in by password or passkey any more, but for you, who keep a
            way in for the day that the provider is away: by your password and second factor.
          </p>
          <FieldsForm
            fields={{}}
            danger
            submitLabel="Make it the only way in"
            onCancel={close}
            onSubmit={async () => {
              const body = { breakGlass: [userId] };
              await call('POST /api/sso/connections/{id}/actions/enforce', { params, body });
              done('It is the only way in.');
            }}
          />
        </Dialog>
      ) : null}
      {open === 'remove' ? (
        <Dialog title={`Remove ${name}?`} onClose={close}>
          <p className={styles.words}>
            Its people’s sessions end, and they sign in by password or passkey, where they have one.
            This can’t be undone.
          </p>
          <FieldsForm
            fields={{}}
            danger
            submitLabel="Remove connection"
            onCancel={close}
            onSubmit={async () => {
              await call('DELETE /api/sso/connections/{id}', { params });
              done('The connection is removed.');
            }}
          />
        </Dialog>
      ) : null}
    </DetailCard>
  );
}
