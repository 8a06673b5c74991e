-- The list of recurring payments asks it once for each row, for which it would be planned anew each time (0443).
-- fits older processes: they answer the same
alter function charge_refusal(uuid, text) set plan_cache_mode to auto;
alter function status_of_card(uuid, text) set plan_cache_mode to auto;
