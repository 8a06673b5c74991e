/** Of a list that joins `customers w`: who it is, found by the words of the name. */
export const CUSTOMER_NAME = "w.first_name || ' ' || w.last_name";
export const PLAIN_NAME = { customerName: { whole: 'w.search_name' } };
