import { activateUser, blockUser } from '@paydesk/contract/resources/users/actions.ts';
import { contains, named, oneOf } from '../../platform/search/sources.ts';
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
      detail: `concat_ws(' · ', u.email, :whose)`,
      names: 'u.search_name',
      status: 'u.status',
      newest: 'u.created_date',
      deeds: {
        state: `jsonb_build_object('id', u.id, 'status', jsonb_build_object('name', u.status),
          'userRole', u.user_role, 'merchantId', u.merchant_id, 'roleId', u.role_id)`,
        // what their own role leaves out, and whether they are the last administrator, is looked at where it is done
        stateOf: (person: object) => ({ ...person, onlyAdmin: false, roleRights: null }),
        all: [
          { action: blockUser, can: oneOf('u.status', ['ACTIVATED']) },
          { action: activateUser, can: oneOf('u.status', ['BLOCKED', 'BLOCKED_SELF']) },
        ],
      },
      where: ({ text, names }) => [named('u.search_name', names), contains('u.email', text)],
    },
  },
});
