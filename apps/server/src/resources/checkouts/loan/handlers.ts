import { parseIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { toCents } from '@paydesk/contract/kernel/money.ts';
import { readPersonalId } from '@paydesk/contract/kernel/personal-ids.ts';
import type { LoanView } from '@paydesk/contract/loan-view.ts';
import { checkBorrower } from '@paydesk/contract/resources/checkouts/fields.ts';
import type { LoanBody, LoanPage } from '@paydesk/contract/resources/checkouts/view.ts';
import { sql } from 'kysely';
import type { LoanAsked, LoanBy } from '../../../domain/lending/asked.ts';
import { beginLoan } from '../../../domain/lending/begin.ts';
import { askReview, cancelLoan } from '../../../domain/lending/by-hand.ts';
import { chooseOffer } from '../../../domain/lending/choose.ts';
import { repayEarly, withdrawLoan } from '../../../domain/lending/closing.ts';
import { continueLoan } from '../../../domain/lending/continue.ts';
import { beginAuthentication, beginSigning } from '../../../domain/lending/identify.ts';
import { informationOf } from '../../../domain/lending/papers.ts';
import { borrowersLoan, loanByToken, loanView } from '../../../domain/lending/view.ts';
import { audit } from '../../../platform/audit.ts';
import { today } from '../../../platform/business-day.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import { refuseFields } from '../../../platform/insist.ts';
import type { Services } from '../../../platform/services.ts';
import { informationUrl } from './pages.ts';
import { borrowedFor, offeredProducts } from './offered.ts';
import { checkoutLoanOf } from './view.ts';

type Keys =
  | 'GET /api/checkouts/{id}/loan'
  | 'GET /api/checkouts/{id}/loan/information'
  | 'POST /api/checkouts/{id}/loan'
  | 'POST /api/checkouts/{id}/loan/offer'
  | 'POST /api/checkouts/{id}/loan/authentication'
  | 'POST /api/checkouts/{id}/loan/signing'
  | 'POST /api/checkouts/{id}/loan/continue'
  | 'POST /api/checkouts/{id}/loan/cancel'
  | 'POST /api/checkouts/{id}/loan/review'
  | 'GET /api/loans/{id}'
  | 'POST /api/loans/{id}/withdraw'
  | 'POST /api/loans/{id}/repay';

/** What shoppers do who borrow: by the checkout's id with a key of their own, and later by the loan's token. */
export function shopperLoanHandlers(services: Services): Handlers<Keys> {
  /** Does it to the loan that the checkout has, and answers how that stands. */
  const on = async (id: string, key: string | null, act: (loanId: string) => Promise<void>) => {
    await borrowedFor(services, id);
    const loan = await borrowersLoan(services, id, key);
    if (!loan) throw invalid('loan', 'No loan was applied for in this browser');
    await act(loan.id);
    return checkoutLoanOf(services, id, key);
  };

  const close = async (
    token: string,
    { amount, by, of, close: end }: { amount: number; by: LoanBy } & Closing,
  ) => {
    const { loan } = await byToken(services, token);
    if (!of(loan)) throw invalid('loan', 'This can’t be done with the loan as it stands');
    // it may be another one by the day, or by what was paid meanwhile
    await end(services, loan.id, by, toCents(amount));
    return byToken(services, token);
  };

  return {
    'GET /api/checkouts/{id}/loan': ({ params, shopperKey }) =>
      checkoutLoanOf(services, params.id, shopperKey),
    'GET /api/checkouts/{id}/loan/information': async ({ params: { id }, query }) => {
      const months = Number(query.months);
      const products = await offeredProducts(services, await borrowedFor(services, id));
      const fitting = products.filter((one) => months >= one.minMonths && months <= one.maxMonths);
      if (!fitting.length) throw invalid('months', 'Nobody lends this amount over so many months');
      return Promise.all(
        fitting.map(async (one) => ({
          productId: one.productId,
          institution: one.institution,
          product: one.product,
          sha256: (await informationOf(services, id, one, months)).sha256,
          url: informationUrl(id, one.productId, months),
        })),
      );
    },
    'POST /api/checkouts/{id}/loan': async ({
      params: { id },
      body,
      address,
      userAgent,
      shopperKey,
    }) => {
      const borrowed = await borrowedFor(services, id);
      refuseFields(checkBorrower(body, today(services)));
      if (!(await offeredProducts(services, borrowed)).length && !(await loanView(services, id)))
        throw invalid(
          'loan',
          'Nobody lends this amount here at the moment: please pay in another way',
        );
      const asked = askedFor(body, userAgent, shopperKey);
      const { token } = await beginLoan(services, id, asked, by(address));
      return checkoutLoanOf(services, id, shopperKey ?? token);
    },
    'POST /api/checkouts/{id}/loan/offer': ({ params: { id }, body, address, shopperKey }) =>
      on(id, shopperKey, (loanId) => chooseOffer(services, loanId, body.offerId, by(address))),
    'POST /api/checkouts/{id}/loan/authentication': ({
      params: { id },
      body,
      address,
      shopperKey,
    }) => on(id, shopperKey, (loanId) => beginAuthentication(services, loanId, body, by(address))),
    'POST /api/checkouts/{id}/loan/signing': ({ params: { id }, body, address, shopperKey }) =>
      on(id, shopperKey, (loanId) => {
        const { method, frame, agreementSha256 } = body;
        return beginSigning(services, loanId, { method, frame, agreementSha256 }, by(address));
      }),
    'POST /api/checkouts/{id}/loan/continue': async ({ params: { id }, address, shopperKey }) => {
      const { merchant_id: merchantId } = await borrowedFor(services, id);
      const loan = await borrowersLoan(services, id, shopperKey);
      if (loan) await continueLoan(services, loan.id, by(address));
      const after = await checkoutLoanOf(services, id, shopperKey);
      // who came back is written down; what follows from it Paydesk does
      if (loan && after.loan && after.loan.status !== loan.status)
        await services.database.transaction('all', (tx) =>
          audit(tx, by(address), {
            action: 'CONTINUE_LOAN',
            entityType: 'CONSUMER_CREDIT',
            entityId: loan.id,
            merchantId,
            result: 'SUCCESS',
            details: {
              changes: { status: { before: loan.status, after: after.loan!.status } },
            },
          }),
        );
      return after;
    },
    'POST /api/checkouts/{id}/loan/cancel': ({ params: { id }, address, shopperKey }) =>
      on(id, shopperKey, (loanId) =>
        cancelLoan(services, loanId, { code: 'WITHDRAWN_BY_SHOPPER' }, by(address)),
      ),
    'POST /api/checkouts/{id}/loan/review': ({ params: { id }, address, shopperKey }) =>
      on(id, shopperKey, (loanId) => askReview(services, loanId, by(address))),
    'GET /api/loans/{id}': ({ params }) => byToken(services, params.id),
    'POST /api/loans/{id}/withdraw': ({ params, body: { amount }, address }) =>
      close(params.id, {
        amount,
        by: by(address),
        of: (loan) => loan.withdrawing,
        close: withdrawLoan,
      }),
    'POST /api/loans/{id}/repay': ({ params, body: { amount }, address }) =>
      close(params.id, { amount, by: by(address), of: (loan) => loan.repaying, close: repayEarly }),
  };
}

interface Closing {
  of: (loan: LoanView) => { amount: number } | null;
  close: typeof withdrawLoan;
}

const by = (address: string): LoanBy => ({ userId: null, userName: null, address });

async function byToken(services: Services, token: string): Promise<LoanPage> {
  const loan = await loanByToken(services, token);
  if (!loan) throw notFound();
  const [about] = await services.database.run(
    sql<{ name: string; label: string | null }>`
      select m.name, o.label from consumer_credits l
      join orders o on o.id = l.order_id and o.merchant_id = l.merchant_id
      join merchants m on m.id = l.merchant_id
      where l.id = ${loan.id}`,
    'all',
  );
  return { merchant: { name: about!.name }, label: about!.label, loan };
}

function askedFor(body: LoanBody, userAgent: string | null, shopperKey: string | null): LoanAsked {
  const { months, consents, firstName, lastName, email, phone } = body;
  return {
    months,
    consents,
    person: {
      // as its country writes it: whoever is asked about it knows no other
      personalId: readPersonalId(body.personalId, body.country)!.id,
      country: body.country,
      firstName: firstName.trim(),
      lastName: lastName.trim(),
      dateOfBirth: parseIsoDay(body.dateOfBirth)!,
      email: email.trim(),
      phone: phone.trim(),
    },
    income: {
      type: body.incomeType,
      monthlyCents: toCents(body.monthlyIncome)!,
      obligationsCents: toCents(body.monthlyObligations)!,
    },
    device: userAgent,
    shopperKey,
  };
}
