-- A list of sanctioned names of our own, and the cases that somebody decides: one for each person and hit.

create table sanctioned_names (
  id uuid primary key,
  source text not null check (source in ('OFAC','EU','UN','UK','OTHER')),
  -- what the list calls the person; several names may be of one
  entry text not null,
  name text not null,
  -- a day, or the year alone
  born text check (born ~ '^\d{4}(-\d\d-\d\d)?$'),
  created_date timestamptz(3) not null
);
create index on sanctioned_names (source, entry);
create index on sanctioned_names (created_date);

create table screening_cases (
  id uuid primary key,
  customer_id uuid not null references customers,
  list text not null check (list in ('PEP','SANCTIONS','ADVERSE_MEDIA')),
  -- whose list it is; PROVIDER is whoever is asked outside, who says no entry
  source text not null check (source in ('OFAC','EU','UN','UK','OTHER','PROVIDER')),
  entry text not null,
  -- as the list has them, and as the person was known when it was found
  listed_name text,
  listed_born text,
  person_name text not null,
  person_born date,
  score integer not null check (score between 0 and 100),
  risk_class text not null check (risk_class in ('LOW','MEDIUM','HIGH')),
  status text not null check (status in ('OPEN','SECOND_READER','FALSE_HIT','TRUE_HIT')),
  first_decision text check (first_decision in ('FALSE_HIT','TRUE_HIT')),
  first_user_id uuid,
  first_by text,
  first_date timestamptz(3),
  reason text,
  decided_by text,
  decided_date timestamptz(3),
  created_date timestamptz(3) not null,
  updated_date timestamptz(3),
  updated_by text,
  unique (customer_id, list, source, entry)
);
create index on screening_cases (created_date, id);
create index on screening_cases (status, created_date, id);
create index on screening_cases (score, id);

-- what somebody decided of it, where they did
alter table screening_results add column verdict text check (verdict in ('FALSE_HIT','TRUE_HIT'));

create or replace function screening_at(customer uuid, at timestamptz) returns text
  language sql stable as $$
  select (array['CLEAR','POSSIBLE_MATCH','MATCH'])[max(array_position(array['CLEAR','POSSIBLE_MATCH','MATCH'], l.result))]
  from (
    select distinct on (s.list)
      case when s.verdict = 'FALSE_HIT' and s.reviewed_at <= at then 'CLEAR' else s.result end as result
    from screening_results s
    where s.customer_id = customer and s.created_date <= at
    order by s.list, s.created_date desc, s.id desc
  ) l
$$;

select open_to_server('sanctioned_names');
select open_to_server('screening_cases');
