/** How what machines tell of their rows is heard: the coordinator asks each for what it has committed since. */

const NOW = `extract(epoch from pg_postmaster_start_time())::bigint || '-' ||
    extract(epoch from clock_timestamp())::bigint || '-' || pg_current_snapshot()`;

const MOST = 2001;
const KEPT_SECONDS = 300;

/** Said to a machine, which finds its own place by its number; as feed.ts asks the database itself. */
const ASKED = `
  select json_build_object('at', ';' || g.groupid || '=' || ${NOW},
    'known', coalesce(split_part(own, '-', 1)::bigint = extract(epoch from pg_postmaster_start_time())::bigint
      and extract(epoch from clock_timestamp())::bigint - split_part(own, '-', 2)::bigint < ${KEPT_SECONDS}, false),
    'changes', (select coalesce(json_agg(json_build_object('table', of_table, 'op', op, 'ids', ids, 'refs', refs,
        'merchants', merchants)), '[]')
      from (select * from public.changes where %2$s order by xid limit ${MOST}) found))::text
  from pg_dist_local_group g
  cross join lateral (select substring(%1$L from ';' || g.groupid || '=([^;]*)')) s (own)
  cross join lateral (select split_part(own, '-', 3)::pg_snapshot) p (since)`;

/**
 * As its owner, since whoever asks may do nothing on machines; what is asked there is said here alone. Each machine is
 * asked on a connection of its own, and sees what it has committed by then.
 */
export const TOLD_ELSEWHERE = `
create or replace function told_elsewhere(since text, within int)
  returns table ("position" text, known boolean, changes json)
  language plpgsql security definer set search_path = public, pg_temp as $told$
declare
  answers json;
  failed text;
begin
  -- what is no snapshot is refused here, as PostgreSQL refuses it, and not by a machine
  perform split_part(split_part(one, '=', 2), '-', 3)::pg_snapshot
    from unnest(string_to_array(since, ';')) one where one <> '';
  select json_agg(result::json) filter (where success), min(result) filter (where not success)
    into answers, failed
    from run_command_on_workers(format($asked$${ASKED}$asked$, since, case when within is null
      then 'xid >= pg_snapshot_xmin(since) and not pg_visible_in_snapshot(xid, since)'
      else format('at > clock_timestamp() - make_interval(secs => %s)', within) end));
  if failed is not null then
    raise exception 'A machine does not say what it has written: %', failed using errcode = '08006';
  end if;
  return query
    select coalesce(string_agg(one->>'at', '' order by one->>'at'), ''),
      within is not null or coalesce(bool_and((one->>'known')::boolean), true),
      coalesce((select json_agg(change) from json_array_elements(answers) other,
        json_array_elements(other->'changes') change), '[]')
    from json_array_elements(answers) one;
end $told$`;

export const FORGET_ELSEWHERE = `
create or replace function forget_elsewhere(older int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $forget$
begin
  perform run_command_on_workers(format(
    'delete from public.changes where at < clock_timestamp() - make_interval(secs => %s)', older));
end $forget$`;
