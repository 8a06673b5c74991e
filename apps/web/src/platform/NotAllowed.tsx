import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AUDIENCES, type Permission } from '@paydesk/contract/permissions.ts';
import { paths } from '../paths.ts';
import { AppLink } from './AppLink.tsx';
import { useOpens } from './closed.ts';
import { NotYours } from './NotYours.tsx';
import { useActor } from './session.ts';
import { useTitle } from './title.ts';

export { NotYours };

type Counterpart = readonly [address: string, words: string, own: string];

/** Of staff's screens what a merchant's people have in their place, and the other way round: an address is passed on by either. */
const OF_MERCHANTS: readonly Counterpart[] = [
  [paths.consumerCredits(), 'Your loans', paths.loans()],
  [paths.consumerCreditsRefunds(), 'Your loans', paths.loans()],
  [paths.merchants(), 'Your business profile', paths.merchant()],
  [paths.users(), 'Your employees', paths.merchantEmployees()],
  [paths.auditLogs(), 'Your audit log', paths.ownAuditLogs()],
];
const OF_STAFF: readonly Counterpart[] = [
  [paths.loans(), 'Loans', paths.consumerCredits()],
  [paths.ownAuditLogs(), 'Audit Logs', paths.auditLogs()],
];

/** NG-10, NG-11: what is missing, and who can help; where the reader has a screen of their own for it, that one. */
export function NotAllowed(words: {
  reason: string;
  ask: string;
  missing: readonly Permission[];
}): ReactNode {
  useTitle('Not allowed');
  const opens = useOpens();
  const staff = AUDIENCES.staff(useActor());
  const { pathname } = useRouter().state.location;
  const [, label, own] =
    (staff ? OF_STAFF : OF_MERCHANTS).find(
      ([address, , to]) =>
        (pathname === address || pathname.startsWith(`${address}/`)) && opens(to),
    ) ?? [];
  const said = own
    ? { reason: staff ? 'It is a merchant’s own.' : 'It is the back office’s.', ask: '' }
    : words;
  return (
    <NotYours title="You are not allowed to see this page." {...said}>
      <p>Please contact administrator.</p>
      {own ? (
        <p>
          <AppLink href={own}>{label}</AppLink>
        </p>
      ) : null}
    </NotYours>
  );
}
