import { table } from '@paydesk/contract/index.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import {
  PERMISSIONS,
  ROLE_PERMISSIONS,
  ROLES,
  type Permission,
  type UserRole,
} from '@paydesk/contract/permissions.ts';
import type { PermissionRow } from '@paydesk/contract/resources/permissions.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { defineManifest } from '../platform/manifest.ts';

const entriesOf = <K extends string, V>(record: Readonly<Record<K, V>>) =>
  Object.entries(record) as [K, V][];

const PERMISSION_ROWS: PermissionRow[] = entriesOf(PERMISSIONS).map(([name, description]) => ({
  name,
  description,
  roles: (Object.keys(ROLES) as UserRole[]).filter((role) => ROLE_PERMISSIONS[role].includes(name)),
  calls: callsOf(name),
}));

function callsOf(permission: Permission) {
  return entriesOf<string, Endpoint>(table)
    .filter(([, { access }]) => Array.isArray(access) && access.includes(permission))
    .map(([key, { summary }]) => ({ key, summary }));
}

/** The permissions as the table of endpoints has them (API-20). */
export const permissionHandlers = (): Handlers<'GET /api/permissions'> => ({
  'GET /api/permissions': async () => PERMISSION_ROWS,
});

export const manifest = defineManifest({
  handlers: [permissionHandlers],
});
