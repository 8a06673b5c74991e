import { rulesEvaluationResults } from '@paydesk/contract/resources/rules-evaluation-results.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineManifest } from '../platform/manifest.ts';

export const rulesEvaluationResultsList = defineList({
  resource: rulesEvaluationResults,
  from: 'rules_evaluation_results e',
  id: 'e.id',
  tenant: 'e.merchant_id',
  joins: {
    r: 'join rules r on r.id = e.rule_id',
    m: 'left join merchants m on m.id = e.merchant_id',
  },
  columns: {
    id: 'e.id',
    rule: 'r.name',
    subjectType: 'e.subject_type',
    subjectId: 'e.subject_id',
    merchantName: 'm.name',
    result: 'e.result',
    score: 'e.score',
    details: 'e.details',
    createdDate: 'e.created_date',
    ruleId: 'e.rule_id',
    merchantId: 'e.merchant_id',
  },
});

export const manifest = defineManifest({ lists: [rulesEvaluationResultsList] });
