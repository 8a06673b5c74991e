import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ORDER_STATUSES } from './kernel/order-statuses.ts';
import { TRANSACTION_STATUSES } from './kernel/transaction-statuses.ts';
import {
  MERCHANT_STATUSES,
  ROLE_PERMISSIONS,
  ROLES,
  USER_STATUSES,
  type Actor,
  type UserRole,
} from './permissions.ts';
import { isAllowed } from './policy.ts';
import { canRefundLoan } from './resources/consumer-credits/actions.ts';
import { CREDIT_REFUND_STATUSES } from './resources/consumer-credits/refund-words.ts';
import { CONSUMER_CREDIT_STATUSES } from './kernel/loan-statuses.ts';
import { LOAN_ACTIONS } from './resources/consumer-credits/loan-actions.ts';
import { refundRequest } from './resources/consumer-credits/refund-requests.ts';
import { cardActions, customerActions } from './resources/customers/actions.ts';
import { CUSTOMER_STATUSES } from './kernel/customer-statuses.ts';
import { CARD_STATUSES } from './resources/customers/lists.ts';
import { merchantActions } from './resources/merchants/moves.ts';
import { approveOrder, rejectOrder } from './resources/orders/decide.ts';
import { cancelPurchase, PURCHASE_STATUSES, resendCallback } from './resources/purchases.ts';
import {
  cancelTransaction,
  captureTransaction,
  passTransaction,
  refuseTransaction,
} from './resources/transactions/held-actions.ts';
import {
  activateUser,
  blockUser,
  deleteEmployee,
  grantRole,
  resendInvitation,
  revokeRole,
  updateUser,
  endUserSessions,
  type PersonState,
} from './resources/users/actions.ts';

/**
 * Which action is possible in which status, written out from the specification and read from nothing:
 * a status that a rule lets through by mistake, or forgets, fails here. `x` is possible.
 */

const now = new Date('2026-03-01T12:00:00Z');

/** Who asks, where nothing is said: an administrator whom the record is not about. */
const ADMIN: Actor = {
  userId: 'me',
  userRole: 'MERCHANT_ADMIN',
  permissions: ROLE_PERMISSIONS.MERCHANT_ADMIN,
  merchantId: 'm',
};

type Rule = (record: never, now: Date, actor: Actor) => string | null;

/** A grid: the head has the statuses, each line an action and its crosses. */
function holds(
  grid: string,
  enumeration: object,
  rules: Record<string, Rule>,
  record: (status: string) => object,
  actor = ADMIN,
) {
  const [head = '', ...lines] = grid.trim().split('\n');
  const statuses = head.trim().split(/\s+/);
  assert.deepEqual(statuses.toSorted(), Object.keys(enumeration).toSorted());
  assert.deepEqual(
    lines.map((line) => line.trim().split(/\s+/)[0]).sort(),
    Object.keys(rules).sort(),
  );
  for (const line of lines) {
    const [action = '', ...cells] = line.trim().split(/\s+/);
    assert.equal(cells.length, statuses.length, line);
    for (const [at, status] of statuses.entries()) {
      const why = rules[action]!(record(status) as never, now, actor);
      assert.equal(why === null, cells[at] === 'x', `${action} of one that is ${status}: ${why}`);
      assert.notEqual(why, '');
    }
  }
}

const named = (name: string) => ({ status: { name } });
const rulesOf = (actions: Record<string, { whyNot: unknown }>): Record<string, Rule> =>
  Object.fromEntries(Object.entries(actions).map(([name, { whyNot }]) => [name, whyNot as Rule]));

test('AM-15, SB-42 which customers are blocked, activated and closed', () =>
  holds(
    `         REGISTERED ACTIVE BLOCKED CLOSED
     block    x          x      .       .
     activate x          .      x       .
     close    x          x      x       .`,
    CUSTOMER_STATUSES,
    rulesOf(customerActions),
    named,
  ));

test('AM-15, SB-42 which cards are blocked, activated and deleted', () =>
  holds(
    `         ACTIVE BLOCKED EXPIRED DELETED
     block    x      .       .       .
     activate .      x       .       .
     delete   x      x       x       .`,
    CARD_STATUSES,
    rulesOf(cardActions),
    named,
  ));

test('AM-16, SB-43 the ways between the statuses of a merchant', () => {
  holds(
    `        PENDING_APPROVAL APPROVED ACTIVE DISABLED DECLINED
     approve  x                .        .      .        .
     decline  x                .        .      .        .
     activate .                x        .      x        .
     disable  .                .        x      .        .`,
    MERCHANT_STATUSES,
    rulesOf(merchantActions),
    named,
  );
});

test('AM-22, SB-36 a pending order alone is approved and rejected', () =>
  holds(
    `       DRAFT PENDING VERIFIED REJECTED EXPIRED PAID
     approve .     x       .        .        .       .
     reject  .     x       .        .        .       .`,
    ORDER_STATUSES,
    rulesOf({ approve: approveOrder, reject: rejectOrder }),
    (name) => ({ ...named(name), lent: true }),
  ));

test('OR-12, AM-48 who approves an order reads that its shopper can pay it already, where it has a payment page', () => {
  const words = approveOrder.dialog!.consequence as (order: object) => string;
  const of = (source: string | null) => words({ amount: 10, currency: 'EUR', source });
  assert.equal(
    of('API'),
    'The order of 10.00 EUR becomes Verified. Its shopper can pay it on its payment page already, before as after: reject it to prevent that. This can’t be undone.',
  );
  assert.equal(
    of(null),
    'The order of 10.00 EUR becomes Verified and can be paid. This can’t be undone.',
  );
});

const purchase = (notifiable: boolean) => (name: string) => ({ ...named(name), notifiable });

test('AM-15, PU-10 which purchases are cancelled; a callback is sent again wherever there is an address', () => {
  const rules = rulesOf({ cancel: cancelPurchase, resend: resendCallback });
  const statuses = 'UNSIGNED SIGNED SETTLED REFUNDED DECLINED CANCELLED';
  holds(
    `${statuses}\ncancel x x . . . .\nresend x x x x x x`,
    PURCHASE_STATUSES,
    rules,
    purchase(true),
  );
  holds(
    `${statuses}\ncancel x x . . . .\nresend . . . . . .`,
    PURCHASE_STATUSES,
    rules,
    purchase(false),
  );
});

const person = (given: Partial<PersonState>) => (name: string) => ({
  ...named(name),
  id: 'somebody',
  userRole: 'MERCHANT_OPERATOR',
  merchantId: 'm',
  onlyAdmin: false,
  ...given,
});

const peopleRules = rulesOf({
  update: updateUser,
  block: blockUser,
  activate: activateUser,
  invite: resendInvitation,
  delete: deleteEmployee,
  revoke: revokeRole,
  grant: grantRole,
  end: endUserSessions,
});

const PEOPLE = 'ACTIVATED NOT_ACTIVATED BLOCKED BLOCKED_SELF DEACTIVATED';

test('SB-20..22, SB-24..26 what is done to an operator, to an administrator, and to the last one', () => {
  holds(
    `${PEOPLE}
     update   x x x x .
     block    x . . . .
     activate . . x x .
     invite   . x . . .
     delete   x x x x .
     revoke   . . . . .
     grant    x x x x .
     end      x . . x .`,
    USER_STATUSES,
    peopleRules,
    person({}),
  );
  const administrator = `${PEOPLE}
     update   x x x x .
     block    x . . . .
     activate . . x x .
     invite   . x . . .
     delete   x x x x .
     revoke   x x x x .
     grant    . . . . .
     end      x . . x .`;
  holds(administrator, USER_STATUSES, peopleRules, person({ userRole: 'MERCHANT_ADMIN' }));
  holds(
    `${PEOPLE}
     update   x x x x .
     block    . . . . .
     activate . . x x .
     invite   . x . . .
     delete   . . . . .
     revoke   . . . . .
     grant    . . . . .
     end      x . . x .`,
    USER_STATUSES,
    peopleRules,
    person({ userRole: 'MERCHANT_ADMIN', onlyAdmin: true }),
  );
  // the provider's own people by the very same rules
  const staff = { userRole: 'BACKOFFICE_ADMIN', merchantId: null } as const;
  holds(administrator, USER_STATUSES, peopleRules, person(staff));
  assert.equal(
    blockUser.whyNot(
      {
        ...person({ ...staff, onlyAdmin: true })('ACTIVATED'),
        firstName: '',
        lastName: '',
      } as never,
      now,
      ADMIN,
    ),
    'The back office would be left without an administrator',
  );
});

test('AM-76 nobody blocks, deletes or revokes themselves; an operator changes no administrator', () => {
  holds(
    `${PEOPLE}
     update   x x x x .
     block    . . . . .
     activate . . x x .
     invite   . x . . .
     delete   . . . . .
     revoke   . . . . .
     grant    . . . . .
     end      . . . . .`,
    USER_STATUSES,
    peopleRules,
    person({ userRole: 'MERCHANT_ADMIN', id: 'me' }),
  );
  const nothing = Object.keys(peopleRules)
    .map((name) => `${name} . . . . .`)
    .join('\n');
  holds(
    `${PEOPLE}\n${nothing}`,
    USER_STATUSES,
    peopleRules,
    person({ userRole: 'MERCHANT_ADMIN' }),
    { ...ADMIN, userRole: 'MERCHANT_OPERATOR' },
  );
});

test('TX-41, ST-03, SB-03 capture, cancel, pass and refuse: by how a payment stands and who asks', () => {
  const actions = {
    capture: captureTransaction,
    cancel: cancelTransaction,
    pass: passTransaction,
    refuse: refuseTransaction,
  };
  /** By what holds it, whatever its status, its dispute and what is asked of the acquirer say besides. */
  const grid = `none REVIEW AUTHORISED
     capture . . x
     cancel  . . x
     pass    . x .
     refuse  . x .`;
  const held = { none: '', REVIEW: '', AUTHORISED: '' };
  for (const status of Object.keys(TRANSACTION_STATUSES))
    for (const dispute of [null, 'OPEN', 'WON', 'LOST'])
      for (const awaitingAcquirer of [null, 'payment', 'refund', 'reversal'])
        holds(grid, held, rulesOf(actions), (hold) => ({
          ...named(status),
          date: '2026-02-28T12:00:00Z',
          amount: 10,
          remainingAmount: 10,
          currency: 'EUR',
          refundedTransactionId: null,
          markedByHand: false,
          payerRefusal: null,
          acquirerMissing: false,
          hold: hold === 'none' ? null : hold,
          dispute,
          awaitingAcquirer,
        }));
  // without an acquirer nothing is asked of one; who refuses asks nobody
  holds(
    `none REVIEW AUTHORISED
     capture . . .
     cancel  . . .
     pass    . x .
     refuse  . x .`,
    held,
    rulesOf(actions),
    (hold) => ({
      ...named('PROCESSING'),
      hold: hold === 'none' ? null : hold,
      acquirerMissing: true,
    }),
  );
  const [roles = '', ...lines] =
    `MERCHANT_ADMIN MERCHANT_OPERATOR BACKOFFICE_ADMIN BACKOFFICE_TECHNICAL
     capture x x x x
     cancel  x x x x
     pass    . . x .
     refuse  . . x .`.split('\n');
  assert.deepEqual(roles.split(' ').toSorted(), Object.keys(ROLES).toSorted());
  for (const line of lines) {
    const [name, ...cells] = line.trim().split(/\s+/);
    for (const [at, role] of roles.split(' ').entries()) {
      const userRole = role as UserRole;
      const who = { userRole, permissions: ROLE_PERMISSIONS[userRole] };
      const { asks } = actions[name as keyof typeof actions];
      assert.equal(isAllowed(who, asks), cells[at] === 'x', `${name} by ${role}`);
    }
  }
});

const loan = (totalRequestedRefundsAmount: number) => (name: string) => ({
  ...named(name),
  amount: 100,
  totalRequestedRefundsAmount,
  currency: 'EUR',
});

test('LN-14, SB-39 a refund of a loan is asked for where it is confirmed or refunded in part, and something is left', () => {
  const statuses =
    'DRAFT CUSTOMER_RISK_EVALUATION_SUCCEEDED APPLICATION_CREATED OFFER_SELECTION OFFER_CHOSEN SIGNING_DOCUMENTS_PREPARED AGREEMENT_DOCUMENT_SIGNED WAITING_FOR_CONFIRMATION CONFIRMED REFUNDED FAILED';
  holds(
    `${statuses}\nrefund . . . . . . . . x x .`,
    CONSUMER_CREDIT_STATUSES,
    { refund: canRefundLoan as Rule },
    loan(99.99),
  );
  holds(
    `${statuses}\nrefund . . . . . . . . . . .`,
    CONSUMER_CREDIT_STATUSES,
    { refund: canRefundLoan as Rule },
    loan(100),
  );
});

const living = (given: object) => (name: string) => ({
  ...named(name),
  live: true,
  institution: { remoteSigning: false },
  inReview: false,
  failureCode: null,
  reviewedDate: null,
  withdrawUntil: null,
  withdrawable: false,
  ended: null,
  ...given,
});
const loanRules = rulesOf(LOAN_ACTIONS);
const inOrder =
  `DRAFT CUSTOMER_RISK_EVALUATION_SUCCEEDED APPLICATION_CREATED OFFER_SELECTION OFFER_CHOSEN
  SIGNING_DOCUMENTS_PREPARED AGREEMENT_DOCUMENT_SIGNED WAITING_FOR_CONFIRMATION CONFIRMED REFUNDED FAILED`.replaceAll(
    /\s+/g,
    ' ',
  );
const NEVER = '. . . . . . . . . . .';
const loans = (grid: string, given: object) =>
  holds(`${inOrder}\n${grid}`, CONSUMER_CREDIT_STATUSES, loanRules, living(given));

test('LN-35, AM-116 what is done to a loan that lives, in each of its statuses', () => {
  const common = `ask-again . x x . . . x x . . .
    send-again . x x . . . x x . . .
    cancel x x x x x x x x . . .
    repay . . . . . . . . x . .`;
  loans(
    `${common}
    sign-here . . . . . x . . . . .
    pass ${NEVER}
    refuse ${NEVER}
    withdraw . . . . . . . . x . .`,
    { withdrawUntil: '2026-03-01', withdrawable: true },
  );
  // signed online, refused by a rule, too late to withdraw
  loans(
    `${common}
    sign-here ${NEVER}
    pass . . . . . . . . . . x
    refuse . . . . . . . . . . x
    withdraw ${NEVER}`,
    {
      institution: { remoteSigning: true },
      failureCode: 'REFUSED_BY_RULE',
      withdrawUntil: '2026-02-28',
    },
  );
  // its institution is asked to end it already
  loans(
    `ask-again . x x . . . x x x . .
    send-again . x x . . . x x x . .
    cancel x x x x x x x x . . .
    repay ${NEVER}
    sign-here . . . . . x . . . . .
    pass ${NEVER}
    refuse ${NEVER}
    withdraw ${NEVER}`,
    { withdrawUntil: '2026-03-01', withdrawable: true, endAsked: 'REPAID' },
  );
  // what is signed is asked back already
  for (const name of inOrder.split(' '))
    assert.notEqual(loanRules.cancel!(living({ letGo: true })(name) as never, now, ADMIN), null);
  const nothing = Object.keys(loanRules).map((name) => `${name} ${NEVER}`);
  loans(nothing.join('\n'), { live: false, withdrawUntil: '2026-03-01', withdrawable: true });
});

test('LN-15, LN-36, AM-15, AM-82 which roles see which action of a loan', () => {
  const seen = Object.entries(LOAN_ACTIONS).map(
    ([name, { asks }]) =>
      [
        name,
        (Object.keys(ROLE_PERMISSIONS) as (keyof typeof ROLE_PERMISSIONS)[]).filter((userRole) =>
          isAllowed({ userRole, permissions: ROLE_PERMISSIONS[userRole] }, asks),
        ),
      ] as const,
  );
  const everybody = [
    'BACKOFFICE_ADMIN',
    'BACKOFFICE_TECHNICAL',
    'MERCHANT_ADMIN',
    'MERCHANT_OPERATOR',
  ];
  const deciders = everybody.filter((role) => role !== 'BACKOFFICE_TECHNICAL');
  assert.deepEqual(
    Object.fromEntries(seen.map(([name, roles]) => [name, [...roles].sort()])),
    Object.fromEntries(
      Object.entries({
        'sign-here': deciders,
        'ask-again': everybody,
        cancel: deciders,
        'send-again': ['BACKOFFICE_ADMIN'],
        pass: ['BACKOFFICE_ADMIN'],
        refuse: ['BACKOFFICE_ADMIN'],
        withdraw: ['BACKOFFICE_ADMIN'],
        repay: ['BACKOFFICE_ADMIN'],
      }),
    ),
  );
});

const request = (given: object) => (name: string) => ({
  ...named(name),
  cancelAskedDate: null,
  sentDate: '2026-03-01T09:00:00Z',
  unreachable: false,
  ...given,
});

test('SB-39, LN-36 a refund request is taken back and asked about while it waits, and sent again where nobody was reached', () => {
  const [ask, cancel, again] = Object.values(refundRequest.actions);
  const rules = {
    ask: ask!.whyNot as Rule,
    cancel: cancel!.whyNot as Rule,
    again: again!.whyNot as Rule,
  };
  const says = (rows: string, given: object) =>
    holds(
      `REQUESTED CONFIRMED REJECTED CANCELLED\n${rows}`,
      CREDIT_REFUND_STATUSES,
      rules,
      request(given),
    );
  says('ask x . . .\ncancel x . . .\nagain . . . .', {});
  says('ask . . . .\ncancel x . . .\nagain . . . .', { sentDate: null });
  says('ask . . . .\ncancel . . . .\nagain x . . .', {
    cancelAskedDate: '2026-03-01T10:00:00Z',
    unreachable: true,
  });
});
