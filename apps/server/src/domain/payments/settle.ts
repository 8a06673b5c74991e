import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { holdOperation, type Known, type Operation } from './operations.ts';
import { authorised } from './settle/authorised.ts';
import { cancelled } from './settle/cancelled.ts';
import { captured } from './settle/captured.ts';
import type { How } from './settle/common.ts';

/**
 * Writes the acquirer's answer down, once: whoever comes second finds it settled and changes nothing. Gives what
 * is to be asked next, which is reserved by then.
 */
export const settleIn = async (
  tx: Tx,
  services: Services,
  id: string,
  answer: Known,
  how: How,
): Promise<Operation | null> => {
  const found = await holdOperation(tx, id);
  if (!found) return null;
  const { held, operation } = found;
  if (operation.kind === 'AUTHORISE') return authorised(tx, services, held, operation, answer);
  if (answer.outcome === 'action') throw new Error('Nobody is asked at that');
  return operation.kind === 'CAPTURE'
    ? captured(tx, services, held, operation, answer, how)
    : cancelled(tx, services, held, operation, answer, how);
};
