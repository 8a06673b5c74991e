import type { Classes } from '../classes.ts';

/** What the installation keeps of itself. */
export const HOUSE: Classes = {
  announcements: {
    none: 'id title text application valid_from valid_to active created_date updated_date',
    actor: 'created_by updated_by',
  },
  api_key_networks: {
    none: 'key_id merchant_id first_date',
    network: 'network',
  },
  api_keys: {
    none: 'id merchant_id last_four created_date last_used_date',
    actor: 'created_by',
    secret: 'key_hash sealed_key',
  },
  call_counts: {
    none: 'minute process calls',
    network: 'caller',
  },
  callback_lanes: {
    none: 'lane claims proven failures address error failing_since last_failure_date open_until',
  },
  certificates: {
    none: 'id merchant_id name created_date expiration_date public_key certificate disabled_date last_used_date',
    actor: 'created_by disabled_by',
  },
  changes: { none: 'xid at of_table op ids refs merchants' },
  customers_announcements: {
    none: 'id title text language segment valid_from valid_to active created_date updated_date',
    actor: 'created_by updated_by',
  },
  encryption_keys: { none: 'number fingerprint noted_date closed_date retired_date' },
  external_ids: {
    none: 'kind id',
    identifying: 'external_id digest',
  },
  installation: {
    none: 'single demo sign_in_name',
    secret: 'key_fingerprint sign_in',
  },
  kysely_migration: { none: 'name timestamp release breaks' },
  kysely_migration_lock: { none: 'id is_locked' },
  merchant_standings: {
    none: 'merchant_id status_date',
    text: 'status_reason',
    actor: 'status_by',
  },
  meta_data: {
    none: 'id key value application description created_date updated_date',
    actor: 'updated_by',
  },
  named_api_keys: {
    none: 'id merchant_id name last_four reads_orders makes_orders reads_recurring changes_recurring addresses expiration_date revoked_date last_used_date created_date made_by updated_date',
    network: 'last_used_address',
    actor: 'created_by updated_by',
    secret: 'key_hash',
  },
  outbox: {
    none: 'id kind created_date due_date attempts delivered_date expires_date given_up_date merchant_id lane taken_by subject posted',
    text: 'error',
    secret: 'payload',
  },
  pictures: { none: 'id png created_date' },
  processes: { none: 'id seen_date' },
  provider: {
    none: 'id single name country time_zone public_address logo set_aside updated_date',
    actor: 'updated_by',
    secret: 'mail_server',
  },
  provider_keys: {
    none: 'id name last_four writes_merchants writes_customers writes_purchases writes_transactions writes_loans status last_used_date created_date made_by updated_date',
    actor: 'created_by updated_by',
    secret: 'key_hash',
  },
  resealing: { none: 'name after seen done' },
  service_provider: {
    none: 'id single name created_date expiration_date public_key certificate',
    secret: 'sealed_private_key',
  },
  settlements_compared: { none: 'file day' },
  system_figures: {
    none: 'at waiting oldest_seconds failing given_up task_lag_seconds bytes connections loop_ms',
  },
  table_sizes: { none: 'day name bytes' },
  task_asks: { none: 'name id asked_date', actor: 'asked_by' },
  task_executions: {
    none: 'id type status started_date finished_date processed failed skipped',
    text: 'error',
    actor: 'asked_by',
  },
  task_runs: { none: 'name started_date ended_date' },
};
