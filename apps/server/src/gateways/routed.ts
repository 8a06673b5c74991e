import type { Route } from './acquirer.ts';
import type { FinancingInstitution } from './financing-institution.ts';
import type { Peer } from './protocol/line.ts';
import { silences } from './silence.ts';
import type { AcquirerLine } from './with-timeout.ts';

interface Ways<T> {
  /** The installation's, and its address. */
  own: T;
  address: string | null;
  /** That of one merchant or institution, as it is now. */
  peerOf: (id: string) => Promise<Peer | null>;
  over: (peer: Peer) => T;
}

/** How one of these is asked: always, or not while it does not answer. */
type Asking = 'asked' | 'unlessSilent';

/**
 * The gateway that a route names. What was sent somewhere is asked about there: were it asked of another one, that
 * one would truly say that it has no record of it, and the money would move twice. One of a merchant's or an
 * institution's own that does not answer holds up no other (ADR 214); the installation's has nobody beside it.
 */
function router<T>({ own, address, peerOf, over }: Ways<T>) {
  const { heard, unlessSilent } = silences();
  return async <A>(
    { gateway, of }: Route = { gateway: null, of: null },
    how: Asking,
    ask: (at: T) => Promise<A>,
  ): Promise<A> => {
    if (gateway === null || gateway === address) return ask(own);
    const peer = of === null ? null : await peerOf(of);
    if (peer?.url !== gateway)
      throw new Error(`The gateway that was asked, ${gateway}, is no longer set up`);
    const way = how === 'asked' ? heard : unlessSilent;
    return way(gateway, () => ask(over(peer)));
  };
}

/**
 * What moves money is sent whoever was silent before: it is sent once, and an acquirer that was never asked would say
 * that it has no record of it.
 */
export function routedAcquirer(ways: Ways<AcquirerLine>): AcquirerLine {
  const at = router(ways);
  return {
    openCardPage: (request) => at(request.route, 'asked', (one) => one.openCardPage(request)),
    inquireCard: (id, route) => at(route, 'unlessSilent', (one) => one.inquireCard(id)),
    authorise: (request) => at(request.route, 'asked', (one) => one.authorise(request)),
    inquireAuthorisation: (id, route) =>
      at(route, 'unlessSilent', (one) => one.inquireAuthorisation(id, route)),
    move: (request) => at(request.route, 'asked', (one) => one.move(request)),
    inquire: (id, route) => at(route, 'unlessSilent', (one) => one.inquire(id, route)),
    inquirePayment: (payment) =>
      at(payment.route, 'unlessSilent', (one) => one.inquirePayment(payment)),
    settlement: (day, route) => at(route, 'unlessSilent', (one) => one.settlement(day)),
    close: () => ways.own.close(),
  };
}

/** What an institution is told is told under one id until it answers, so it may be left for later as what it is asked. */
export function routedInstitution(ways: Ways<FinancingInstitution>): FinancingInstitution {
  const route = router(ways);
  const at = <A>(to: Route | undefined, ask: (one: FinancingInstitution) => Promise<A>) =>
    route(to, 'unlessSilent', ask);
  return {
    refund: (order) => at(order.route, (one) => one.refund(order)),
    cancelRefund: (id, to) => at(to, (one) => one.cancelRefund(id)),
    apply: (application) => at(application.route, (one) => one.apply(application)),
    accept: (acceptance) => at(acceptance.route, (one) => one.accept(acceptance)),
    cancelApplication: (order) => at(order.route, (one) => one.cancelApplication(order)),
    withdraw: (order) => at(order.route, (one) => one.withdraw(order)),
    settleEarly: (order) => at(order.route, (one) => one.settleEarly(order)),
    inquire: (id, to) => at(to, (one) => one.inquire(id, to)),
    close: () => ways.own.close(),
  };
}
