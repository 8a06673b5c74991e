import type { Fields } from './kernel/fields.ts';
import { recordAction } from './kernel/record.ts';
import type { Requirements } from './policy.ts';

/** A gateway of one merchant's or one institution's own, in place of the installation's (ADR 98). */

const LEAST_SECRET = 32;

const fields = {
  url: { label: 'Address', kind: 'url', required: true, maxLength: 500 },
  secret: { label: 'Secret', kind: 'password', required: true, maxLength: 200 },
} as const satisfies Fields;

/** A short secret is a guessed one. */
const check = ({ secret }: Readonly<Record<string, unknown>>): Record<string, string> =>
  typeof secret === 'string' && secret.trim().length < LEAST_SECRET
    ? { secret: `Secret must have ${LEAST_SECRET} characters or more` }
    : {};

interface Words {
  /** 'acquirer'. */
  what: string;
  /** What goes there from then on. */
  goes: string;
  /** Whose thresholds count: of a merchant its own. */
  merchant?: (body: object, record: { id: string }) => string | null;
}

const ofNone = () => null;

/** Setting it and taking it away, on the record whose column `at` has the address. */
export function ownGateway<const K extends string>(
  at: K,
  asks: Requirements,
  { what, goes, merchant = ofNone }: Words,
) {
  type State = { id: string; name: string } & Readonly<Record<K, string | null>>;
  const title = (verb: string, { name }: State) => `${verb} the ${what} of ${name}?`;
  const shared = {
    serves: 'SB-39, AM-66, AM-102',
    asks,
    sensitive: 'KEYS',
    secondPerson: { kind: 'GATEWAY', merchant },
  } as const;
  return {
    set: recordAction<State, typeof fields>({
      ...shared,
      label: `Set ${what}`,
      summary: `The ${what} of its own, in place of the installation’s; the secret is shown to nobody again`,
      audited: `SET_${what.toUpperCase()}`,
      whyNot: () => null,
      fields,
      check,
      dialog: {
        title: (one) => title(one[at] ? 'Change' : 'Set', one),
        consequence: [
          `${goes} there from now on. What waits for an answer is asked where it went.`,
          'It speaks the gateway protocol. The secret is kept encrypted and never shown again.',
        ].join('\n'),
        submit: `Set ${what}`,
      },
      success: `Its own ${what} is set`,
    }),
    remove: recordAction<State>({
      ...shared,
      label: `Remove ${what}`,
      summary: `The installation’s ${what} again, in place of its own`,
      audited: `REMOVE_${what.toUpperCase()}`,
      looksAt: at,
      whyNot: (one) => (one[at] ? null : `It has no ${what} of its own`),
      dialog: {
        title: (one) => title('Remove', one),
        consequence: `${goes} to the installation’s ${what} from now on, where there is one. What waits for an answer from the removed one stays open until it is set again.`,
        submit: `Remove ${what}`,
      },
      danger: true,
      success: `Its own ${what} is removed`,
    }),
  };
}
