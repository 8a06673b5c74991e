/** What an installation still lacks before its first merchant can work; in the order to do it. */
export const TO_DO = {
  provider: {
    title: 'Say who you are',
    why: 'Your name, logo and public address stand on the sign-in, in emails and in their links.',
  },
  mail: {
    title: 'Set up mail',
    why: 'Until a mail server is set, invitations and reset links wait in the outbox.',
  },
  administrator: {
    title: 'Invite a second administrator',
    why: 'Whoever loses a second factor needs another administrator’s word to come back in.',
  },
  ACQUIRER: {
    title: 'Connect your acquirer',
    why: 'Without ACQUIRER in the server’s environment no refund, no reversal and no recurring charge is made.',
  },
  backups: {
    title: 'Set up backups',
    why: 'No copy lies there yet: with BACKUP_DIR in the server’s environment the first is made within minutes of the start. A database of your own may have an archive of its own.',
    optional: true,
  },
  merchant: {
    title: 'Add the first merchant',
    why: 'Payments, orders and people of a shop belong to a merchant that is active.',
  },
  FINANCING_INSTITUTION: {
    title: 'Connect your institutions',
    why: 'Without FINANCING_INSTITUTION in the server’s environment no refund of a loan can be asked for.',
    optional: true,
  },
  SCREENING: {
    title: 'Set up screening',
    why: 'Without SCREENING in the server’s environment customers are not screened.',
    optional: true,
  },
  IDENTIFICATION: {
    title: 'Set up identification',
    why: 'Without IDENTIFICATION in the server’s environment nobody can sign for a loan.',
    optional: true,
  },
  lending: {
    title: 'Offer loans',
    why: 'Shoppers are offered the products of an institution; without one nobody can borrow.',
    optional: true,
  },
} as const satisfies Readonly<Record<string, ToDo>>;

interface ToDo {
  title: string;
  why: string;
  /** Some installations do without: it can be set aside. */
  optional?: true;
}

export type ToDoKey = keyof typeof TO_DO;
export const toDoOf = (key: ToDoKey): ToDo => TO_DO[key];
