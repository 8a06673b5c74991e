-- fits older processes: they read the same maximum, and ask no more of it
-- Nothing is charged any more above the agreed maximum. Of a recurring payment that takes more, the maximum is what its
-- payer read and agreed to be taken each time, where that is more than the goods alone, which it was begun with (0522).
update recurring_payments set most_cents =
  translate(substring(consent_text from '^.*takes ([0-9'']+[.][0-9]{2}) [A-Z]{3} from your card now'), '''.', '')::bigint
where amount_cents > most_cents and most_cents <
  translate(substring(consent_text from '^.*takes ([0-9'']+[.][0-9]{2}) [A-Z]{3} from your card now'), '''.', '')::bigint;
