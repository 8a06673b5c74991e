import type { Route } from './acquirer.ts';
import type { FinancingInstitution } from './financing-institution.ts';
import type { Peer } from './protocol/line.ts';
import type { AcquirerLine } from './with-timeout.ts';

interface Ways<T> {
  /** The installation's, and its address. */
  own: T;
  address: string | null;
  /** That of one merchant or institution, as it is now. */
  peerOf: (id: string) => Promise<Peer | null>;
  over: (peer: Peer) => T;
}

/**
 * The gateway that a route names. What was sent somewhere is asked about there: were it asked of another one, that
 * one would truly say that it has no record of it, and the money would move twice.
 */
function router<T>({ own, address, peerOf, over }: Ways<T>) {
  return async ({ gateway, of }: Route = { gateway: null, of: null }): Promise<T> => {
    if (gateway === null || gateway === address) return own;
    const peer = of === null ? null : await peerOf(of);
    if (peer?.url === gateway) return over(peer);
    throw new Error(`The gateway that was asked, ${gateway}, is no longer set up`);
  };
}

export function routedAcquirer(ways: Ways<AcquirerLine>): AcquirerLine {
  const at = router(ways);
  return {
    openCardPage: async (request) => (await at(request.route)).openCardPage(request),
    inquireCard: async (id, route) => (await at(route)).inquireCard(id),
    authorise: async (request) => (await at(request.route)).authorise(request),
    inquireAuthorisation: async (id, route) => (await at(route)).inquireAuthorisation(id, route),
    move: async (request) => (await at(request.route)).move(request),
    inquire: async (id, route) => (await at(route)).inquire(id, route),
    inquirePayment: async (payment) => (await at(payment.route)).inquirePayment(payment),
    settlement: async (day, route) => (await at(route)).settlement(day),
    close: () => ways.own.close(),
  };
}

export function routedInstitution(ways: Ways<FinancingInstitution>): FinancingInstitution {
  const at = router(ways);
  return {
    refund: async (order) => (await at(order.route)).refund(order),
    cancelRefund: async (id, route) => (await at(route)).cancelRefund(id),
    apply: async (application) => (await at(application.route)).apply(application),
    accept: async (acceptance) => (await at(acceptance.route)).accept(acceptance),
    cancelApplication: async (one) => (await at(one.route)).cancelApplication(one),
    withdraw: async (order) => (await at(order.route)).withdraw(order),
    settleEarly: async (order) => (await at(order.route)).settleEarly(order),
    inquire: async (id, route) => (await at(route)).inquire(id, route),
    close: () => ways.own.close(),
  };
}
