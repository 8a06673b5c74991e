import { checkFields } from '@paydesk/contract/kernel/fields.ts';
import {
  fieldsOf,
  type CheckoutDetails,
  type CheckoutView,
} from '@paydesk/contract/resources/checkouts.ts';
import { giveDetails, shippingMethodsOf } from '../../domain/checkouts/details.ts';
import { openFromLink } from '../../domain/checkouts/link.ts';
import { openFromWidget } from '../../domain/checkouts/widget.ts';
import { beginPayment } from '../../domain/payments/begin.ts';
import { cancelPayment, continuePayment } from '../../domain/payments/continue.ts';
import { invalid } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { refuseFields } from '../../platform/insist.ts';
import type { Services } from '../../platform/services.ts';
import { linkLoanOf, linkView } from './link-view.ts';
import { offeredBy } from './offered.ts';
import { viewOf } from './view.ts';

type Keys =
  | 'POST /api/checkouts'
  | 'GET /api/checkouts/{id}'
  | 'GET /api/link-pages/{id}'
  | 'GET /api/link-pages/{id}/loan'
  | 'GET /api/widgets/preview'
  | 'GET /api/payment-links/preview'
  | 'PUT /api/checkouts/{id}'
  | 'POST /api/checkouts/{id}/pay'
  | 'POST /api/checkouts/{id}/continue'
  | 'POST /api/checkouts/{id}/cancel';

/** What shoppers do, whom nobody knows: by the checkout's id (ADR 114), and a key of theirs for what they said (ADR 215). */
export function checkoutHandlers(services: Services): Handlers<Keys> {
  return {
    'POST /api/checkouts': ({ body: { widget, link, order }, address }) => {
      if ((widget === undefined) === (link === undefined))
        throw invalid('widget', 'Give a widget or a link');
      if (link === undefined)
        return openFromWidget(services, { widgetId: widget!, order }, by(address));
      if (order !== undefined) throw invalid('order', 'A link has its order');
      return openFromLink(services, link, by(address));
    },
    'GET /api/checkouts/{id}': ({ params, shopperKey }) =>
      viewOf(services, params.id, { key: shopperKey }),
    'GET /api/link-pages/{id}': ({ params }) => linkView(services, params.id),
    'GET /api/link-pages/{id}/loan': ({ params }) => linkLoanOf(services, params.id),
    'GET /api/widgets/preview': ({ actor, query }) => offeredBy(services, actor, query),
    'GET /api/payment-links/preview': ({ actor, query }) =>
      offeredBy(services, actor, { ...query, ships: 'false' }),
    'PUT /api/checkouts/{id}': async ({ params: { id }, body, address, shopperKey }) => {
      const ships = (await shippingMethodsOf(services.database.kysely, id)).length > 0;
      refuseFields(checkFields(fieldsOf(ships), body));
      const { shipping } = await giveDetails(
        services,
        id,
        { ...detailsOf(body, ships), shopperKey },
        by(address),
      );
      // a shop that does not answer for one is not asked for the others
      const view = await viewOf(services, id, {
        key: shopperKey,
        said: true,
        asksCosts: shipping?.outcome !== 'unknown',
      });
      if (shipping?.outcome !== 'unknown') return view;
      return { ...view, shippingProblem: NO_COST } satisfies CheckoutView;
    },
    'POST /api/checkouts/{id}/pay': async ({ params: { id }, body, address, shopperKey }) => {
      await beginPayment(services, id, body, by(address));
      return viewOf(services, id, { key: shopperKey });
    },
    'POST /api/checkouts/{id}/continue': async ({ params: { id }, address, shopperKey }) => {
      await continuePayment(services, id, by(address));
      return viewOf(services, id, { key: shopperKey });
    },
    'POST /api/checkouts/{id}/cancel': async ({ params: { id }, address, shopperKey }) => {
      await cancelPayment(services, id, by(address));
      return viewOf(services, id, { key: shopperKey });
    },
  };
}

const by = (address: string) => ({ userId: null, userName: null, address });

const NO_COST =
  'The shop does not say what this delivery costs at the moment. What you typed is kept: try again, or choose another one.';

const trimmed = (text: string | null | undefined) => text?.trim() || null;

function detailsOf(body: CheckoutDetails, ships: boolean) {
  const { email, firstName, lastName, phone, country, shippingMethodId } = body;
  return {
    email: email.trim(),
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    phone: trimmed(phone),
    // where nothing is sent nobody's address is kept
    shipment: ships
      ? {
          country: country!,
          city: body.city!.trim(),
          addressLine: body.addressLine!.trim(),
          postalCode: body.postalCode!.trim(),
        }
      : null,
    shippingMethodId: ships ? (shippingMethodId ?? null) : null,
  };
}
