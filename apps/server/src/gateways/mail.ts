import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Hands mails on; throws when it could not, and the mail is tried again. */
export interface Mailer {
  /** The id keeps the same at every attempt, so that a receiver can tell a repeat. */
  send(id: string, mail: Mail): Promise<void>;
  close(): void;
}

const PATIENCE_MS = 10_000;

/** Over SMTP, with the server that SMTP_URL names. */
export function smtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    // a mail is made of strings of ours: nothing is read from files or addresses
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(id, { to, subject, text, html }) {
      const domain = from.replace(/^.*@|>$/g, '');
      const messageId = `<${id}@${domain}>`;
      // an object, not text: an address is one address, whatever commas stand in it
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId,
      });
    },
    close: () => transport.close(),
  };
}
