/** What functions of triggers have to be where they run on a machine with some of the rows. */

/** The shard of a table that lies beside one of another, since both hold rows of the same merchants. */
export const BESIDE = `
create or replace function beside(shard text, of_table text) returns text
  language plpgsql stable set search_path = public as $$
declare
  found text;
begin
  if shard !~ '_[0-9]+$' then return of_table; end if;
  select of_table || '_' || other.shardid into strict found
  from pg_dist_shard this join pg_dist_shard other on other.shardminvalue = this.shardminvalue
  where this.shardid = substring(shard from '[0-9]+$')::bigint
    and other.logicalrelid = of_table::regclass;
  return found;
end $$`;

/** A table's copy on this machine. */
export const COPY = `
create or replace function own_copy(of_table text) returns text
  language sql stable set search_path = public as
  $$ select coalesce((select of_table || '_' || shardid from pg_dist_shard where logicalrelid = of_table::regclass), of_table) $$`;

const HOLDS = /perform from (\w+) where (\w+) = (\w+) for (key share|share);/g;

/**
 * One that holds rows which each machine has: those of this machine, which whoever changes them changes too. The
 * others would be asked as whoever calls it, who may not read them.
 */
export const heldHere = (definition: string): string =>
  definition.replaceAll(
    HOLDS,
    (_all, table: string, column: string, value: string, lock: string) =>
      `execute format('select from %I where ${column} = $1 for ${lock}', own_copy('${table}')) using ${value};`,
  );

/** Where a machine tells of what is written to its rows; as 0128-changes-told.sql has it. */
export const CHANGES = `
do $$ begin
  create unlogged table if not exists public.changes (
    xid xid8 not null default pg_current_xact_id(),
    at timestamptz not null default clock_timestamp(),
    of_table text not null,
    op text not null,
    ids uuid[],
    refs uuid[],
    merchants uuid[]
  );
  create index if not exists changes_xid_idx on public.changes (xid);
end $$`;

/**
 * Policies that look into other tables, which Citus refuses: what each asks in its place. A machine is asked for rows that
 * it joins with a merchant's, and finds what makes them seen where that merchant's rows are; the coordinator, whose copies
 * are read alone, asks all. Those of rows that stay on the coordinator look into its copy of people: who plans them asks
 * itself without end.
 */
export const ASKING: Readonly<Record<string, string>> = {
  'confined of customers': 'reached_customer(id)',
  'confined of cards': 'reached_customer(customer_id)',
  'confined of roles': 'id = reached_role()',
  'own_merchant of email_changes': 'own_person(user_id)',
  'own_merchant of sessions': 'own_person(user_id)',
  'own_merchant of tokens': 'own_person(user_id)',
};

export const REACHED = `
create or replace function reached_customer(customer uuid) returns boolean
  language plpgsql stable set search_path = public as $$
declare
  shard text;
  found boolean;
begin
  if confined_merchants() = '{}' then return false; end if;
  if (select groupid = 0 from pg_dist_local_group) then
    return exists (select 1 from transactions where customer_id = customer)
      or exists (select 1 from purchases where customer_id = customer)
      or exists (select 1 from consumer_credits where customer_id = customer);
  end if;
  for shard in
    select s.logicalrelid || '_' || s.shardid from pg_dist_shard s
    join pg_dist_placement p using (shardid) join pg_dist_local_group using (groupid)
    where s.logicalrelid in ('transactions'::regclass, 'purchases'::regclass, 'consumer_credits'::regclass)
      and s.shardminvalue in (select t.shardminvalue from unnest(confined_merchants()) m
        join pg_dist_shard t on t.shardid = get_shard_id_for_distribution_column('transactions', m))
    order by s.logicalrelid = 'transactions'::regclass desc
  loop
    execute format('select exists (select 1 from %I where customer_id = $1)', shard) into found using customer;
    if found then return true; end if;
  end loop;
  return false;
end $$;
create or replace function reached_role() returns uuid
  language plpgsql stable set search_path = public as $$
declare
  found uuid;
begin
  execute format('select role_id from %I where id = $1', own_copy('users')) into found using confined_person();
  return found;
end $$;
create or replace function own_person(person uuid) returns boolean
  language plpgsql stable set search_path = public as $$
declare
  found boolean;
begin
  execute format('select exists (select 1 from %I where id = $1)', own_copy('users')) into found using person;
  return found;
end $$`;

/** Who is one of staff is asked of the copy of people on the machine; as 0475-staff-by-no-name.sql has it. */
export const TOLD = `
create or replace function told_name(name text, whose uuid) returns text
  language plpgsql stable security definer set search_path = public set plan_cache_mode = auto as $$
declare
  told text;
begin
  execute format($of$select case when exists (
      select from %1$I s where s.merchant_id is null and s.first_name || ' ' || s.last_name = $1)
    and not exists (
      select from %1$I o where o.merchant_id = $2 and o.first_name || ' ' || o.last_name = $1)
  then 'Paydesk' else $1 end$of$, own_copy('users')) into told using name, whose;
  return told;
end $$`;

/** From whom no money is taken is asked of the copies of people and cards on the machine; as 0522-recurring-as-agreed.sql has it. */
export const REFUSED = `
create or replace function status_of_card(customer uuid, pan text) returns text
  language plpgsql stable security definer set search_path = public set plan_cache_mode = auto as $$
declare
  found text;
begin
  execute format($of$select status from %1$I
    where customer_id = $1 and coalesce(first6, '******') = left($2, 6) and last4 = right($2, 4)
    order by array_position(array['BLOCKED','ACTIVE','EXPIRED','DELETED'], status) limit 1$of$, own_copy('cards'))
    into found using customer, pan;
  return found;
end $$;
create or replace function charge_refusal(customer uuid, pan text) returns text
  language plpgsql stable security definer set search_path = public set plan_cache_mode = auto as $$
declare
  refusal text;
begin
  execute format($of$select case
    when (select status from %1$I where id = $1) in ('BLOCKED','CLOSED')
      or exists (select from %1$I c join %1$I o on lower(o.email) = lower(c.email)
        where c.id = $1 and o.status = 'BLOCKED') then 'CUSTOMER'
    when status_of_card($1, $2) <> 'ACTIVE'
      or exists (select from %2$I c
        join %2$I o on o.token = c.token and o.gateway is not distinct from c.gateway
        where c.customer_id = $1 and coalesce(c.first6, '******') = left($2, 6)
          and c.last4 = right($2, 4) and o.status = 'BLOCKED') then 'CARD'
    end$of$, own_copy('customers'), own_copy('cards')) into refusal using customer, pan;
  return refusal;
end $$`;

/** Whose firm somebody is of is asked of the copy of people on the machine; as 0498-blocked-by-hand.sql has it. */
export const BY_HAND = `
create or replace function blocked_by_hand(who uuid) returns void
  language plpgsql security definer set search_path = public as $$
declare
  own boolean;
begin
  execute format('select exists (select from %I where id = $1 and merchant_id = current_merchant())', own_copy('users'))
    into own using who;
  update scim_people set put_out = false
    where user_id = who and put_out and (own or current_setting('role') <> 'paydesk_merchant');
end $$`;

/**
 * Whether a server may still run that looks for what is sealed where it stood before: none does, since they are ended
 * while rows are spread. Which versions ran is in one place, where a machine can't look.
 */
export const SEALED_FOR_GOOD = `
create or replace function sealed_for_good() returns boolean
  language sql stable security definer set search_path = public as $$ select true $$`;

const DELTAS = /insert into (\w+_deltas)([^;]*);/g;

/**
 * A function of counters that writes its deltas beside the rows it is told of: each insert as it was, into the
 * shard of that place. Null where the function writes none.
 */
export function besideItsRows(definition: string): string | null {
  if (!definition.match(DELTAS)) return null;
  return definition.replaceAll(DELTAS, (_all, table: string, rest: string) => {
    const row = /\b(old|new)\./.exec(rest)?.[1];
    const words = row ? rest.replaceAll(`${row}.`, '($1).') : rest;
    return `execute format($of$insert into %I${words.replaceAll('%', '%%')}$of$, beside(tg_table_name, '${table}'))${row ? ` using ${row}` : ''};`;
  });
}

/** One that tells of rows which each machine has: the first of them tells alone. */
export const toldOnce = (definition: string): string =>
  definition.replace(
    /\bbegin\b/i,
    'begin\n  if (select groupid <> 0 from pg_dist_local_group) then return null; end if;',
  );
