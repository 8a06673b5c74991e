import * as z from 'zod';
import { endpoints, namedId } from '../../kernel/endpoint.ts';
import { ROLES, type UserRole } from '../../permissions.ts';

const own = {
  tag: 'Own user',
  serves: 'SB-46, RO-07',
  access: 'authenticated',
  scope: 'self',
} as const;

export const viewAsEndpoints = endpoints(() => ({
  'POST /api/users/me/view-as': {
    ...own,
    summary:
      'Look at the console as a person, or as a role, of the same or a lower rank: everything is read with their rights and nothing can be changed, until it is ended',
    roles: ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN'],
    alsoAnswers: {
      404: 'There is no such person or role, or it is not within this person’s sight.',
    },
    // one of them
    body: z.strictObject({
      userId: namedId().optional(),
      roleId: namedId().optional(),
      userRole: z.enum(Object.keys(ROLES) as UserRole[]).optional(),
    }),
    answer: z.strictObject({ name: z.string() }),
  },
  'DELETE /api/users/me/view-as': {
    ...own,
    summary: 'Look at the console as oneself again',
    whileExpired: true,
    beforeSecondFactor: true,
    answer: z.strictObject({}),
  },
}));
