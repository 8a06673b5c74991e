import * as z from 'zod';
import { anyOf, endpoints } from '../kernel/endpoint.ts';
import type { Permission, UserRole } from '../permissions.ts';

/** One permission, who holds it by default, and which calls it opens (RO-10..24). */
export interface PermissionRow {
  name: Permission;
  description: string;
  roles: UserRole[];
  calls: { key: string; summary: string }[];
}

export const permissionEndpoints = endpoints(() => ({
  'GET /api/permissions': {
    summary: 'Every permission, the roles that hold it and the calls that it opens',
    serves: 'API-20, RO-10..24',
    access: anyOf('READ_ANY_USER'),
    scope: 'all',
    answer: z.array(
      z.strictObject({
        name: z.string(),
        description: z.string(),
        roles: z.array(z.string()),
        calls: z.array(z.strictObject({ key: z.string(), summary: z.string() })),
      }),
    ) as z.ZodType<PermissionRow[]>,
  },
}));
