import type { Client } from './server.ts';

/** Calls about one person. */

export const read = (client: Client, id: string) =>
  client.call('GET /api/users/{id}', { params: { id } });

export const act = (
  client: Client,
  id: string,
  action: 'block' | 'activate' | 'resendInvitation',
) => client.call(`POST /api/users/{id}/actions/${action}`, { params: { id } });

export const remove = (client: Client, id: string) =>
  client.call('DELETE /api/user-merchant/employees/{id}', { params: { id } });

/** `more` stands in the body beside what the call takes. */
export const setRole = (client: Client, id: string, userRole: string, more: object = {}) =>
  client.call('PUT /api/user-merchant/employees/role', { body: { id, userRole, ...more } });
