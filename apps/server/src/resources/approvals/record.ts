import {
  approval,
  approvals,
  type Approval,
  type ApprovalKind,
} from '@paydesk/contract/resources/approvals.ts';
import { tellUser } from '../../platform/auth/notices.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Tx } from '../../platform/db/database.ts';
import { forbidden, invalid } from '../../platform/errors.ts';
import { defineList } from '../../platform/list/definition.ts';
import { defineRecord, type RowOf } from '../../platform/record.ts';
import type { Services } from '../../platform/services.ts';
import { factorOff } from './factor-off.ts';

/** One kind of what is asked for: what is done by the second word, and what the person hears without it. */
export interface Approving {
  what: (request: Approval) => string;
  /** Refuses what has changed meanwhile; what it has changed, for the history. */
  approve: (work: Deciding) => Promise<Record<string, { before: unknown; after: unknown }>>;
  decline: (work: Deciding) => Promise<void>;
}

export interface Deciding {
  tx: Tx;
  services: Services;
  actor: SignedIn;
  row: RowOf<'approvals'>;
  request: Approval;
}

const KINDS: Readonly<Record<ApprovalKind, Approving>> = { FACTOR_OFF: factorOff };
const kindOf = ({ kind }: Approval) => KINDS[kind as ApprovalKind];

export const approvalsList = defineList({
  resource: approvals,
  from: 'approvals a',
  id: 'a.id',
  joins: { u: `left join users u on u.id = a.entity_id and a.entity_type = 'USER'` },
  columns: {
    id: 'a.id',
    createdDate: 'a.created_date',
    kind: 'a.kind',
    about: "u.first_name || ' ' || u.last_name",
    reason: 'a.reason',
    createdBy: 'a.created_by',
    status: `case when a.status = 'PENDING' and a.expires_date <= now() then 'EXPIRED' else a.status end`,
    decidedBy: 'a.decided_by',
    note: 'a.note',
    expiresDate: 'a.expires_date',
    aboutId: 'a.entity_id',
    askedById: 'a.asked_by_id',
  },
});

/** What one administrator has asked for and another one decides. */
export const approvalRecord = defineRecord({
  record: approval,
  list: approvalsList,
  table: 'approvals',
  columns: {},
  // it stands in the history of what it is about
  about: (row) => ({
    entityType: row.entity_type,
    entityId: row.entity_id,
    merchantId: row.merchant_id,
  }),
  actions: {
    'POST /api/approvals/{id}/actions/approve': async (work) => {
      const { tx, services, actor, row, before: request, values } = work;
      await insistAdmins(tx, actor, row);
      const { approve, what } = kindOf(request);
      const changes = await approve({ tx, services, actor, row, request });
      await tellUser(tx, services, row.asked_by_id, 'APPROVAL_DECIDED', {
        by: actor.userName,
        what: what(request),
        how: 'confirmed',
      });
      return decided('APPROVED', work, values.note ?? null, changes);
    },
    'POST /api/approvals/{id}/actions/decline': async (work) => {
      const { tx, services, actor, row, before: request, values } = work;
      const { decline, what } = kindOf(request);
      await decline({ tx, services, actor, row, request });
      await tellUser(tx, services, row.asked_by_id, 'APPROVAL_DECIDED', {
        by: actor.userName,
        what: what(request),
        how: 'refused',
      });
      return decided('DECLINED', work, values.note ?? null);
    },
    'POST /api/approvals/{id}/actions/withdraw': (work) => decided('WITHDRAWN', work, null),
  },
});

function decided(
  status: 'APPROVED' | 'DECLINED' | 'WITHDRAWN',
  {
    actor,
    row,
    before: { kind, createdBy },
  }: { actor: SignedIn; row: RowOf<'approvals'>; before: Approval },
  note: string | null,
  changes: object = {},
) {
  return {
    set: { status, decided_by_id: actor.userId, decided_by: actor.userName, note },
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
    .select(['id', 'user_role', 'status'])
    .where('id', 'in', [actor.userId, row.asked_by_id, row.entity_id])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const isAdmin = (id: string) =>
    people.some(
      (one) => one.id === id && one.user_role === 'BACKOFFICE_ADMIN' && one.status === 'ACTIVATED',
    );
  if (!isAdmin(actor.userId)) throw forbidden();
  if (!isAdmin(row.asked_by_id))
    throw invalid('status', 'Who has asked for it is no administrator any more');
}
