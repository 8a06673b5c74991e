import type { Kind } from './faults.ts';

/** A fault that makes no difference anybody could see, found by its kind and its line before and after. */
export interface Equivalent {
  kind: Kind;
  file: string;
  before: string;
  /** Where the line has several of one kind. */
  after?: string;
  because: string;
}

export const EQUIVALENT: readonly Equivalent[] = [
  {
    kind: 'await',
    file: 'apps/server/src/platform/seals.ts',
    before: "await client.query('set local statement_timeout = 0');",
    because: 'a connection answers its statements in the order in which they were given to it',
  },
  {
    kind: 'lock',
    file: 'apps/server/src/domain/recurring/settle.ts',
    before: ".where('merchant_id', '=', merchantId) .forNoKeyUpdate()",
    because:
      'whoever changes what became of a day holds its recurring payment, as this has by then',
  },
  {
    kind: 'lock',
    file: 'apps/server/src/domain/lending/settle.ts',
    before: '.where(theRow(id, found.merchant_id)) .forNoKeyUpdate()',
    because: 'whoever ends an operation holds its loan, as this has by then',
  },
  {
    kind: 'lock',
    file: 'apps/server/src/resources/consumer-credits/settle.ts',
    before: ".where('merchant_id', '=', merchantId) .forUpdate()",
    because: 'whoever ends a request holds its loan, as this has by then',
  },
  {
    kind: 'lock',
    file: 'apps/server/src/resources/approval-thresholds.ts',
    before:
      "where t.id = ${id}::uuid and ${scopeOf(approvalThresholds, 't.merchant_id', actor)} for update`.execute(",
    because:
      'a threshold is made and removed and never edited: of two who remove it at once the second finds nothing more to remove, and what both were told is true',
  },
  {
    kind: 'step-up',
    file: 'packages/contract/src/resources/users/endpoints.ts',
    before: "sensitive: 'ADDRESSES',",
    because:
      'the row still has the RIGHTS of the other calls about employees, and every class asks for the same code',
  },
  {
    kind: 'scope',
    file: 'apps/server/src/domain/payments/attempts.ts',
    before: 'from kept join orders o on o.id = kept.order_id and o.merchant_id = kept.merchant_id',
    because:
      'a try is written with the order and the merchant of one checkout and never moved: the merchant stands there for the place of the row, the key alone finds the same',
  },
  {
    kind: 'lock',
    file: 'apps/server/src/platform/auth/email-changes/links.ts',
    before: ".where('id', '=', found.id) .forUpdate()",
    because:
      'whoever ends a change that can still be confirmed holds its person, as this has by then; taken is an address that this cannot have either',
  },
  {
    kind: 'scope',
    file: 'apps/server/src/domain/checkouts/once.ts',
    before:
      'where i.order_id = o.id and i.merchant_id = o.merchant_id and i.position < 1000) as content',
    because:
      'lines are written with their order and its merchant and never moved: the merchant stands there for the place of the row',
  },
  {
    kind: 'sign',
    file: 'apps/server/src/platform/housekeeping.ts',
    before: 'for (let nth = 0; nth < MOST_PORTIONS; nth++) {',
    because:
      'it bounds how long a run takes: what one portion more takes away was due all the same',
  },
  {
    kind: 'scope',
    file: 'apps/server/src/domain/checkouts/approval.ts',
    before:
      'where i.order_id = o.id and i.merchant_id = o.merchant_id and i.position < 1000) as items',
    because:
      'lines are written with their order and its merchant and never moved: the merchant stands there for the place of the row',
  },
  {
    kind: 'scope',
    file: 'apps/server/src/resources/recurring/report.ts',
    before:
      "sql`${scopeOf({ read: recurring.read, scope: 'merchant' }, `${alias}.merchant_id`, actor)}",
    because: 'it is read in the sight of whoever asks, and row-level security shows no other rows',
  },
];
