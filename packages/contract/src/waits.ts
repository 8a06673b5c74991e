import { addDays, formatIsoDay } from './kernel/dates.ts';
import type { Permission, UserRole } from './permissions.ts';
import type { Right } from './rights.ts';

/** One kind of thing that waits for a person: the rows of a list under some filters. */
export interface Wait {
  /** '1 callback that failed', '3 callbacks that failed'. */
  one: string;
  many: string;
  /** The slug of the list that has exactly these rows. */
  list: string;
  /** Its filters, on a day of the business calendar. */
  filters: (today: string) => Readonly<Record<`f_${string}`, string>>;
  /** Who is told: whoever may do something about them, and whoever sees them where nobody does it here. */
  asks: { anyOf: readonly Permission[]; roles?: readonly UserRole[]; right?: Right };
  /** By which filter its list has the rows of one merchant alone; without it they are of none. */
  merchant?: string;
  /** The filter of its list by the person who has had their say, and of whose rows another one decides. */
  said?: string;
  /**
   * The one rule of their colour and their place: what waits is late after so many days; what has a day by which somebody
   * must have done it in the last so many before that day. What is late comes first. Null: nothing is late, what comes is
   * told before it does.
   */
  late: number | null;
  /** The column of its list that says since when they wait, where they were made before. */
  since?: string;
  /** They have such a day, which says more than since when they wait; and what it is to them. */
  due?: 'due' | 'expires';
}

/** What the outside is to answer within days: the same on its list. */
export const LOAN_REFUND_DAYS = 3;

const ADMINISTRATORS = { anyOf: ['READ_ANY_USER'], roles: ['BACKOFFICE_ADMIN'] } as const;
const DECIDERS = { ...ADMINISTRATORS, right: 'SCREENING_DECIDE' } as const;
/** Before a certificate ends. */
const CERTIFICATE_DAYS = 30;

/** What needs a person now, in the order in which the dashboard says what is equally late; each figure counts the rows of its list. */
export const WAITS = {
  reviews: {
    one: 'payment in review',
    many: 'payments in review',
    list: 'transactions',
    filters: () => ({ f_hold: 'REVIEW' }),
    late: 1,
    merchant: 'merchantId',
    asks: { anyOf: ['READ_ANY_TRANSACTION'], roles: ['BACKOFFICE_ADMIN'] },
  },
  // counted as paid by hand, or taken beside something else, and that has paid for the same
  paidTwice: {
    one: 'payment counted twice',
    many: 'payments counted twice',
    list: 'transactions',
    filters: () => ({ f_paidTwice: 'true' }),
    late: 1,
    merchant: 'merchantId',
    asks: {
      anyOf: ['READ_ANY_TRANSACTION', 'READ_MERCHANT_TRANSACTION'],
      roles: ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN'],
    },
  },
  loanReviews: {
    one: 'loan in review',
    many: 'loans in review',
    list: 'consumer-credits',
    filters: () => ({ f_hold: 'REVIEW,ASKED' }),
    since: 'heldDate',
    due: 'expires',
    // they have a day in all
    late: 0.25,
    merchant: 'merchantId',
    asks: { ...ADMINISTRATORS, right: 'LOANS_CHANGE' },
  },
  // before the others of screening, which are told without them
  highRisk: {
    one: 'screening case of high risk',
    many: 'screening cases of high risk',
    list: 'screening-cases',
    filters: () => ({ f_status: 'OPEN', f_riskClass: 'HIGH' }),
    late: 1,
    asks: DECIDERS,
  },
  screening: {
    one: 'screening case of lower risk',
    many: 'screening cases of lower risk',
    list: 'screening-cases',
    filters: () => ({ f_status: 'OPEN', f_riskClass: 'LOW,MEDIUM' }),
    late: 7,
    asks: DECIDERS,
  },
  secondReading: {
    one: 'case for a second reader',
    many: 'cases for a second reader',
    list: 'screening-cases',
    late: 1,
    filters: () => ({ f_status: 'SECOND_READER' }),
    said: 'firstUserId',
    asks: DECIDERS,
  },
  disputes: {
    one: 'dispute to answer',
    many: 'disputes to answer',
    list: 'disputes',
    late: 3,
    filters: () => ({ f_status: 'OPEN' }),
    merchant: 'merchantId',
    due: 'due',
    // answered at the acquirer, by whoever sees the payment
    asks: { anyOf: ['READ_ANY_TRANSACTION', 'READ_MERCHANT_TRANSACTION'] },
  },
  missed: {
    one: 'recurring charge missed',
    many: 'recurring charges missed',
    list: 'recurring-dues',
    filters: () => ({ f_status: 'MISSED' }),
    late: 7,
    merchant: 'merchantId',
    asks: {
      anyOf: ['READ_ANY_PURCHASE', 'READ_MERCHANT_PURCHASE'],
      roles: ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN'],
    },
  },
  refunds: {
    one: 'loan refund waiting',
    many: 'loan refunds waiting',
    list: 'consumer-credits-refunds',
    late: LOAN_REFUND_DAYS,
    filters: () => ({ f_status: 'REQUESTED' }),
    merchant: 'merchantId',
    asks: { anyOf: ['READ_ANY_USER'] },
  },
  callbacks: {
    one: 'callback given up',
    many: 'callbacks given up',
    list: 'undelivered-messages',
    late: 1,
    filters: () => ({ f_kind: 'CALLBACK', f_status: 'GIVEN_UP' }),
    merchant: 'merchantId',
    asks: ADMINISTRATORS,
  },
  approvals: {
    one: 'request to confirm',
    many: 'requests to confirm',
    list: 'approvals',
    late: 1,
    filters: () => ({ f_status: 'PENDING' }),
    said: 'askedById',
    merchant: 'merchantId',
    asks: {
      anyOf: ['READ_ANY_USER', 'READ_MERCHANT_TRANSACTION'],
      roles: ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN'],
    },
  },
  applications: {
    one: 'merchant to approve',
    many: 'merchants to approve',
    list: 'merchants',
    late: 7,
    filters: () => ({ f_status: 'PENDING_APPROVAL' }),
    merchant: 'id',
    asks: ADMINISTRATORS,
  },
  tasks: {
    one: 'task failed this week',
    many: 'tasks failed this week',
    list: 'task-executions',
    late: 1,
    filters: (today) => ({
      f_status: 'FAILED',
      f_started: `${formatIsoDay(addDays(today, -6))}..${formatIsoDay(today)}`,
    }),
    asks: { anyOf: ['READ_ANY_USER'] },
  },
  certificates: {
    one: 'certificate ending soon',
    many: 'certificates ending soon',
    list: 'certificates',
    late: null,
    filters: (today) => ({
      f_expirationDate: `..${formatIsoDay(addDays(today, CERTIFICATE_DAYS))}`,
    }),
    asks: { anyOf: ['UPDATE_MY_MERCHANT'] },
  },
} as const satisfies Readonly<Record<string, Wait>>;

export type WaitKey = keyof typeof WAITS;
export const waitOf = (key: WaitKey): Wait => WAITS[key];

/** So many are waiting, and since when the one that waits longest. */
export interface Waiting {
  name: WaitKey;
  count: number;
  /** Those of them in which this person has had their say: another one decides them. */
  said: number;
  /** Null where nothing is late: what ends is not a wait. */
  oldest: string | null;
  /** By when the next one of them must be done; null where they have no such day. */
  due: string | null;
  /** The filters of the list that has exactly these rows. */
  filters: Readonly<Record<string, string>>;
}
