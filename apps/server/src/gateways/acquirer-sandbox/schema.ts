/**
 * Everything that arrived stands in `requests`, with the answer it was given; `ledger` is the part
 * that moved money by now; what was authorised and cancelled has moved none. A late one is booked by its `booked_date`, so that no restart loses it.
 * A request that was asked about before it arrived stands here as refused, so that it can't be
 * booked any more once we said that there is no record of it. An authorisation that waits for its payer is
 * booked at no time ('infinity'), and decided by the row of `challenge_answers`. Rows are only added.
 */
export const SANDBOX_SCHEMA = `
  create schema if not exists acquirer_sandbox;
  create table if not exists acquirer_sandbox.requests (
    operation_id uuid primary key,
    kind text,
    transaction_id uuid,
    amount_cents bigint,
    currency text,
    reference text,
    decline_reason text,
    created_date timestamptz(3) not null default clock_timestamp(),
    booked_date timestamptz(3),
    check (num_nonnulls(booked_date, decline_reason) = 1),
    check (booked_date is null
      or num_nonnulls(kind, transaction_id, amount_cents, currency, reference) = 5)
  );
  create or replace view acquirer_sandbox.ledger as
    select operation_id, kind, transaction_id, amount_cents, currency, reference,
      booked_date as created_date
    from acquirer_sandbox.requests
    where booked_date <= clock_timestamp() and kind not in ('AUTHORISE', 'CANCEL');

  create table if not exists acquirer_sandbox.cards (
    token text primary key,
    test_card text not null,
    expires text not null,
    created_date timestamptz(3) not null default clock_timestamp()
  );
  create table if not exists acquirer_sandbox.card_pages (
    session_id uuid primary key,
    page_key uuid not null unique default gen_random_uuid(),
    payment_id uuid not null,
    merchant_id uuid not null,
    merchant_name text not null,
    amount_cents bigint not null,
    currency text not null,
    return_to text not null,
    frame boolean not null,
    created_date timestamptz(3) not null default clock_timestamp()
  );
  -- the pages on which a card is looked at, and nothing is paid
  create table if not exists acquirer_sandbox.card_checks (
    session_id uuid primary key references acquirer_sandbox.card_pages
  );
  create table if not exists acquirer_sandbox.card_page_ends (
    session_id uuid primary key,
    token text references acquirer_sandbox.cards,
    reason text,
    created_date timestamptz(3) not null default clock_timestamp(),
    check (num_nonnulls(token, reason) = 1)
  );
  create table if not exists acquirer_sandbox.authorisations (
    operation_id uuid primary key,
    payment_id uuid not null,
    token text not null,
    return_to text not null,
    frame boolean not null,
    challenged boolean not null,
    challenge_key uuid not null unique default gen_random_uuid(),
    notice_to text,
    created_date timestamptz(3) not null default clock_timestamp()
  );
  create table if not exists acquirer_sandbox.challenge_answers (
    operation_id uuid primary key references acquirer_sandbox.authorisations,
    result text not null check (result in ('CONFIRMED', 'REFUSED', 'CANCELLED', 'TIMED_OUT', 'WITHDRAWN')),
    created_date timestamptz(3) not null default clock_timestamp()
  );
  create table if not exists acquirer_sandbox.notices (
    notice_id uuid primary key,
    dispute_id uuid not null,
    payment_id uuid not null,
    amount_cents bigint not null,
    currency text not null,
    reason text not null,
    respond_by timestamptz(3) not null,
    status text not null check (status in ('OPEN', 'WON', 'LOST')),
    notice_to text not null,
    due_date timestamptz(3) not null,
    created_date timestamptz(3) not null default clock_timestamp()
  );
  create table if not exists acquirer_sandbox.notices_taken (
    notice_id uuid primary key references acquirer_sandbox.notices,
    created_date timestamptz(3) not null default clock_timestamp()
  );
`;

/** The tables that the server, whose child keeps these books, writes to. */
export const SANDBOX_TABLES = [
  'requests',
  'cards',
  'card_pages',
  'card_checks',
  'card_page_ends',
  'authorisations',
  'challenge_answers',
  'notices',
  'notices_taken',
].map((table) => `acquirer_sandbox.${table}`);
