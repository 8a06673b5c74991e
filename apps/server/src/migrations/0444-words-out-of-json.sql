-- fits older processes: they go on taking words out of JSON as of a text, and what the function keeps for them is the same
-- Words of an erasure are taken out of what JSON says, not out of how it is written: behind a line end they stand as
-- '\nAna', and whoever is called Null or True made no JSON any more.
create function erased_json(given jsonb, words text[]) returns jsonb
  language plpgsql immutable set search_path = public as $$
begin
  return case jsonb_typeof(given)
    when 'string' then to_jsonb(erased(given #>> '{}', words))
    when 'array' then (select coalesce(jsonb_agg(erased_json(one, words) order by nth), '[]')
      from jsonb_array_elements(given) with ordinality of_it (one, nth))
    when 'object' then (select coalesce(jsonb_object_agg(erased(key, words), erased_json(value, words)), '{}')
      from jsonb_each(given))
    -- a telephone number, say; not an amount that begins like one
    when 'number' then case when erased(given::text, words) = '[erased]' then to_jsonb('[erased]'::text) else given end
    else given end;
end $$;

create or replace function erase_added(of_table text, given uuid[], words text[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform set_config('paydesk.erasing', 'yes', true);
  case of_table
    when 'customer_notes' then update customer_notes set note = 'Erased' where id = any(given);
    when 'loan_events' then
      update loan_events set detail = erased(detail, words) where id = any(given);
    when 'rules_evaluation_results' then
      update rules_evaluation_results set details = erased(details, words) where id = any(given);
    -- each change stands in audit_redactions, or the seals don't agree
    when 'audit_logs' then
      update audit_logs set
        -- what somebody wrote of them says more than their name
        details = case when entity_type = 'CUSTOMER_NOTE' then '{"erased": true}'
          else erased_json(details, words) end,
        address = case when user_id is not null then address end
      where id = any(given);
  end case;
  perform set_config('paydesk.erasing', '', true);
end $$;
