-- What a desk asks for: the last four digits, an amount, a day, a name without its accents, and these
-- together. Digits are a column of their own, since row-level security lets nothing but plain
-- comparisons of columns through to an index; names are looked for by staff alone, by trigrams.

-- Without case and accents, as `plain` of the server has it. Not unaccent: that is no part of every
-- PostgreSQL, and not immutable.
create function search_text(text) returns text language sql immutable parallel safe strict
return lower(translate(
  replace(replace(replace(replace(replace(replace(replace(replace(
    regexp_replace(normalize($1, NFKD), '[\u0300-\u036f]', '', 'g'),
    'ß', 'ss'), 'ẞ', 'SS'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'), 'þ', 'th'), 'Þ', 'TH'),
  'øØłŁđĐðÐħĦıς’', 'oOlLdDdDhHiσ'''));

-- a space before each word, so that ' jo' finds where one begins
alter table customers add search_name text
  generated always as (' ' || search_text(first_name || ' ' || last_name)) stored;
create index on customers using gin (search_name gin_trgm_ops);
alter table users add search_name text
  generated always as (' ' || search_text(first_name || ' ' || last_name)) stored;
grant select (search_name) on users to paydesk_merchant;
alter table merchants add search_name text generated always as (' ' || search_text(name)) stored;

alter table transactions add card_last_four text generated always as (right(card_pan, 4)) stored;
create index on transactions (card_last_four, date, id) where card_last_four is not null;
create index on transactions (merchant_id, card_last_four, date, id) where card_last_four is not null;

-- the payments of who bears a name, and what else is theirs
create index on purchases (customer_id) where customer_id is not null;
