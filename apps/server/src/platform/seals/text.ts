/**
 * The canonical text of a row: the same under every setting of a connection. It stands here and not in
 * the database, where whoever changes a row could change it too. A new column of audit_logs must not
 * get into it, or the seals there are would all look wrong.
 */
export const ROW_TEXT = `jsonb_build_array(a.id,
  to_char(a.created_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  a.user_id, a.user_name, a.application, a.action, a.entity_type, a.entity_id, a.merchant_id,
  a.address, a.result, a.details)::text`;
