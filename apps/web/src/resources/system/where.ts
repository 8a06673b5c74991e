import type { Actor } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { SET_BY } from '@paydesk/contract/settings.ts';
import { QUEUES_LEAVE, type QueueName } from '@paydesk/contract/system.ts';
import { paths } from '../../paths.ts';
import type { About, QueueState } from './needs.ts';

/** What each figure of a queue counts, by the filters of the list of its messages. */
const STATES: Readonly<Record<QueueState, Readonly<Record<string, string>>>> = {
  failing: { f_status: 'WAITING,HELD', f_attempts: '1..' },
  givenUp: { f_status: 'GIVEN_UP' },
};

/** The messages of a queue, where they have a list: all of them, or those that one of its figures counts. */
export const messagesOf = (queue: QueueName, state?: QueueState): string | null =>
  QUEUES_LEAVE.includes(queue)
    ? paths.undeliveredMessages({ f_kind: queue, ...(state && STATES[state]) })
    : null;

/** Where a need leads for this person: to the list of what has failed, or to what mends it. */
export function whereOf(about: About | undefined, actor: Actor): string | null {
  if (!about) return null;
  if ('queue' in about) return messagesOf(about.queue, about.state);
  if ('task' in about)
    return paths.taskExecutions({
      f_type: about.task,
      ...(about.status && { f_status: about.status }),
    });
  if (about.mail === 'failing') return paths.undeliveredMessages({ f_kind: 'MAIL,RECOVERY' });
  return isAllowed(actor, SET_BY) ? paths.installation() : null;
}
