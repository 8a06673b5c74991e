-- outside a transaction
-- The order in which cases are read: where the risk is high, then the strongest match; what is decided has no turn.
drop index concurrently if exists screening_cases_turn;
create index concurrently screening_cases_turn on screening_cases ((case when status in ('OPEN','SECOND_READER')
  then 100 - score + case risk_class when 'HIGH' then 0 else 101 end end), id);
