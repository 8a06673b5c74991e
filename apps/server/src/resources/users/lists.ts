import { employees, merchantEmployees, users } from '@paydesk/contract/resources/users/lists.ts';
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

export const usersList = defineList({
  resource: users,
  from: 'users u',
  id: 'u.id',
  joins: { m: 'left join merchants m on m.id = u.merchant_id' },
  columns: {
    ...person,
    merchantName: 'm.name',
    lastLoginDate: 'u.last_login_date',
    merchantId: 'u.merchant_id',
  },
});

const ofMerchant = {
  from: 'users u',
  id: 'u.id',
  // who was deleted is kept for the records alone (AM-43)
  where: "u.status <> 'DEACTIVATED'",
  columns: { ...person, position: 'u.position' },
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
