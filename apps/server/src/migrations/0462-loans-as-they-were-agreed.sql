-- fits older processes: they ask for neither; what they write of a rate is nothing, as of the papers before
-- Whether a loan's agreement is signed online or at the merchant's was decided as it was made: its merchant's people
-- are told so by the agreement, not by what the institution can do by now. Nothing else of a signature is theirs.
create policy own_merchant on signatures for select to paydesk_merchant
  using (merchant_id = current_merchant());
grant select (id, consumer_credit_id, merchant_id, created_date, signing_service_id) on signatures
  to paydesk_merchant;

-- The rate that was read before consent, in hundredths of a percent a year: nobody is applied to for a dearer one.
alter table loan_documents add column interest_rate_bp integer;
