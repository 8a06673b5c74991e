import { instalmentDays, loanOf } from '@paydesk/contract/credit.ts';
import { testApplicantOf } from '@paydesk/contract/test-applicants.ts';
import { noticesPlanned } from '../gateways/institution-sandbox/notices.ts';
import { institutionCallersOf } from '../gateways/protocol/institution.ts';
import type { Living } from './loan-life.ts';
import type { LoanInstalmentRow, LoanOperationRow, OfferRow } from './loan-rows.ts';
import { HOURS } from './loan-way.ts';
import type { Emit } from './tables.ts';
import { later, type World } from './world.ts';

/** What the sandbox's institution keeps of a loan of the demo, and says of it as time goes on. */

type Write = (emit: Emit) => void;

const DAY_MS = 86_400_000;
/** The hour at which it says what was paid, and how it counts who pays late: as it does itself. */
const HOUR = 'T09:00:00.000Z';
const [LATE_DAYS, PAID_LATE_DAYS] = [3, 20];

export interface Schedule {
  instalments: LoanInstalmentRow[];
  /** The one that is overdue. */
  arrears: { amountCents: bigint; dueDate: string } | null;
}

const chosenOf = ({ lent }: Living) => lent.offers.find(({ status }) => status === 'CHOSEN')!;

/** What is to be paid of a loan that was confirmed, and what was by now. */
export function scheduleOf({ random, clock }: World, living: Living): Schedule {
  const { way, credit, lent } = living;
  const { interestRateBp, termMonths } = chosenOf(living);
  const terms = { amountCents: credit.amountCents, rate: BigInt(interestRateBp) };
  const { schedule } = loanOf({ ...terms, months: termMonths });
  const days = instalmentDays(way.since.toISOString().slice(0, 10), schedule.length);
  const late = testApplicantOf(lent.person!.personalId) === 'arrears';
  let arrears: Schedule['arrears'] = null;
  const instalments = schedule.map(({ month, cents, interestCents }, index) => {
    const dueDate = days[index]!;
    const due = new Date(dueDate + HOUR);
    const isLate = late && month === 2;
    const paidDate = isLate ? later(due, PAID_LATE_DAYS * DAY_MS) : due;
    const paid = paidDate <= clock;
    const overdue = !paid && isLate && later(due, LATE_DAYS * DAY_MS) <= clock;
    if (overdue) arrears = { amountCents: cents, dueDate };
    return {
      id: random.id(way.since),
      consumerCreditId: credit.id,
      merchantId: credit.merchantId,
      number: month,
      dueDate,
      amountCents: cents,
      interestCents,
      principalCents: cents - interestCents,
      paidCents: paid ? cents : 0n,
      paidDate: paid ? paidDate.toISOString().slice(0, 10) : null,
      status: paid ? ('PAID' as const) : overdue ? ('OVERDUE' as const) : ('DUE' as const),
    };
  });
  return { instalments, arrears };
}

/** Of an offer, as it stands in its answer. */
const offerOf = (offer: OfferRow, product: string) => ({
  offerId: offer.externalId,
  product,
  amountCents: Number(offer.amountCents),
  months: offer.termMonths,
  rate: offer.interestRateBp,
  apr: offer.aprBp,
  monthlyCents: Number(offer.monthlyPaymentCents),
  totalCents: Number(offer.totalCents),
  validUntil: offer.validUntil!.toISOString(),
});

/** The applications that it has made an offer for, which may be chosen and signed. */
export const offeredBooks = ({ shop, credit, lenders, lent }: Living): Write[] =>
  lent.applications.flatMap((application) => {
    const offer = lent.offers.find(({ applicationId }) => applicationId === application.id);
    if (!offer) return [];
    const { institution, products } = lenders.find(
      (one) => one.institution.id === application.financingInstitutionId,
    )!;
    const product = products[0]!.code;
    const { personalId, firstName, lastName, dateOfBirth, email, phoneNumber } = lent.person!;
    const content = {
      operationId: application.id,
      kind: 'LOAN_APPLICATION' as const,
      loanId: credit.id,
      institution: institution.code,
      products: [{ code: product, rate: offer.interestRateBp }],
      merchantId: credit.merchantId,
      merchantName: shop.merchant.name,
      amountCents: Number(credit.amountCents),
      currency: credit.currency,
      months: credit.termMonths,
      person: { personalId, firstName, lastName, dateOfBirth, email, phone: phoneNumber },
    };
    const reference = application.externalId;
    return [
      (emit: Emit) =>
        emit('institutionRequests', {
          operationId: application.id,
          kind: content.kind,
          content,
          answer: { outcome: 'approved', reference, offers: [offerOf(offer, product)] },
          createdDate: application.createdDate,
          decidedDate: offer.createdDate,
        }),
    ];
  });

/** The loan that it has given, and all that it will say of it. */
export function lentBooks(
  { clock }: World,
  living: Living,
  acceptance: LoanOperationRow,
  { instalments }: Schedule,
): Write[] {
  const { way, credit, lent, publicUrl } = living;
  const loanNumber = credit.loanNumber!;
  const of = { loanId: credit.id, loanNumber };
  const { externalId: offerId, applicationId } = chosenOf(living);
  const given = instalments.map((one) => ({
    number: one.number,
    dueDate: one.dueDate,
    amountCents: Number(one.amountCents),
    interestCents: Number(one.interestCents),
  }));
  const planned = noticesPlanned({
    ...of,
    personalId: lent.person!.personalId,
    instalments: given,
    at: way.since,
    withdrawnMs: 0,
  });
  const { noticeTo } = institutionCallersOf(publicUrl);
  const kind = 'LOAN_ACCEPTANCE';
  const content = { operationId: acceptance.id, kind, loanId: credit.id, applicationId, offerId };
  return [
    (emit) =>
      emit('institutionRequests', {
        operationId: acceptance.id,
        kind,
        content,
        answer: {
          outcome: 'approved',
          reference: loanNumber,
          loan: { number: loanNumber, instalments: given },
        },
        createdDate: way.at(HOURS.WAITING_FOR_CONFIRMATION),
        decidedDate: way.since,
      }),
    (emit) =>
      emit('institutionLoans', {
        loanId: credit.id,
        acceptanceId: acceptance.id,
        loanNumber,
        totalCents: instalments.reduce((sum, { amountCents }) => sum + amountCents, 0n),
        signedDate: credit.agreementSigningDate!,
      }),
    ...planned
      .filter(({ at }) => at > clock)
      .map(
        ({ id, at, notice }) =>
          (emit: Emit) =>
            emit('institutionNotices', {
              noticeId: id,
              loanId: credit.id,
              noticeTo,
              notice,
              dueDate: at,
            }),
      ),
  ];
}
