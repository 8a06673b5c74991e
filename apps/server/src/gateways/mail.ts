import { createTransport } from 'nodemailer';

/** A mail server as staff name it; `from` is the address that mails come from. */
export interface MailServer {
  host: string;
  port: number;
  security: 'STARTTLS' | 'TLS' | 'NONE';
  user: string | null;
  password: string | null;
  from: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The receiving side will never take this mail; another attempt is of no use. */
export class Undeliverable extends Error {
  override name = 'Undeliverable';
}

/** Hands mails on; throws when it could not, and the mail is tried again unless it is undeliverable. */
export interface Mailer {
  /** The id keeps the same at every attempt, so that a receiver can tell a repeat. */
  send(id: string, mail: Mail): Promise<void>;
}

/**
 * Over SMTP, with the server that SMTP_URL names or that staff have set. Each mail has a connection of
 * its own: they are few, and none waits behind a line that the server has cut meanwhile.
 */
export function smtpMailer(server: string | MailServer, from: string, patienceMs = 10_000): Mailer {
  const transport = createTransport({
    ...(typeof server === 'string' ? { url: server } : transportOf(server)),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    // a mail is made of strings of ours: nothing is read from files or addresses
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.replace(/^.*@|>$/g, '');
  return {
    async send(id, { to, subject, text, html }) {
      try {
        await transport.sendMail({
          from,
          // an object, not text: an address is one address, whatever commas stand in it
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          // no holiday notice comes back to it
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw isFinal(error) ? new Undeliverable((error as Error).message) : error;
      }
    },
  };
}

/** By the server that staff have set, under the name of who runs the installation; null: none is set. */
export const installedMailer = ({
  mail,
  name,
}: {
  mail: MailServer | null;
  name: string | null;
}): Mailer | null =>
  mail && smtpMailer(mail, `"${(name ?? 'Paydesk').replaceAll(/["\\\r\n]/g, '')}" <${mail.from}>`);

const transportOf = ({ host, port, security, user, password }: MailServer) => ({
  host,
  port,
  secure: security === 'TLS',
  requireTLS: security === 'STARTTLS',
  ignoreTLS: security === 'NONE',
  ...(user && { auth: { user, pass: password ?? '' } }),
});

/**
 * A 5xx about the receiver or the text is for good. One about who we are (sign-in, sender) is a
 * setting of ours, which somebody will mend.
 */
function isFinal(error: unknown): boolean {
  const { responseCode = 0, command } = error as { responseCode?: number; command?: string };
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
}
