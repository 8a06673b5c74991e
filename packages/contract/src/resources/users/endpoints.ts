import * as z from 'zod';
import {
  anyOf,
  asEdit,
  bodyOf,
  endpoints,
  listEndpoint,
  listEndpoints,
  rowSchema,
  uuid,
} from '../../kernel/endpoint.ts';
import type { Fields, ValuesOf } from '../../kernel/fields.ts';
import type { UserRole } from '../../permissions.ts';
import { employeeFields, personFields, userColumns } from './actions.ts';
import { EMPLOYEE_ROLES, employees, merchantEmployees, users } from './lists.ts';

/** Who changes people: not the technical staff, and merchants' users by their permission (AM-82). */
const WRITERS: readonly UserRole[] = ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN', 'MERCHANT_OPERATOR'];
const ADMINS: readonly UserRole[] = ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN'];

/** The whole person sent back: these fields are taken, the person's other ones ignored (AM-104). */
function personWith<const F extends Fields>(fields: F) {
  const taken = bodyOf(fields) as z.ZodObject;
  const ignored = Object.keys(userColumns).filter((key) => !(key in fields));
  return taken.extend(
    Object.fromEntries(ignored.map((key) => [key, z.unknown().optional()])),
  ) as z.ZodType<ValuesOf<F>>;
}

const ID = { label: 'Id', kind: 'id', required: true } as const;

/** Of the id that the body names. */
const ABSENT = { 404: 'The person is absent, or not within this person’s sight.' } as const;

export const userEndpoints = endpoints(() => {
  const params = z.strictObject({ id: uuid() });
  const detail = rowSchema(userColumns).meta({ id: 'User' });
  const change = {
    access: anyOf('READ_ANY_USER', 'UPDATE_MERCHANT_EMPLOYEE'),
    roles: WRITERS,
    scope: 'merchant',
    answer: detail,
    sensitive: 'RIGHTS',
  } as const;
  return {
    ...listEndpoints(users),
    'GET /api/users/{id}': {
      summary: 'One user: for staff, for themselves and for those who read their merchant’s people',
      serves: 'API-13, EM-05, EM-06, AM-28',
      access: 'authenticated',
      scope: 'merchant',
      params,
      answer: detail,
    },
    'POST /api/users/{id}/actions/block': {
      ...change,
      summary: 'Block a user: their sessions end at once',
      serves: 'API-14, EM-19, EM-26, SB-20',
      params,
    },
    'POST /api/users/{id}/actions/activate': {
      ...change,
      summary: 'Activate a blocked user',
      serves: 'API-15, EM-20, EM-21, EM-27, SB-21',
      params,
    },
    'POST /api/users/{id}/actions/resendInvitation': {
      ...change,
      summary: 'Send a new invitation; older ones are void',
      serves: 'API-16, EM-22, SB-22',
      params,
    },
    'DELETE /api/users/{id}/pending-email': {
      ...change,
      summary: 'Withdraw the change of an address that waits for its confirmation',
      serves: 'AM-120',
      params,
    },
    'GET /api/user-merchant/employees': listEndpoint(employees),
    'POST /api/user-merchant/employees': {
      ...change,
      summary: 'Add an employee, who is invited by mail',
      serves: 'API-103, EM-03, EM-09..18, SB-23',
      tag: 'Employees',
      body: bodyOf({ ...employeeFields, merchantId: { ...ID, label: 'Merchant' } }),
    },
    'PUT /api/user-merchant/employees': {
      ...change,
      sensitive: 'ADDRESSES',
      summary:
        'Change what is written about an employee; role and status stay. Another email asks for the own password or second factor, and counts once that address has confirmed it by link; of who is not activated yet it changes at once, and a new invitation goes to it',
      serves: 'API-104, EM-02, EM-22, SB-24, AM-120',
      tag: 'Employees',
      alsoAnswers: ABSENT,
      body: asEdit(personWith({ id: ID, ...personFields })),
    },
    'PUT /api/user-merchant/employees/role': {
      ...change,
      roles: ADMINS,
      summary: 'Grant or revoke: the body is the employee with the role they are to have',
      serves: 'API-105, EM-31..33, SB-26',
      tag: 'Employees',
      alsoAnswers: ABSENT,
      body: personWith({
        id: ID,
        userRole: { label: 'Role', kind: 'choice', required: true, enumeration: EMPLOYEE_ROLES },
      }),
    },
    'DELETE /api/user-merchant/employees/{id}': {
      ...change,
      roles: ADMINS,
      summary: 'Delete an employee, who is kept as deactivated for the records',
      serves: 'API-106, EM-28..30, AM-43, SB-25',
      tag: 'Employees',
      params,
      answer: z.strictObject({}),
    },
    'GET /api/merchants/{id}/employees': listEndpoint(merchantEmployees),
  };
});
