import * as z from 'zod';
import {
  anyOf,
  asEdit,
  bodyOf,
  endpoints,
  listEndpoint,
  listEndpoints,
  uuid,
} from '../../kernel/endpoint.ts';
import type { Fields, ValuesOf } from '../../kernel/fields.ts';
import type { WaitingRow } from '../../kernel/second-person.ts';
import { columnsOf, recordEndpoints, recordSchema } from '../../kernel/record.ts';
import { administrator, administratorsAddress, whoItIs } from './actions.ts';
import { personFields } from './fields.ts';
import { EMPLOYEE_ROLES, employees, merchantEmployees, users } from './lists.ts';
import { user } from './record.ts';

/** The whole person sent back: these fields are taken, the person's other ones ignored (AM-104). */
function personWith<const F extends Fields>(fields: F) {
  const taken = bodyOf(fields) as z.ZodObject;
  const ignored = Object.keys(columnsOf(user)).filter((key) => !(key in fields));
  return taken.extend(
    Object.fromEntries(ignored.map((key) => [key, z.unknown().optional()])),
  ) as z.ZodType<ValuesOf<F>>;
}

const ID = { label: 'Id', kind: 'id', required: true } as const;

/** Of the id that the body names. */
const ABSENT = { 404: 'The person is absent, or not within this person’s sight.' } as const;

export const userEndpoints = endpoints(() => {
  const params = z.strictObject({ id: uuid() });
  const own = recordEndpoints(user);
  const access = anyOf('READ_ANY_USER', 'UPDATE_MERCHANT_EMPLOYEE');
  // the specification's own calls for a merchant's people, behind which stand the actions of the record
  const employee = {
    access,
    scope: 'merchant',
    tag: 'Employees',
    answer: recordSchema(user),
    sensitive: 'RIGHTS',
  } as const;
  return {
    ...listEndpoints(users),
    ...own,
    'GET /api/user-merchant/employees': listEndpoint(employees),
    'POST /api/user-merchant/employees': {
      ...own['POST /api/user-merchant/employees'],
      tag: employee.tag,
    },
    'PUT /api/user-merchant/employees': {
      ...employee,
      roles: ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN', 'MERCHANT_OPERATOR'],
      sensitive: 'ADDRESSES',
      summary: 'Change what is written about an employee, as PUT /api/users/{id} does',
      secondPerson: {
        kind: administratorsAddress as WaitingRow['kind'],
        entity: 'USER',
        reads: 'GET /api/users/{id}',
        proven: true,
      },
      serves: 'API-104, EM-02, EM-22, SB-24, AM-120',
      alsoAnswers: ABSENT,
      body: asEdit(personWith({ id: ID, ...personFields })),
    },
    'PUT /api/user-merchant/employees/role': {
      ...employee,
      roles: ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN'],
      summary: 'Grant or revoke: the body is the employee with the role they are to have',
      secondPerson: {
        kind: administrator,
        entity: 'USER',
        reads: 'GET /api/users/{id}',
        version: whoItIs,
      },
      serves: 'API-105, EM-31..33, SB-26',
      alsoAnswers: ABSENT,
      body: personWith({
        id: ID,
        userRole: { label: 'Role', kind: 'choice', required: true, enumeration: EMPLOYEE_ROLES },
      }),
    },
    'DELETE /api/user-merchant/employees/{id}': {
      ...employee,
      roles: ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN'],
      summary: 'Delete an employee, who is kept as deactivated for the records',
      serves: 'API-106, EM-28..30, AM-43, SB-25',
      params,
      answer: z.strictObject({}),
    },
    'GET /api/merchants/{id}/employees': listEndpoint(merchantEmployees),
  };
});
