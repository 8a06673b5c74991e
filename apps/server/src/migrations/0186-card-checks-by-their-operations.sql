-- an acquirer that says late what became of a card's check knows it by the id of its operation
create unique index recurring_card_changes_authorise on recurring_card_changes (authorise_id);
create unique index recurring_card_changes_release on recurring_card_changes (release_id);
