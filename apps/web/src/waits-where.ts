import type { WaitKey, Waiting } from '@paydesk/contract/waits.ts';
import { paths } from './paths.ts';

type Search = Readonly<Record<string, string>>;

/** The desk under the filters by which its queue is narrowed; it says its times in the person's own zone. */
const onDesk =
  (kind: string) =>
  (search: Search): string => {
    const { timeZone: _, ...filters } = search;
    return paths.reviews({ kind, ...filters });
  };

/** Of payments and loans the queue is what waits, of one merchant or of all. */
const wholeQueue =
  (kind: string) =>
  ({ f_merchantId }: Search) =>
    paths.reviews({ kind, ...(f_merchantId && { f_merchantId }) });

/** A list with what waits longest at its head: that is the one which the line tells of. */
const oldestFirst =
  (list: (search: Search) => string) =>
  (search: Search): string =>
    list({ ...search, sort: 'createdDate,ASC' });

/** Where each is done: its list, or the desk whose queue has the same rows. */
const WHERE: Readonly<Record<WaitKey, (search: Search) => string>> = {
  reviews: wholeQueue('payment'),
  loanReviews: wholeQueue('loan'),
  paidTwice: oldestFirst(paths.transactions),
  highRisk: onDesk('screening'),
  screening: onDesk('screening'),
  secondReading: onDesk('screening'),
  disputes: paths.disputes,
  missed: (search) => paths.recurringDues({ ...search, sort: 'dueDay,ASC' }),
  refunds: oldestFirst(paths.consumerCreditsRefunds),
  callbacks: oldestFirst(paths.undeliveredMessages),
  approvals: oldestFirst(paths.approvals),
  applications: oldestFirst(paths.merchants),
  tasks: oldestFirst(paths.taskExecutions),
  certificates: paths.certs,
};

export const whereDone = ({ name, filters }: Waiting, timeZone: string): string =>
  WHERE[name]({ ...filters, timeZone });
