import {
  approval,
  APPROVAL_KINDS,
  approvals,
  type Approval,
  type ApprovalKind,
} from '@paydesk/contract/resources/approvals.ts';
import { sql } from 'kysely';
import { SAME_MAILBOX } from '../../domain/approvals/carry-out.ts';
import { haveOneMailbox } from '../../platform/auth/mailboxes.ts';
import { tellUser } from '../../platform/auth/notices.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Tx } from '../../platform/db/database.ts';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import { defineList } from '../../platform/list/definition.ts';
import { scopeOf } from '../../platform/list/scope.ts';
import { defineRecord, type RowOf } from '../../platform/record.ts';
import type { Services } from '../../platform/services.ts';
import { nameTold } from '../../platform/told.ts';
import { askedOf } from './asked.ts';
import { factorOff } from './factor-off.ts';

/** One kind of what is asked for: what is done by the second word, and what the person hears without it. */
export interface Approving {
  what: (request: Approval) => string;
  /** Refuses what has changed meanwhile; what it has changed, for the history. */
  approve: (work: Asked) => Promise<Record<string, { before: unknown; after: unknown }>>;
  decline: (work: Asked) => Promise<void>;
}
type Asked = Omit<Deciding, 'before'> & { request: Approval };

export interface Deciding {
  tx: Tx;
  services: Services;
  actor: SignedIn;
  row: RowOf<'approvals'>;
  before: Approval;
}

/** What is done by the word itself; all else is a call that was kept. */
const KINDS: Readonly<Partial<Record<ApprovalKind, Approving>>> = { FACTOR_OFF: factorOff };
const kindOf = ({ kind }: Approval) => KINDS[kind as ApprovalKind];

export const approvalsList = defineList({
  resource: approvals,
  from: 'approvals a',
  id: 'a.id',
  tenant: 'a.of_merchant_id',
  joins: { u: `left join users u on u.id = a.entity_id and a.entity_type = 'USER'` },
  columns: {
    id: 'a.id',
    createdDate: 'a.created_date',
    kind: 'a.kind',
    about: "coalesce(a.about, u.first_name || ' ' || u.last_name)",
    amount: 'a.amount_cents',
    reason: 'a.reason',
    createdBy: nameTold('a.created_by'),
    status: `case when a.status = 'PENDING' and a.expires_date <= now() then 'EXPIRED' else a.status end`,
    outcome: 'a.outcome',
    decidedBy: nameTold('a.decided_by'),
    note: 'a.note',
    expiresDate: 'a.expires_date',
    aboutId: 'a.entity_id',
    aboutType: 'a.entity_type',
    askedById: 'a.asked_by_id',
    merchantId: 'a.merchant_id',
  },
});

/** What one person has asked for and another one decides. */
export const approvalRecord = defineRecord({
  record: approval,
  list: approvalsList,
  table: 'approvals',
  lock: async (tx, actor, id) => ({ row: await held(tx, actor, id), actor }),
  columns: {
    asked: ({ id }, services, _tx, actor) => askedOf(services, id, actor as SignedIn),
    outcomeText: 'a.outcome_text',
    decidedDate: 'a.decided_date',
    currency: 'a.currency',
  },
  // it stands in the history of what it is about
  about: (row) => ({
    entityType: row.entity_type,
    entityId: row.entity_id,
    merchantId: row.merchant_id,
  }),
  actions: {
    'POST /api/approvals/{id}/actions/decline': async (work) => {
      const { tx, services, actor, row, before: request, values } = work;
      await kindOf(request)?.decline({ tx, services, actor, row, request });
      await tellUser(tx, services, row.asked_by_id, 'APPROVAL_DECIDED', {
        by: actor.userName,
        what: whatOf(request),
        how: 'refused',
        id: row.id,
      });
      return decided('DECLINED', work, values.note ?? null);
    },
    'POST /api/approvals/{id}/actions/withdraw': (work) => decided('WITHDRAWN', work, null),
  },
});

/** Of a merchant's people the merchant's; what staff ask is staff's alone. */
export async function held(tx: Tx, actor: SignedIn, id: string): Promise<RowOf<'approvals'>> {
  const { rows } = await sql<RowOf<'approvals'>>`
    select a.* from approvals a
    where a.id = ${id}::uuid and ${scopeOf(approvals, 'a.of_merchant_id', actor)}
    for no key update`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

const whatOf = (request: Approval) =>
  kindOf(request)?.what(request) ?? `“${APPROVAL_KINDS[request.kind as ApprovalKind]}”`;

/** What is done by the word itself, in its transaction. */
export async function confirmed(work: Deciding, note: string | null) {
  const { tx, services, actor, row, before: request } = work;
  await insistAdmins(tx, actor, row);
  const changes = await kindOf(request)!.approve({ ...work, request });
  await tellUser(tx, services, row.asked_by_id, 'APPROVAL_DECIDED', {
    by: actor.userName,
    what: whatOf(request),
    how: 'confirmed',
  });
  return decided('APPROVED', work, note, {}, changes);
}

export function decided(
  status: 'APPROVED' | 'DECLINED' | 'WITHDRAWN',
  {
    actor,
    row,
    before: { kind, createdBy },
  }: { actor: SignedIn; row: RowOf<'approvals'>; before: Approval },
  note: string | null,
  set: Partial<RowOf<'approvals'>> = {},
  changes: object = {},
) {
  return {
    set: {
      status,
      decided_by_id: actor.userId,
      decided_by: actor.userName,
      decided_date: sql<string>`now()` as unknown as string,
      note,
      // what nobody has agreed to is not kept
      ...(status !== 'APPROVED' && { sealed: null }),
      ...set,
    },
    details: {
      approvalId: row.id,
      kind,
      askedBy: createdBy,
      ...(note !== null && { note }),
      changes: { request: { before: row.status, after: status }, ...changes },
    },
  };
}

/**
 * Both of them, and whom it is about, locked in the order of their ids, as every change of a person locks: who
 * has asked must still be an administrator, and who confirms too.
 */
async function insistAdmins(tx: Tx, actor: SignedIn, row: RowOf<'approvals'>): Promise<void> {
  const people = await tx
    .selectFrom('users')
    .select(['id', 'user_role', 'role_id', 'status'])
    .where('id', 'in', [actor.userId, row.asked_by_id, row.entity_id])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const isAdmin = (id: string) =>
    people.some(
      (one) =>
        one.id === id &&
        one.user_role === 'BACKOFFICE_ADMIN' &&
        // what takes a factor off is a whole administrator's
        one.role_id === null &&
        one.status === 'ACTIVATED',
    );
  if (!isAdmin(actor.userId)) throw forbidden();
  if (!isAdmin(row.asked_by_id))
    throw invalid('status', 'Who has asked for it is no administrator any more');
  if (await haveOneMailbox(tx, actor.userId, row.asked_by_id)) throw forbidden(SAME_MAILBOX);
  if (await haveOneMailbox(tx, actor.userId, row.entity_id))
    throw forbidden(
      'It is about an account of your own address: another administrator confirms it',
    );
}
