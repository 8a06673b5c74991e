import { screening } from '@paydesk/contract/resources/screening.ts';
import { defineList } from '../platform/list/definition.ts';

export const screeningList = defineList({
  resource: screening,
  from: 'screening_results s',
  id: 's.id',
  columns: {
    id: 's.id',
    name: 's.name',
    dateOfBirth: "to_char(s.date_of_birth, 'DD.MM.YYYY')",
    list: 's.list',
    matchScore: 's.match_score',
    result: 's.result',
    reviewedBy: 's.reviewed_by',
    reviewedAt: 's.reviewed_at',
    createdDate: 's.created_date',
    customerId: 's.customer_id',
  },
});
