import { MERCHANT_STATUSES, type MerchantStatus } from '@paydesk/contract/permissions.ts';
import { notFound } from '../platform/errors.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import type { Services } from '../platform/services.ts';

/** One merchant, for staff (API-78). */
export function merchantsHandlers({ database }: Services): Handlers<'GET /api/merchants/{id}'> {
  return {
    'GET /api/merchants/{id}': async ({ params }) => {
      const row = await database.kysely
        .selectFrom('merchants')
        .select(['id', 'name', 'status'])
        .where('id', '=', params.id)
        .executeTakeFirst();
      if (!row) throw notFound();
      const status = row.status as MerchantStatus;
      return {
        id: row.id,
        name: row.name,
        status: { name: status, description: MERCHANT_STATUSES[status] },
      };
    },
  };
}
