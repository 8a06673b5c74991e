-- Which card of its customer a payment was made with. None where the card is not one that is kept, and
-- on what was paid before cards were tied to payments.
alter table transactions add column card_id uuid references cards;
create index on transactions (card_id, date, id) where card_id is not null;
