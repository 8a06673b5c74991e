import type { TestServer } from './server.ts';

/** What the audit log says of a record: `ACTION RESULT`, each once for each row, in order (SB-46). */
export const auditedOf = async (server: TestServer, id: string): Promise<string[]> => {
  const rows = await server.all<{ said: string }>(
    `select action || ' ' || result as said from audit_logs where entity_id = $1 order by created_date, id`,
    [id],
  );
  return rows.map(({ said }) => said);
};
