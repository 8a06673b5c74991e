import { queryOptions } from '@tanstack/react-query';
import { merchants } from '@paydesk/contract/resources/merchants/list.ts';
import { call } from '../../platform/api.ts';

export const merchantQuery = (id: string) =>
  queryOptions({
    queryKey: [merchants.slug, 'one', id],
    queryFn: ({ signal }) => call('GET /api/merchants/{id}', { params: { id }, signal }),
  });

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: [merchants.slug, 'callback-delivery', id],
    queryFn: ({ signal }) =>
      call('GET /api/merchants/{id}/callback-delivery', { params: { id }, signal }),
  });
