-- Up to which seal the audit log was handed to the collector (ADR 157).
create table audit_push (
  single boolean primary key default true check (single),
  seal bigint not null,
  pushed_date timestamptz(3) not null
);
