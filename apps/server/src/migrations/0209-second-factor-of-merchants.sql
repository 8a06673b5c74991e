-- Whether all people of a merchant must have a second factor.
alter table merchants add column second_factor text not null default 'OPTIONAL'
  check (second_factor in ('OPTIONAL','REQUIRED'));
grant update (second_factor) on merchants to paydesk_merchant;
