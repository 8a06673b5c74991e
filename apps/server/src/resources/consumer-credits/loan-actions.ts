import {
  LOAN_ACTIONS,
  type LivingLoan,
  type LoanActionName,
} from '@paydesk/contract/resources/consumer-credits/loan-actions.ts';
import { loanInHand } from '@paydesk/contract/resources/consumer-credits/taking.ts';
import {
  askAgain,
  cancelLoan,
  reviewLoan,
  sendAgain,
  signAtMerchant,
} from '../../domain/lending/by-hand.ts';
import { repayEarly, withdrawLoan } from '../../domain/lending/closing.ts';
import { loanDocument } from '../../domain/lending/view.ts';
import { colleagues } from '../../domain/taking.ts';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import { notFound } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { insist } from '../../platform/insist.ts';
import { changeAs } from '../../platform/own-merchant.ts';
import { answerOf } from '../../platform/record/answer.ts';
import type { Services } from '../../platform/services.ts';
import { loanRecord } from './record.ts';

const LOAN = '/api/financing/consumer-credits/{id}';

type ActionKey = `POST ${typeof LOAN}/actions/${LoanActionName}`;
type Key =
  | ActionKey
  | `GET ${typeof LOAN}/colleagues`
  | `POST ${typeof LOAN}/documents/{documentId}/actions/download`;

interface Doing {
  services: Services;
  id: string;
  actor: SignedIn;
  body: { note?: string | null };
}

/** What each does with a loan; the domain holds it, and asks once more whether it may. */
const DO: { readonly [N in LoanActionName]: (doing: Doing) => Promise<unknown> } = {
  'sign-here': ({ services, id, actor }) => signAtMerchant(services, id, actor),
  'ask-again': ({ services, id, actor }) => askAgain(services, id, actor),
  'send-again': ({ services, id, actor }) => sendAgain(services, id, actor),
  pass: ({ services, id, actor, body }) =>
    reviewLoan(services, id, { approve: true, note: body.note! }, actor),
  refuse: ({ services, id, actor, body }) =>
    reviewLoan(services, id, { approve: false, note: body.note! }, actor),
  withdraw: ({ services, id, actor }) => withdrawLoan(services, id, actor),
  repay: ({ services, id, actor }) => repayEarly(services, id, actor),
  cancel: ({ services, id, actor, body }) =>
    cancelLoan(
      services,
      id,
      {
        code: AUDIENCES.staff(actor) ? 'CANCELLED_BY_STAFF' : 'CANCELLED_BY_MERCHANT',
        note: body.note ?? null,
      },
      actor,
    ),
};

/** What people do to a loan that lives, and the reading of its documents. */
export function loanActionHandlers(services: Services): Handlers<Key> {
  const { database } = services;
  const merchantOf = async (id: string) => {
    const found = await database.kysely
      .selectFrom('consumer_credits')
      .select('merchant_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return found.merchant_id;
  };
  const act =
    (name: LoanActionName) =>
    async ({ actor, params, body }: { actor: SignedIn; params: { id: string }; body?: object }) => {
      const id = params.id.toLowerCase();
      const read = () =>
        changeAs(database, actor, (tx) => answerOf(services, loanRecord, tx, actor, id));
      const loan = await read();
      const given = (body ?? {}) as Record<string, unknown>;
      insist<LivingLoan>(LOAN_ACTIONS[name], loan, actor, given, services.now());
      await DO[name]({ services, id, actor, body: given });
      return read();
    };
  return {
    'GET /api/financing/consumer-credits/{id}/colleagues': colleagues(
      services,
      loanInHand,
      (actor, id) =>
        database.transaction(actor.sight, (tx) => answerOf(services, loanRecord, tx, actor, id)),
    ),
    'POST /api/financing/consumer-credits/{id}/actions/cancel': act('cancel'),
    'POST /api/financing/consumer-credits/{id}/actions/sign-here': act('sign-here'),
    'POST /api/financing/consumer-credits/{id}/actions/ask-again': act('ask-again'),
    'POST /api/financing/consumer-credits/{id}/actions/send-again': act('send-again'),
    'POST /api/financing/consumer-credits/{id}/actions/pass': act('pass'),
    'POST /api/financing/consumer-credits/{id}/actions/refuse': act('refuse'),
    'POST /api/financing/consumer-credits/{id}/actions/withdraw': act('withdraw'),
    'POST /api/financing/consumer-credits/{id}/actions/repay': act('repay'),
    'POST /api/financing/consumer-credits/{id}/documents/{documentId}/actions/download': async ({
      actor,
      params,
    }) => {
      const [id, documentId] = [params.id.toLowerCase(), params.documentId.toLowerCase()];
      await database.transaction(actor.sight, (tx) =>
        answerOf(services, loanRecord, tx, actor, id),
      );
      const merchantId = await merchantOf(id);
      const found = await loanDocument(services, id, documentId);
      if (!found) throw notFound();
      await database.transaction(actor.sight, (tx) =>
        audit(tx, actor, {
          action: 'READ_DOCUMENT',
          entityType: 'CONSUMER_CREDIT',
          entityId: id,
          merchantId,
          result: 'SUCCESS',
          details: { document: found.name },
        }),
      );
      return {
        name: found.name,
        mediaType: found.contentType,
        content: found.bytes.toString('base64'),
      };
    },
  };
}
