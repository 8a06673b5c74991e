import type { ReactNode } from 'react';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { paths } from '../../paths.ts';
import { IconUserCheck } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { AppLink } from '../AppLink.tsx';
import { useCall } from '../query.ts';
import { useActor } from '../session.ts';

/** What was asked about this record and waits for a second person: shown to both, and where its word is said. */
export default function WaitingRequests({ id }: { id: string }): ReactNode {
  const { userId } = useActor();
  const query = { f_aboutId: id, f_status: 'PENDING' };
  const { data } = useCall('GET /api/approvals', { query: query as never });
  if (!data?.content.length) return null;
  const words = (kind: string) =>
    data.enumerations['kind']?.find(({ name }) => name === kind)?.description ?? kind;
  return (
    <Notice tone="warning" icon={IconUserCheck} aria-live="polite">
      {data.content.map((one) => (
        <p key={one.id}>
          <strong>Waiting for a second person:</strong> {words(one.kind)}
          {one.amount === null ? '' : ` of ${formatAmount(one.amount)}`}, asked for by{' '}
          {one.askedById === userId ? 'you' : one.createdBy}: ‘{one.reason}’.{' '}
          <AppLink href={paths.approval(one.id)}>Open the request</AppLink>
        </p>
      ))}
    </Notice>
  );
}
