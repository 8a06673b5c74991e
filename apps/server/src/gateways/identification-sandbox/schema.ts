/** Who was to be identified, and what came of it. Rows are only added. */
export const IDENTIFICATION_SCHEMA = `
  create schema if not exists identification_sandbox;
  create table if not exists identification_sandbox.sessions (
    operation_id uuid primary key,
    page_key uuid not null unique default gen_random_uuid(),
    content jsonb not null,
    created_date timestamptz(3) not null
  );
  create table if not exists identification_sandbox.answers (
    operation_id uuid primary key references identification_sandbox.sessions,
    result text not null check (result in ('CONFIRMED', 'SOMEBODY_ELSE', 'REFUSED', 'TIMED_OUT')),
    known_date timestamptz(3) not null
  );
  -- ids that were asked about before they came: nothing happens under them any more
  create table if not exists identification_sandbox.closed (operation_id uuid primary key);
`;

/** The tables that the server, whose child keeps these books, writes to. */
export const IDENTIFICATION_TABLES = ['sessions', 'answers', 'closed'].map(
  (table) => `identification_sandbox.${table}`,
);
