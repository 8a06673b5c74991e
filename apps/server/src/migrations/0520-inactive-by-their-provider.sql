-- Whom a firm's provider calls inactive no group lets in, as it does who was put out for being in none.
-- fits older processes: they let in by a group as before, and what they hear of a person they note as before
alter table scim_people add column inactive boolean not null default false;
