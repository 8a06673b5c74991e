-- outside a transaction
-- fits older processes: they write such words themselves, or a code, which is read in words where it is written anew
-- Why a bank claims a payment back is kept in words since acquirers' codes are read as such; what came before kept the
-- code, and a notice that said the same once more was told as another.
update disputes d set reason = coalesce(known.words,
  upper(left(said.words, 1)) || substr(said.words, 2))
from (select id, merchant_id, lower(btrim(reason)) as code,
    regexp_replace(lower(btrim(reason)), '_+', ' ', 'g') as words from disputes) said
left join (values
  ('bank_cannot_process', 'The bank could not process it'),
  ('check_returned', 'Cheque returned'),
  ('credit_not_processed', 'Refund not received'),
  ('customer_initiated', 'Claimed by the payer at their bank'),
  ('debit_not_authorized', 'Debit not authorised'),
  ('duplicate', 'Charged more than once'),
  ('fraudulent', 'Fraud: not made by the cardholder'),
  ('general', 'No reason given'),
  ('incorrect_account_details', 'Wrong account details'),
  ('insufficient_funds', 'Not enough money in the account'),
  ('noncompliant', 'Against the card scheme’s rules'),
  ('product_not_received', 'Goods or services not received'),
  ('product_unacceptable', 'Goods or services not as described'),
  ('subscription_canceled', 'Charged after cancellation'),
  ('unrecognized', 'Not recognised by the cardholder')
) known (code, words) on known.code = said.code
where d.id = said.id and d.merchant_id = said.merchant_id
  and (known.code is not null or said.code ~ '^[a-z0-9]+(_+[a-z0-9]+)+$');
