import { queryOptions } from '@tanstack/react-query';
import { certificates } from '@paydesk/contract/resources/certificates.ts';
import { call } from '../../platform/api.ts';

/** What several of these screens ask; all of it below the slug, so that one word refreshes it. */

/** The own merchant, whose status says what may be generated. */
export const merchantQuery = queryOptions({
  queryKey: [certificates.slug, 'merchant'],
  queryFn: ({ signal }) => call('GET /api/user-merchant', { signal }),
});

/** What is known of the key: the key itself is asked for when somebody wants to see it, and that is audited. */
export const apiKeyQuery = queryOptions({
  queryKey: ['api-key-info'],
  queryFn: ({ signal }) => call('GET /api/user-merchant/api-key-info', { signal }),
});

export const providerQuery = queryOptions({
  queryKey: [certificates.slug, 'provider'],
  queryFn: ({ signal }) => call('GET /api/service-provider/certificateInfo', { signal }),
});

export const certificateKey = (id: string) => [certificates.slug, 'one', id];
