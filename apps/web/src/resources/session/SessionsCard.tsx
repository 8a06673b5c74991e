import type { ReactNode } from 'react';
import { call } from '../../platform/api.ts';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { Failed } from '../../platform/Failed.tsx';
import { useCall, useRefresh } from '../../platform/query.ts';
import { useOnce } from '../../platform/useOnce.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { IconDeviceDesktop, IconDeviceMobile } from '../../ui/icons.ts';
import { DateTime } from '../../ui/values.tsx';
import classes from './session.module.css';

const MOBILE = /iPhone|iPad|Android/;

/** Where one is signed in, and how to end it there. */
export function SessionsCard(): ReactNode {
  const refresh = useRefresh();
  const { data, error } = useCall('GET /api/users/me/sessions');
  const [ending, once] = useOnce();
  const sessions = data?.content ?? [];

  const end = (which: string, ended: () => Promise<unknown>, words: string) =>
    once(async () => {
      try {
        await ended();
        return words;
      } finally {
        // one that had ended by itself goes from the list too
        void refresh();
      }
    }, which);

  return (
    <DetailCard title="Sessions" {...(data && { count: sessions.length })} flush>
      {error && !data ? <Failed error={error} /> : null}
      <ul className={classes.sessions} aria-label="Sessions">
        {sessions.map(({ id, device, address, createdDate, lastSeenDate, current }) => {
          const Icon = MOBILE.test(device) ? IconDeviceMobile : IconDeviceDesktop;
          return (
            <li key={id}>
              <Icon size={20} stroke={1.6} aria-hidden />
              <div>
                <p className={classes.state}>
                  <strong>{device}</strong>
                  {current ? <Chip tone="success">This session</Chip> : null}
                </p>
                <p className={classes.quiet}>
                  <span>{address}</span>
                  <span>
                    signed in <DateTime value={createdDate} />
                  </span>
                  {lastSeenDate ? (
                    <span>
                      last seen <DateTime value={lastSeenDate} />
                    </span>
                  ) : null}
                </p>
              </div>
              {current ? null : (
                <Button
                  aria-label={`End the session of ${device}, ${address}`}
                  pending={ending === id}
                  onClick={() =>
                    void end(
                      id,
                      () => call('DELETE /api/users/me/sessions/{id}', { params: { id } }),
                      'The session has been ended',
                    )
                  }
                >
                  End
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {sessions.length > 1 ? (
        <div className={classes.foot}>
          <Button
            pending={ending === 'others'}
            onClick={() =>
              void end(
                'others',
                () => call('POST /api/users/me/sessions/actions/end-others'),
                'All other sessions have been ended',
              )
            }
          >
            End all other sessions
          </Button>
        </div>
      ) : null}
    </DetailCard>
  );
}
