import type { DisputeStatus } from '@paydesk/contract/payments.ts';
import { disputeNoticed } from '../domain/payments/disputes.ts';
import type { TestServer } from './server.ts';

interface Said {
  paymentId: string;
  disputeId?: string;
  noticeId?: string;
  status?: DisputeStatus;
  amountCents?: bigint;
  reason?: string;
  respondBy?: string | null;
}

/** What the acquirer says of a dispute, as its notice does: of one that is open and of 10.00, where nothing else is said. */
export const disputeSaid = (server: TestServer, { noticeId, ...said }: Said) =>
  disputeNoticed(
    server.services,
    {
      disputeId: `${said.paymentId}-1`,
      status: 'OPEN',
      amountCents: 10_00n,
      currency: 'EUR',
      reason: 'Not as described',
      respondBy: null,
      ...(noticeId && { noticeId }),
      ...said,
    },
    { address: 'sandbox', from: '203.0.113.5' },
  );
