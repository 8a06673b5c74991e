-- fits older processes: what they ask for answers fewer rows to people of such a role
-- A view that somebody of the house shares bears what they typed: another merchant's id, a customer's name. Whoever
-- reaches some merchants sees their own views by the policy `confined`, and no others (ADR 196).
drop policy confined_reads on saved_views;
