-- A merchant's own acquirer and an institution's own gateway, in place of the installation's. The secrets by which
-- they are known stand apart: no role of a merchant's reads them.
alter table merchants add column acquirer_url text;
alter table financing_institutions add column gateway_url text;

create table merchant_acquirer_secrets (
  merchant_id uuid primary key references merchants,
  -- encrypted by the installation's key
  sealed bytea not null
);
create table institution_gateway_secrets (
  financing_institution_id uuid primary key references financing_institutions on delete cascade,
  sealed bytea not null
);
select open_to_server('merchant_acquirer_secrets');
select open_to_server('institution_gateway_secrets');

-- Where each was sent to: what is asked about it goes there, whoever is set up since. None of an older one.
alter table money_operations add column gateway text;
alter table recurring_charges add column gateway text;
alter table consumer_credits_refunds add column gateway text;
