import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { holdOperation, type Known, type Operation } from './operations.ts';
import { authorised } from './settle/authorised.ts';
import { cancelled } from './settle/cancelled.ts';
import { captured } from './settle/captured.ts';
import type { How } from './settle/common.ts';

/**
 * Writes the acquirer's answer down, once: whoever comes second finds it settled, changes and does nothing. Gives what
 * is to be asked next, which is reserved by then.
 */
export const settleIn = async (
  tx: Tx,
  services: Services,
  id: string,
  answer: Known,
  how: How,
  also: (tx: Tx) => Promise<void> = async () => {},
): Promise<Operation | null> => {
  const found = await holdOperation(tx, id);
  if (!found) return null;
  const next = await written(tx, services, found, answer, how);
  await also(tx);
  return next;
};

function written(
  tx: Tx,
  services: Services,
  { held, operation }: NonNullable<Awaited<ReturnType<typeof holdOperation>>>,
  answer: Known,
  how: How,
): Promise<Operation | null> {
  if (operation.kind === 'AUTHORISE') return authorised(tx, services, held, operation, answer);
  if (answer.outcome === 'action') throw new Error('Nobody is asked at that');
  return operation.kind === 'CAPTURE'
    ? captured(tx, services, held, operation, answer, how)
    : cancelled(tx, services, held, operation, answer, how);
}
