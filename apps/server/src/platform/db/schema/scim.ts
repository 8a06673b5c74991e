/** A value of a claim or a group's name, and which role of a firm's own it gives. */
export interface OwnRoleBy {
  value: string;
  roleId: string;
  base: 'BACKOFFICE_ADMIN' | 'BACKOFFICE_TECHNICAL' | 'MERCHANT_ADMIN' | 'MERCHANT_OPERATOR';
}

export interface ScimGroups {
  id: string;
  connection_id: string;
  display_name: string;
  external_id: string | null;
  created_date: string;
  changed_date: string;
}

export interface ScimMembers {
  group_id: string;
  user_id: string;
}
