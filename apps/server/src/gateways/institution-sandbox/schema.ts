/**
 * What arrived, with what was decided and from when on it is known: a late one is no lost one. Refunds stand in a table
 * of their own. Rows are only added.
 */
export const INSTITUTION_SCHEMA = `
  create schema if not exists institution_sandbox;
  create table if not exists institution_sandbox.refunds (
    request_id uuid primary key,
    consumer_credit_id uuid not null,
    external_id text,
    loan_number text,
    amount_cents bigint not null,
    currency text not null,
    reason text not null,
    note text,
    reference text,
    reject_reason text,
    created_date timestamptz(3) not null default clock_timestamp(),
    decided_date timestamptz(3) not null,
    check (num_nonnulls(reference, reject_reason) = 1)
  );
  -- ids that were asked about before they came: nothing happens under them any more
  create table if not exists institution_sandbox.closed (request_id uuid primary key);
  -- what came, and was taken back before it was decided
  create table if not exists institution_sandbox.cancelled (request_id uuid primary key);
  create table if not exists institution_sandbox.requests (
    operation_id uuid primary key,
    kind text not null,
    content jsonb not null,
    answer jsonb not null,
    created_date timestamptz(3) not null,
    decided_date timestamptz(3) not null
  );
  create index if not exists acceptances_of_applications on institution_sandbox.requests
    ((content->>'applicationId')) where kind = 'LOAN_ACCEPTANCE';
  create table if not exists institution_sandbox.loans (
    loan_id uuid primary key,
    acceptance_id uuid not null references institution_sandbox.requests,
    loan_number text not null,
    total_cents bigint not null,
    signed_date timestamptz(3) not null
  );
  create table if not exists institution_sandbox.loan_ends (
    loan_id uuid primary key references institution_sandbox.loans,
    ended_date timestamptz(3) not null
  );
  create table if not exists institution_sandbox.notices (
    notice_id uuid primary key,
    loan_id uuid not null references institution_sandbox.loans,
    notice_to text not null,
    notice jsonb not null,
    due_date timestamptz(3) not null
  );
  create table if not exists institution_sandbox.notices_taken (
    notice_id uuid primary key references institution_sandbox.notices
  );
`;

/** The tables that the server, whose child keeps these books, writes to. */
export const INSTITUTION_TABLES = [
  'refunds',
  'closed',
  'cancelled',
  'requests',
  'loans',
  'loan_ends',
  'notices',
  'notices_taken',
].map((table) => `institution_sandbox.${table}`);
