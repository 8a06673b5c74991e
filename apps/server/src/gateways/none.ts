import { NO_ACQUIRER, NO_IDENTIFICATION, NO_INSTITUTION } from '@paydesk/contract/gateways.ts';
import type { AcquirerLine } from './with-timeout.ts';
import type { FinancingInstitution } from './financing-institution.ts';
import type { Identification } from './identification.ts';
import type { Screening } from './screening.ts';

/** In place of what is not set up: nothing is sent to anybody, and nothing is said to have happened. */

const missing = async (): Promise<never> => {
  throw new Error(NO_INSTITUTION);
};

/** What takes a payment, where nobody does. */
export const noPayments = (reason: string) =>
  ({
    openCardPage: async () => ({ outcome: 'refused', reason }),
    inquireCard: async () => ({ outcome: 'unknown', reason }),
    authorise: async () => ({ outcome: 'declined', reason, code: null, authentication: null }),
    inquireAuthorisation: async () => ({ outcome: 'unknown', reason }),
  }) satisfies Partial<AcquirerLine>;

export const noAcquirer: AcquirerLine = {
  ...noPayments(NO_ACQUIRER),
  // nobody got it, so that much is known
  move: async () => ({ outcome: 'declined', reason: NO_ACQUIRER }),
  inquire: async () => ({ outcome: 'unknown', reason: NO_ACQUIRER }),
  settlement: async () => ({ outcome: 'unknown', reason: NO_ACQUIRER }),
  inquirePayment: async () => ({ outcome: 'unknown', reason: NO_ACQUIRER }),
  close: async () => {},
};

export const noInstitution: FinancingInstitution = {
  refund: missing,
  cancelRefund: missing,
  apply: missing,
  accept: missing,
  cancelApplication: missing,
  withdraw: missing,
  settleEarly: missing,
  inquire: missing,
  close: async () => {},
};

export const noScreening: Screening = {
  async screen() {
    throw new Error('No screening is set up');
  },
};

export const noIdentification: Identification = {
  begin: async () => ({ outcome: 'refused', reason: NO_IDENTIFICATION }),
  async inquire() {
    throw new Error(NO_IDENTIFICATION);
  },
  close: async () => {},
};
