import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import type { deliveryMerchants } from '@paydesk/contract/resources/delivery/lists.ts';
import { notFound } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { oneRow } from '../../platform/list/engine.ts';
import type { Services } from '../../platform/services.ts';
import { companyMethodsList, deliveryMerchantsList } from './lists.ts';

type Agreed = RowOf<typeof deliveryMerchants.columns>;

/** What stands below a company or a method; below another one it is absent (AM-29). */
export const deliveryHandlers = ({
  database,
}: Services): Handlers<
  | 'GET /api/delivery/companies/{id}/methods/{methodId}'
  | 'GET /api/delivery/methods/{id}/merchant-method/{merchantMethodId}'
> => ({
  'GET /api/delivery/companies/{id}/methods/{methodId}': ({ actor, params }) =>
    oneRow(database, companyMethodsList, actor, params.methodId, params.id),
  'GET /api/delivery/methods/{id}/merchant-method/{merchantMethodId}': async ({
    actor,
    params,
  }) => {
    const { merchantMethodId } = params;
    const row = await oneRow<Agreed>(database, deliveryMerchantsList, actor, merchantMethodId);
    if (row.deliveryMethodId !== params.id) throw notFound();
    return row;
  },
});
