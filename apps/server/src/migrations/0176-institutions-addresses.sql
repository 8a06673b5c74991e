-- Where an institution is reached, and who supervises it: what article 5 of Directive 2008/48/EC wants a borrower to read
-- of a creditor. None is offered to borrowers without them.
alter table financing_institutions
  add column address text,
  add column supervisor text;
