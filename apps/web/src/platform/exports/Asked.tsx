import { Suspense, type ReactNode } from 'react';
import type { Call } from '@paydesk/contract/index.ts';
import { paths } from '../../paths.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { IconAlertTriangle, IconCheck, IconUserCheck, IconX } from '../../ui/icons.ts';
import { DateTime } from '../../ui/values.tsx';
import { addressOf } from '../api.ts';
import { AppLink } from '../AppLink.tsx';
import { useCall } from '../query.ts';
import styles from './exports.module.css';
import type { Export } from './list.ts';
import { dismiss, retry } from './store.ts';
import { late, Silent } from '../late.tsx';

// who can't hear of it finds it under Approvals still
const Fresh = late(() => import('../live/Fresh.tsx'), Silent);

const HOUR_MS = 3_600_000;

type State = Call<'GET /api/approvals/{id}'>['answer']['status']['name'];

/** What became of what was asked for: its title, and how the panel shows it. */
const BECAME: Readonly<
  Record<State, { said: (title: string) => string; phase: 'asked' | 'done' | 'failed' }>
> = {
  PENDING: {
    said: (title) => `The export of ${title} is waiting for a second person`,
    phase: 'asked',
  },
  APPROVED: { said: (title) => `The export of ${title} is confirmed`, phase: 'done' },
  DECLINED: { said: (title) => `The export of ${title} was refused`, phase: 'failed' },
  WITHDRAWN: { said: (title) => `The export of ${title} was withdrawn`, phase: 'failed' },
  EXPIRED: { said: (title) => `Nobody has confirmed the export of ${title}`, phase: 'failed' },
};
const ICONS = { asked: IconUserCheck, done: IconCheck, failed: IconAlertTriangle };

/** A file that a second person has to agree to: who asked for it sees here what became of it, as it happens (ADR 102). */
export function Asked({ one }: { one: Export }): ReactNode {
  const { id, wanted, waitsFor } = one;
  const request = useCall(
    'GET /api/approvals/{id}',
    { params: { id: waitsFor ?? '' } },
    { enabled: waitsFor !== null },
  );
  const said = request.data;
  const state = said?.status.name ?? 'PENDING';
  const { phase, said: words } = BECAME[state];
  const Icon = ICONS[phase];
  return (
    <li data-phase={phase}>
      {waitsFor && state === 'PENDING' ? (
        <Suspense fallback={null}>
          <Fresh
            address={addressOf('GET /api/approvals/{id}', { id: waitsFor }).url}
            again={request.refetch}
          />
        </Suspense>
      ) : null}
      <Icon size={16} className={styles.icon} aria-hidden />
      <div className={styles.text}>
        <strong aria-live="polite">{words(wanted.title)}</strong>
        <span>
          {state === 'PENDING' ? (
            'You will be told here and by email.'
          ) : state === 'APPROVED' ? (
            <>
              By {said?.decidedBy}; download it until{' '}
              <DateTime
                value={new Date(Date.parse(said?.decidedDate ?? '') + HOUR_MS).toISOString()}
              />
            </>
          ) : (
            [said?.decidedBy && `By ${said.decidedBy}`, said?.note && `‘${said.note}’`]
              .filter(Boolean)
              .join(': ')
          )}
        </span>
        {waitsFor ? (
          <AppLink href={paths.approval(waitsFor)} className={styles.request}>
            Open the request
          </AppLink>
        ) : null}
      </div>
      {/* where nobody can say what became of it, asking for the file says so */}
      {state === 'APPROVED' || request.isError || !waitsFor ? (
        <Button variant={state === 'APPROVED' ? 'primary' : 'default'} onClick={() => retry(one)}>
          Download
        </Button>
      ) : null}
      <IconButton label="Close" onClick={() => dismiss(id)}>
        <IconX size={16} aria-hidden />
      </IconButton>
    </li>
  );
}
