-- fits older processes: they ask for neither, and what merchants' statements of theirs read stays open to those
-- Whom staff write to or call where an institution owes an answer on a loan or its refund.
alter table financing_institutions
  add column operations_email text,
  add column operations_phone text;

-- It is no merchant's to read, whatever a merchant's statement asks for; nor who of the staff made or changed one.
revoke select on financing_institutions from paydesk_merchant;
grant select (id, name, code, active, logo_url, created_date, gateway_url, address, supervisor)
  on financing_institutions to paydesk_merchant;
