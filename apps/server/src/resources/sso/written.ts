import type { AuditAction } from '@paydesk/contract/audited.ts';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Tx } from '../../platform/db/database.ts';

/** What was done to a connection. */
export const write = (
  tx: Tx,
  actor: SignedIn,
  action: AuditAction,
  id: string,
  details: Record<string, unknown> = {},
) =>
  audit(tx, actor, {
    action,
    entityType: 'SSO_CONNECTION',
    entityId: id,
    merchantId: actor.merchantId,
    result: 'SUCCESS',
    details,
  });
