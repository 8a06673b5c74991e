import { endpoints, listEndpoint } from '../../kernel/endpoint.ts';
import { historyOf } from '../../kernel/history.ts';
import { ROUTE_SETS } from '../../permissions.ts';

export const userHistory = historyOf({
  slug: 'user-history',
  path: '/api/users/{id}/history',
  read: ROUTE_SETS.USER_DETAIL,
  serves: 'AT-01, SB-46',
});

export const userHistoryEndpoints = endpoints(() => ({
  'GET /api/users/{id}/history': listEndpoint(userHistory),
}));
