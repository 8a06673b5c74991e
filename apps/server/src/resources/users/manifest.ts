import { contains, named } from '../../platform/search/sources.ts';
import { defineManifest } from '../../platform/manifest.ts';
import { employeeHandlers } from './employees.ts';
import { employeesList, merchantEmployeesList, usersList } from './lists.ts';
import { userRecord } from './record.ts';

export const manifest = defineManifest({
  lists: [usersList, employeesList, merchantEmployeesList],
  records: [userRecord],
  handlers: [employeeHandlers],
  search: {
    user: {
      read: ['READ_ANY_USER', 'READ_MERCHANT_EMPLOYEE'],
      scope: 'merchant',
      from: 'users u',
      id: 'u.id',
      tenant: 'u.merchant_id',
      // who was taken off the lists of people is not found either (AM-43)
      only: `u.status <> 'DEACTIVATED'`,
      title: `u.first_name || ' ' || u.last_name`,
      detail: 'u.email',
      status: 'u.status',
      newest: 'u.created_date',
      where: ({ text, names }) => [named('u.search_name', names), contains('u.email', text)],
    },
  },
});
