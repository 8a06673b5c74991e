-- Pictures that people gave, as they were drawn anew here: each once, under what it holds.
create table pictures (
  -- SHA-256 of the picture, as it stands in its address
  id text primary key check (id ~ '^[0-9a-f]{64}$'),
  png bytea not null check (length(png) between 1 and 60000),
  created_date timestamptz(3) not null default now()
);
create trigger append_only before update or delete or truncate on pictures
  for each statement execute function refuse_change();
alter table pictures enable row level security;
-- a merchant’s people add theirs; everybody is shown one who has its address
create policy added on pictures for insert to paydesk_merchant with check (true);
grant insert on pictures to paydesk_merchant;
select open_to_server('pictures', true);

alter table merchants add column logo_url text;
grant update (logo_url) on merchants to paydesk_merchant;
