import type { Permission, UserRole } from '@paydesk/contract/permissions.ts';
import type { Generated, JSONColumnType } from 'kysely';
import type { Roles } from './roles.ts';
import type { OwnRoleBy, ScimGroups, ScimMembers } from './scim.ts';

/** People, how they sign in, what they did, and what leaves the house for them. */

export interface Users {
  id: string;
  email: string;
  password_hash: string | null;
  first_name: string;
  last_name: string;
  phone_number: string | null;
  position: string | null;
  description: string | null;
  user_role: UserRole;
  permissions: Permission[];
  status: string;
  merchant_id: string | null;
  role_id: string | null;
  failed_logins: Generated<number>;
  last_try_date: string | null;
  password_expires_date: string | null;
  told_password_expires_date: string | null;
  last_login_date: string | null;
  created_date: string;
  created_by: string | null;
  updated_date: string | null;
  updated_by: string | null;
}

export interface Sessions {
  id: string;
  token_hash: Buffer;
  user_id: string;
  created_date: string;
  expires_date: string;
  revoked_date: string | null;
  time_zone: string;
  address: string;
  user_agent: string | null;
  last_seen_date: string | null;
  second_factor_date: string | null;
  wrong_tries: Generated<number>;
  password_date: string | null;
  connection_id: string | null;
  written_lsn: Generated<string | null>;
  view_user_id: Generated<string | null>;
  view_role: Generated<string | null>;
  view_role_id: Generated<string | null>;
  next_token_hash: Generated<Buffer | null>;
  next_token_date: Generated<string | null>;
  last_token_hash: Generated<Buffer | null>;
  last_token_until: Generated<string | null>;
}

export interface LoginAttempts {
  address: string;
  dates: string[];
}

export interface Tokens {
  token_hash: Buffer;
  purpose: 'RESET' | 'INVITATION';
  user_id: string;
  created_date: string;
  expires_date: string;
  used_date: string | null;
}

export interface SetupLinks {
  token_hash: Buffer;
  created_date: string;
  expires_date: string;
  used_date: string | null;
}

export interface EmailChanges {
  id: string;
  user_id: string;
  old_email: string;
  new_email: string;
  asked_by: string;
  confirm_hash: Buffer;
  stop_hash: Buffer;
  status: 'PENDING' | 'CONFIRMED' | 'STOPPED' | 'WITHDRAWN' | 'REPLACED' | 'TAKEN' | 'VOID';
  created_date: string;
  expires_date: string;
  ended_date: string | null;
}

export interface KnownDevices {
  user_id: string;
  mark: Buffer;
  first_seen_date: string;
  last_seen_date: string;
}

export interface SecondFactors {
  user_id: string;
  secret: Buffer;
  created_date: string;
  confirmed_date: string | null;
  last_step: Generated<bigint>;
}

export interface Passkeys {
  id: string;
  user_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: bigint;
  transports: string[];
  name: string;
  synced: boolean;
  created_date: string;
  last_used_date: string | null;
  copied_date: string | null;
}

export interface UsedChallenges {
  hash: Buffer;
  used_date: string;
}

export interface SsoConnections {
  id: string;
  merchant_id: string | null;
  name: string;
  issuer: string;
  client_id: string;
  client_secret: Buffer;
  role_claim: string | null;
  admin_value: string | null;
  member_value: string | null;
  own_roles: JSONColumnType<OwnRoleBy[], string | undefined, string>;
  is_on: Generated<boolean>;
  enforced: Generated<boolean>;
  break_glass: Generated<string[]>;
  claims: Buffer | null;
  problem: string | null;
  tried_date: string | null;
  created_date: string;
}

export interface SsoDomains {
  connection_id: string;
  domain: string;
  token: string;
  verified_date: string | null;
}

export interface SsoFlows {
  state_hash: Buffer;
  connection_id: string;
  binding_hash: Buffer;
  nonce: string;
  verifier: Buffer;
  tried_by: string | null;
  created_date: string;
}

export interface ScimTokens {
  connection_id: string;
  token_hash: Buffer;
  made_date: string;
  used_date: string | null;
}

export interface ScimPeople {
  connection_id: string;
  user_id: string;
  external_id: string | null;
  put_out: Generated<boolean>;
  /** The provider said of them that they are not active; put out and not this, their groups did it. */
  inactive: Generated<boolean>;
  gone: Generated<boolean>;
  changed_date: string;
}

export interface SsoIdentities {
  connection_id: string;
  subject: string;
  user_id: string;
  created_date: string;
}

export interface RecoveryCodes {
  user_id: string;
  code_hash: Buffer;
  used_date: string | null;
}

export interface AuditLogs {
  id: string;
  created_date: string;
  user_id: string | null;
  user_name: string | null;
  application: string | null;
  action: string;
  entity_type: string;
  entity_id: string | null;
  merchant_id: string | null;
  address: string | null;
  result: string;
  details: JSONColumnType<Record<string, unknown>>;
}

export interface Outbox {
  id: string;
  kind: string;
  payload: Buffer;
  created_date: string;
  due_date: string;
  attempts: Generated<number>;
  delivered_date: string | null;
  expires_date: string | null;
  given_up_date: string | null;
  error: string | null;
  merchant_id: string | null;
  lane: Generated<string>;
  taken_by: string | null;
  subject: string | null;
  posted: Generated<bigint>;
}

export interface CallbackLanes {
  lane: string;
  claims: Generated<bigint>;
  proven: Generated<boolean>;
  failures: Generated<number>;
  address: string | null;
  error: string | null;
  failing_since: string | null;
  last_failure_date: string | null;
  open_until: string | null;
}

export interface IdempotencyKeys {
  user_id: string;
  key: string;
  request_hash: Buffer;
  created_date: string;
  operation_id: string | null;
  verdicts: JSONColumnType<object, string | undefined, string>;
}

export interface PeopleTables {
  roles: Roles;
  users: Users;
  sessions: Sessions;
  login_attempts: LoginAttempts;
  setup_links: SetupLinks;
  tokens: Tokens;
  email_changes: EmailChanges;
  known_devices: KnownDevices;
  second_factors: SecondFactors;
  passkeys: Passkeys;
  scim_groups: ScimGroups;
  scim_members: ScimMembers;
  scim_people: ScimPeople;
  scim_tokens: ScimTokens;
  sso_connections: SsoConnections;
  sso_domains: SsoDomains;
  sso_flows: SsoFlows;
  sso_identities: SsoIdentities;
  used_challenges: UsedChallenges;
  recovery_codes: RecoveryCodes;
  audit_logs: AuditLogs;
  outbox: Outbox;
  callback_lanes: CallbackLanes;
  idempotency_keys: IdempotencyKeys;
}
