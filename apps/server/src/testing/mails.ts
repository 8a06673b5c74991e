import type { TestServer } from './server.ts';

type Mail = Record<'to' | 'subject' | 'text' | 'html' | 'link', string>;

/** The mails that wait in the outbox, to somebody or all of them, the oldest first. */
export async function mailsOf(server: TestServer, to?: string): Promise<Mail[]> {
  const rows = await server.all<{ payload: Buffer }>(
    `select payload from outbox where kind = 'MAIL' order by created_date, id`,
  );
  return rows
    .map(({ payload }) => JSON.parse(server.services.encryption.open(payload, 'outbox')) as Mail)
    .filter((mail) => to === undefined || mail.to === to);
}
