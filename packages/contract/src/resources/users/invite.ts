import { recordAction } from '../../kernel/record.ts';
import { administrator } from './actions.ts';
import { changesPeople, CREATED, managesStaff, newEmployeeFields, staffFields } from './fields.ts';

export const inviteStaff = recordAction<unknown, typeof staffFields>({
  label: 'Invite',
  summary: 'Invite somebody who works for the provider, by mail',
  serves: 'RO-03, RO-04, SB-22, SB-46',
  asks: managesStaff,
  audited: 'CREATE',
  whyNot: () => null,
  fields: staffFields,
  sensitive: 'RIGHTS',
  secondPerson: { kind: administrator },
  success: CREATED,
});

export const createEmployee = recordAction<unknown, typeof newEmployeeFields>({
  label: 'Create',
  summary: 'Add an employee, who is invited by mail',
  serves: 'API-103, EM-03, EM-09..18, SB-23',
  asks: changesPeople,
  audited: 'CREATE',
  whyNot: () => null,
  fields: newEmployeeFields,
  sensitive: 'RIGHTS',
  secondPerson: { kind: administrator },
  success: CREATED,
});
