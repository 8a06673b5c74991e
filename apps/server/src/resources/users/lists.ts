import { employees, merchantEmployees, users } from '@paydesk/contract/resources/users/lists.ts';
import { user } from '@paydesk/contract/resources/users/record.ts';
import { defineList } from '../../platform/list/definition.ts';

const person = {
  id: 'u.id',
  firstName: 'u.first_name',
  lastName: 'u.last_name',
  email: 'u.email',
  phoneNumber: 'u.phone_number',
  userRole: 'u.user_role',
  status: 'u.status',
  createdDate: 'u.created_date',
};

const plainNames = {
  firstName: { whole: 'u.search_name', part: true },
  lastName: { whole: 'u.search_name', part: true },
} as const;

const ownRole = { own_role: 'left join roles own_role on own_role.id = u.role_id' };
const roleName = 'own_role.name';

const everybody = {
  from: 'users u',
  id: 'u.id',
  joins: { m: 'left join merchants m on m.id = u.merchant_id', ...ownRole },
  columns: {
    ...person,
    roleName,
    merchantName: 'm.name',
    lastLoginDate: 'u.last_login_date',
    merchantId: 'u.merchant_id',
  },
  plainNames,
};

export const usersList = defineList({ ...everybody, resource: users });

/** The same people, of whom one is found by who may see them. */
export const peopleList = defineList({ ...everybody, resource: user.of, tenant: 'u.merchant_id' });

const ofMerchant = {
  from: 'users u',
  id: 'u.id',
  // who was deleted is kept for the records alone (AM-43)
  where: "u.status <> 'DEACTIVATED'",
  joins: ownRole,
  columns: { ...person, position: 'u.position', roleName },
  plainNames,
};

export const employeesList = defineList({
  ...ofMerchant,
  resource: employees,
  tenant: 'u.merchant_id',
});

export const merchantEmployeesList = defineList({
  ...ofMerchant,
  resource: merchantEmployees,
  parent: { column: 'u.merchant_id', from: 'merchants m', id: 'm.id' },
});
