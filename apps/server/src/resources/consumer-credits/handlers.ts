import { randomUUIDv7 } from 'node:crypto';
import { formatAmount, toCents } from '@paydesk/contract/kernel/money.ts';
import {
  leftToRefund,
  refundLoan,
  type LoanState,
} from '@paydesk/contract/resources/consumer-credits/actions.ts';
import { loanAccess } from '@paydesk/contract/kernel/loan-statuses.ts';
import { sql } from 'kysely';
import { audit, changes } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import { merged } from '../../platform/edits.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Context, Handlers } from '../../platform/http/handlers.ts';
import { claimKey } from '../../platform/idempotency.ts';
import { insist } from '../../platform/insist.ts';
import { scopeOf } from '../../platform/list/scope.ts';
import { changeAs } from '../../platform/own-merchant.ts';
import type { Services } from '../../platform/services.ts';
import { answerOf } from '../../platform/record/answer.ts';
import { loanRecord } from './record.ts';
import { figures, sendRequest } from './requests.ts';

const LOAN = '/api/financing/consumer-credits/{id}';

type Key = `POST ${typeof LOAN}/refund-requests` | `${'GET' | 'POST'} ${typeof LOAN}/edit-comment`;

/** Asking for refunds of a loan, and its comment (API-50..52). */
export function consumerCreditHandlers(services: Services): Handlers<Key> {
  const { database } = services;

  /** Stored, counted against what is left and put into the outbox, or none of it (SB-39). */
  async function requestRefund(
    tx: Tx,
    actor: SignedIn,
    id: string,
    body: Context<`POST ${typeof LOAN}/refund-requests`>['body'],
  ) {
    const query = await locked(tx, actor, id);
    const row = await query
      .select(['merchant_id', 'total_requested_refunds_cents', 'financing_institution_id'])
      .executeTakeFirstOrThrow();
    const { financing_institution_id: of } = row;
    const loan = await answerOf(services, loanRecord, tx, actor, id);
    insist<LoanState>(refundLoan, loan, actor, body, services.now());
    const cents = toCents(body.amount)!;
    const requested = row.total_requested_refunds_cents + cents;
    const guarded = await tx
      .updateTable('consumer_credits')
      .set({
        total_requested_refunds_cents: sql`total_requested_refunds_cents + ${cents}`,
        updated_date: sql`now()`,
        updated_by: actor.userName,
      })
      .where(theRow(id, row.merchant_id))
      .where(sql<boolean>`total_requested_refunds_cents + ${cents} <= amount_cents`)
      .executeTakeFirst();
    if (guarded.numUpdatedRows !== 1n)
      throw invalid('amount', `At most ${formatAmount(leftToRefund(loan))} is left`);
    const requestId = randomUUIDv7();
    const institution = of
      ? await tx
          .selectFrom('financing_institutions')
          .select('gateway_url')
          .where('id', '=', of)
          .executeTakeFirst()
      : null;
    const gateway = services.addressOf('FINANCING_INSTITUTION', institution?.gateway_url ?? null);
    const request = {
      id: requestId,
      consumer_credit_id: id,
      merchant_id: row.merchant_id,
      amount_cents: cents,
      currency: loan.currency,
      reason: body.reason,
      internal_note: body.internalNote || null,
      targeted_note: body.financingInstitutionTargetedNote || null,
      status: 'REQUESTED',
      user_id: actor.userId,
      user_name: actor.userName,
      created_date: sql<string>`now()`,
      gateway,
    };
    await tx.insertInto('consumer_credits_refunds').values(request).execute();
    await sendRequest(tx, services, loan, request, of);
    await audit(tx, actor, {
      action: refundLoan.audited,
      entityType: 'CONSUMER_CREDIT',
      entityId: id,
      merchantId: row.merchant_id,
      result: 'PENDING',
      details: {
        requestId,
        amount: body.amount,
        reason: body.reason,
        changes: changes(figures(row.total_requested_refunds_cents), figures(requested)),
      },
    });
  }

  return {
    'POST /api/financing/consumer-credits/{id}/refund-requests': async ({
      actor,
      params,
      body,
      idempotencyKey,
    }) => {
      const id = params.id.toLowerCase();
      if (body.consumerCreditId && body.consumerCreditId.toLowerCase() !== id)
        throw invalid('consumerCreditId', 'The body names another loan than the path');
      return changeAs(database, actor, async (tx) => {
        const attempt = { key: idempotencyKey, request: { kind: refundLoan.audited, ...body, id } };
        // a repeat is answered with the loan as it is: what the first one asked stands in it
        if (!(await claimKey(tx, actor, attempt))) await requestRefund(tx, actor, id, body);
        return answerOf(services, loanRecord, tx, actor, id);
      });
    },
    'GET /api/financing/consumer-credits/{id}/edit-comment': async ({ actor, params }) => {
      const loan = await database.transaction(actor.sight, (tx) =>
        find(tx, actor, params.id).select('comment').executeTakeFirst(),
      );
      if (!loan) throw notFound();
      return { comment: loan.comment };
    },
    'POST /api/financing/consumer-credits/{id}/edit-comment': async ({ actor, params, body }) => {
      const id = params.id.toLowerCase();
      return changeAs(database, actor, async (tx) => {
        const loan = await (
          await locked(tx, actor, id)
        )
          .select(['comment', 'merchant_id'])
          .executeTakeFirstOrThrow();
        const given = await merged(tx, actor, { id }, body, { comment: loan.comment });
        const comment = given.comment?.trim() || null;
        await tx
          .updateTable('consumer_credits')
          .set({ comment, updated_date: sql`now()`, updated_by: actor.userName })
          .where(theRow(id, loan.merchant_id))
          .execute();
        await audit(tx, actor, {
          action: 'EDIT_COMMENT',
          entityType: 'CONSUMER_CREDIT',
          entityId: id,
          // of no merchant: what staff note stays out of the history that the merchant reads (SB-04)
          merchantId: null,
          result: 'SUCCESS',
          details: { changes: changes({ comment: loan.comment }, { comment }) },
        });
        return { comment };
      });
    },
  };
}

/** The loan where it is this person's to see, of which each caller takes what it needs: the comment is no merchant's. */
const find = (db: Db, actor: SignedIn, id: string) =>
  db
    .selectFrom('consumer_credits')
    .where('id', '=', id)
    .where(scopeOf(loanAccess, 'merchant_id', actor));

/** The same, until the transaction ends. */
async function locked(tx: Tx, actor: SignedIn, id: string) {
  const seen = await find(tx, actor, id).select('merchant_id').executeTakeFirst();
  if (!seen) throw notFound();
  return find(tx, actor, id).where('merchant_id', '=', seen.merchant_id).forUpdate();
}
