-- EUR only (FC-09): a filter by the one value there is asks for every row, and is not asked.
alter table transactions add constraint one_currency check (currency = 'EUR');
