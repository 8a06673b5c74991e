-- fits older processes: what they disable or decline has nobody's reason, and what they activate keeps the one that stood there
-- Who brought a merchant into its status, when and why (SB-43). It stands apart, for staff alone: no role of a
-- merchant's reads it.
create table merchant_standings (
  merchant_id uuid primary key references merchants,
  status_date timestamptz(3) not null,
  status_by text not null,
  status_reason text check (char_length(status_reason) <= 500)
);
select open_to_server('merchant_standings');
select confine('merchant_standings', 'merchant_id = any(confined_merchants())', 'select');
