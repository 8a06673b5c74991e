-- By when the open dispute of a payment is to be answered, on the payment itself: whoever answers disputes reads them
-- the soonest first, and an order by another table's column would ask it of every payment.
alter table transactions add column respond_by timestamptz(3);
