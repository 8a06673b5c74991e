-- What a figure of the dashboard counts is a list that opens as fast as the figure comes (ADR 133): a
-- movement of money by its business day, a reversal by its own, and what came to nothing by its reason.

-- When its money moved; null for what no business day counts (AM-23, SB-17, ADR 110).
create function booked_date(moves_money boolean, status text, captured_date timestamptz, date timestamptz)
  returns timestamptz language sql immutable parallel safe as
  $$ select case when moves_money and status in ('SUCCESS','REVERSED')
    then coalesce(captured_date, date) end $$;

create function reversed_date(moves_money boolean, status text, reversal_date timestamptz)
  returns timestamptz language sql immutable parallel safe as
  $$ select case when moves_money and status = 'REVERSED' then reversal_date end $$;

create index transactions_booked
  on transactions (booked_date(moves_money, status, captured_date, date), merchant_id)
  where booked_date(moves_money, status, captured_date, date) is not null;
create index transactions_reversed
  on transactions (reversed_date(moves_money, status, reversal_date), merchant_id)
  where reversed_date(moves_money, status, reversal_date) is not null;
create index transactions_failed
  on transactions (date, merchant_id, status, external_error_type, external_error_code, amount_cents)
  where refunded_transaction_id is null and status in ('FAILED','DECLINED','RP_BLOCKED');
