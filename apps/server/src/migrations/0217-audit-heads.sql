-- By which the installation signs the head of its audit log (ADR 157): one key, made when it is first needed.
create table audit_signer (
  id uuid primary key,
  single boolean not null unique default true check (single),
  created_date timestamptz(3) not null,
  -- SPKI, PEM
  public_key text not null,
  sealed_private_key bytea not null
);
select guard_sealed('audit_signer', 'sealed_private_key');
