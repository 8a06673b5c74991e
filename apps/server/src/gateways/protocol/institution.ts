import { createHash } from 'node:crypto';
import type { OperationAnswer } from '@paydesk/contract/gateway-answers.ts';
import type {
  AcceptanceAnswer,
  ApplicationAnswer,
  FinancingInstitution,
  InstalmentGiven,
  InstitutionAnswer,
  InstitutionNotice,
  InstitutionOffer,
  LoanClosingOrder,
} from '../financing-institution.ts';
import { cents } from './cents.ts';
import type { InstitutionNoticed } from './institution-messages.ts';
import type { Line } from './line.ts';
import type { InstitutionOperation } from './messages.ts';

/** A financing institution as Paydesk sees it, over a line that speaks the protocol. */

/** Where the other side calls us. */
export interface InstitutionCallers {
  answerTo: string;
  noticeTo: string;
}

export const institutionCallersOf = (publicUrl: string): InstitutionCallers => ({
  answerTo: `${publicUrl}/gateway-answers/institution`,
  noticeTo: `${publicUrl}/gateway-notices/institution`,
});

type Approved = Extract<OperationAnswer, { outcome: 'approved' }>;
type Said<T> = T | { outcome: 'rejected'; reason: string } | { outcome: 'open' };

/** What was answered, read by what was asked for. */
function said<T>(answer: OperationAnswer, read: (approved: Approved) => T): Said<T> {
  switch (answer.outcome) {
    case 'approved':
      return read(answer);
    case 'declined':
      return { outcome: 'rejected', reason: answer.reason };
    case 'pending':
    case 'action':
      return { outcome: 'open' };
  }
}

export const institutionAnswer = (answer: OperationAnswer): InstitutionAnswer =>
  said(answer, ({ reference }) => ({ outcome: 'confirmed', reference }));

const offersIn = ({ offers }: Approved): InstitutionOffer[] => {
  if (!offers) throw new Error('The institution approves an application, and offers nothing');
  return offers.map(({ offerId, amountCents, monthlyCents, totalCents, ...offer }) => ({
    ...offer,
    externalId: offerId,
    amountCents: BigInt(amountCents),
    monthlyCents: BigInt(monthlyCents),
    totalCents: BigInt(totalCents),
  }));
};

const loanIn = ({ loan }: Approved): { loanNumber: string; instalments: InstalmentGiven[] } => {
  if (!loan) throw new Error('The institution confirms a loan, and names none');
  return {
    loanNumber: loan.number,
    instalments: loan.instalments.map(({ amountCents, interestCents, ...one }) => ({
      ...one,
      amountCents: BigInt(amountCents),
      interestCents: BigInt(interestCents),
    })),
  };
};

function applicationAnswer(answer: OperationAnswer): ApplicationAnswer {
  const given = said(answer, (approved) => ({
    outcome: 'offered' as const,
    externalId: approved.reference,
    offers: offersIn(approved),
  }));
  return given.outcome === 'rejected' ? { ...given, outcome: 'declined' } : given;
}

const acceptanceAnswer = (answer: OperationAnswer): AcceptanceAnswer =>
  said(answer, (approved) => ({ outcome: 'confirmed' as const, ...loanIn(approved) }));

/**
 * What a late answer may be about, where it is no refund's: whoever knows the id says which. A yes tells by what is in
 * it; a no does not.
 */
export function loanAnswers(
  answer: Exclude<OperationAnswer, { outcome: 'pending' | 'action' }>,
): InstitutionNotice[] {
  const id = answer.operationId;
  if (answer.outcome === 'declined') {
    const { reason } = answer;
    return [
      { noticeId: id, kind: 'DECLINED', applicationId: id, reason },
      { noticeId: id, kind: 'REFUSED', acceptanceId: id, reason },
      { noticeId: id, kind: 'NOT_CLOSED', closingId: id, reason },
    ];
  }
  const { reference } = answer;
  if (answer.offers)
    return [
      {
        noticeId: id,
        kind: 'OFFER',
        applicationId: id,
        externalId: reference,
        offers: offersIn(answer),
      },
    ];
  if (answer.loan)
    return [{ noticeId: id, kind: 'CONFIRMED', acceptanceId: id, ...loanIn(answer) }];
  return [{ noticeId: id, kind: 'CLOSED', closingId: id, reference }];
}

/** A notice as the domain reads it. */
export function noticeOf({ loanId, ...notice }: InstitutionNoticed): InstitutionNotice {
  const of = { consumerCreditId: loanId };
  switch (notice.kind) {
    case 'INSTALMENT_PAID':
      return { ...notice, ...of, paidCents: BigInt(notice.paidCents) };
    case 'ARREARS':
      return { ...notice, ...of, arrearsCents: BigInt(notice.arrearsCents) };
    case 'WITHDRAWN':
    case 'REPAID':
      return { ...notice, ...of };
  }
}

/** The id of a refund's cancellation: the same whenever it is asked for. */
export function cancellationOf(requestId: string): string {
  const hash = createHash('sha256').update(`cancellation of ${requestId.toLowerCase()}`).digest();
  // version 8: made by us alone
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function institutionOver(
  line: Line,
  callers: () => InstitutionCallers,
): FinancingInstitution {
  const ask = ({ answerTo }: { answerTo: string }, operation: InstitutionOperation) =>
    line.operate({ ...operation, answerTo });
  const close =
    (kind: 'LOAN_WITHDRAWAL' | 'LOAN_SETTLEMENT') =>
    async ({
      closingId,
      consumerCreditId,
      amountCents,
      interestCents,
      ...order
    }: LoanClosingOrder) =>
      institutionAnswer(
        await ask(callers(), {
          operationId: closingId,
          kind,
          loanId: consumerCreditId,
          loanNumber: order.loanNumber,
          amountCents: cents(amountCents),
          interestCents: cents(interestCents),
          currency: order.currency,
          asOf: order.asOf,
        }),
      );
  const cancel = async (operationId: string, cancels: string) =>
    institutionAnswer(await ask(callers(), { operationId, kind: 'CANCELLATION', cancels }));

  return {
    async refund({ requestId, consumerCreditId, amountCents, ...order }) {
      return institutionAnswer(
        await ask(callers(), {
          operationId: requestId,
          kind: 'LOAN_REFUND',
          loanId: consumerCreditId,
          externalId: order.externalId,
          loanNumber: order.loanNumber,
          amountCents: cents(amountCents),
          currency: order.currency,
          reason: order.reason,
          note: order.note,
          instantDecision: order.instantDecision,
        }),
      );
    },
    inquire: async (requestId) => institutionAnswer(await line.inquire(requestId)),
    cancelRefund: (requestId) => cancel(cancellationOf(requestId), requestId),
    async apply({ applicationId, consumerCreditId, merchant, person, income, ...application }) {
      const { personalId, firstName, lastName, dateOfBirth, email, phone } = person;
      return applicationAnswer(
        await ask(callers(), {
          operationId: applicationId,
          kind: 'LOAN_APPLICATION',
          loanId: consumerCreditId,
          institution: application.institution,
          products: application.products.map(({ code, rate }) => ({ code, rate })),
          merchantId: merchant.id,
          merchantName: merchant.name,
          amountCents: cents(application.amountCents),
          currency: application.currency,
          months: application.months,
          person: { personalId, firstName, lastName, dateOfBirth, email, phone },
          income: {
            type: income.type,
            monthlyCents: cents(income.monthlyCents),
            obligationsCents: cents(income.obligationsCents),
          },
          instantDecision: application.instantDecision,
        }),
      );
    },
    async accept({ acceptanceId, consumerCreditId, offer, authentication, ...acceptance }) {
      const { answerTo, noticeTo } = callers();
      return acceptanceAnswer(
        await ask(
          { answerTo },
          {
            operationId: acceptanceId,
            kind: 'LOAN_ACCEPTANCE',
            loanId: consumerCreditId,
            applicationId: acceptance.applicationId,
            offerId: offer,
            agreementSha256: acceptance.agreementSha256,
            signedObjectId: acceptance.signedObjectId,
            signedDate: acceptance.signedDate,
            authentication: {
              method: authentication.method,
              provider: authentication.provider,
            },
            instantDecision: acceptance.instantDecision,
            noticeTo,
          },
        ),
      );
    },
    cancelApplication: ({ cancellationId, applicationId }) => cancel(cancellationId, applicationId),
    withdraw: close('LOAN_WITHDRAWAL'),
    settleEarly: close('LOAN_SETTLEMENT'),
    close: async () => {},
  };
}
