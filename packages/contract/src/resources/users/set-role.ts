import { recordAction } from '../../kernel/record.ts';
import {
  administrator,
  isSelf,
  lastAdmin,
  nameOf,
  refuseAlways,
  whoItIs,
  type Person,
} from './actions.ts';
import { changesRoles, isAdmin, roleFields } from './fields.ts';

/** Which of the specification's roles somebody has, and what of the own ones made from it, if any. */
export const setRole = recordAction<Person, typeof roleFields>({
  label: 'Change role',
  summary:
    'Give somebody another role: one of the specification’s, or one of the own that is made from it. Nobody gives what they do not hold',
  serves: 'EM-31..33, SB-26, SB-46',
  asks: changesRoles,
  audited: 'SET_ROLE',
  whyNot: (user, _now, actor) =>
    refuseAlways(user, actor) ?? (isSelf(user, actor) ? 'You can’t change your own role' : null),
  looksAt: 'userRole',
  check: ({ userRole, roleId }, user) => {
    const refused: Record<string, string> = {};
    const stays = isAdmin({ userRole: userRole as Person['userRole'] }) && !roleId;
    if (user.onlyAdmin && !stays) refused['userRole'] = lastAdmin(user);
    return refused;
  },
  fields: roleFields,
  sensitive: 'RIGHTS',
  secondPerson: { kind: administrator, version: whoItIs },
  dialog: {
    title: (user) => `Change the role of ${nameOf(user)}`,
    consequence:
      'It applies from their next call on, wherever they are signed in. They are notified by mail.',
    submit: 'Change role',
  },
  success: 'Role was changed successfully.',
});
