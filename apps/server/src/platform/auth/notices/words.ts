import { TAKEN_HOURS } from '@paydesk/contract/taking.ts';

/** What a person is told of their account, whoever did it. */
export interface Notices {
  PASSWORD_CHANGED: { address: string };
  PASSWORD_RESET: { address: string };
  FACTOR_ON: { address: string };
  FACTOR_OFF: { address: string };
  /** Passkeys are left. */
  APP_OFF: { address: string };
  PASSKEY_ADDED: { address: string; name: string };
  /** `alone`: the password is from now on. */
  PASSKEY_REMOVED: { address: string; name: string; alone: boolean };
  PASSKEY_COPIED: { address: string; name: string };
  RECOVERY_CODES_MADE: { address: string };
  RECOVERY_CODE_USED: { address: string; left: number };
  FACTOR_OFF_ASKED: { by: string; reason: string };
  FACTOR_TAKEN_OFF: { by: string; confirmedBy: string };
  FACTOR_KEPT: { by: string };
  /** To every administrator who could say their word. */
  APPROVAL_ASKED: { by: string; what: string; reason: string; id?: string };
  /** To who asked. */
  APPROVAL_DECIDED: {
    by: string;
    what: string;
    how: 'confirmed' | 'refused';
    id?: string;
    /** Why it could not be done all the same. */
    but?: string;
  };
  /** To whoever is to read a case; where it stands is a path of the console. */
  CASE_ASSIGNED: { by: string; what: string; path: string };
  ROLE_CHANGED: { by: string; role: string };
  BLOCKED: { by: string };
  SESSIONS_ENDED: { by: string };
  BLOCKED_SELF: { address: string };
  NEW_DEVICE: { address: string; device: string };
  /** To every administrator of the merchant. */
  API_KEY_FROM_NEW_NETWORK: { key: string; address: string };
  /** To the other administrators: what an account did whose owner has stopped a change of its address. */
  ACCOUNT_TAKEN_BACK: {
    whole: string;
    house: boolean;
    done: readonly string[];
    removed: readonly string[];
  };
  /** To every administrator: what was done to whom from the command line. */
  BY_HAND: { what: string };
}

interface Words {
  subject: string;
  what: string;
  /** What to do where it was somebody else. */
  otherwise: string;
  action: { label: string; path: string };
}

const PROFILE = { label: 'Open your profile', path: '/profile' };
const RECOVER = { label: 'Choose a new password', path: '/password-recovery' };
/** The console, where who signs in decides: nothing is confirmed by a link. */
const approvals = (id?: string) =>
  id
    ? { label: 'Open the request', path: `/approvals/${id}` }
    : { label: 'Open the requests', path: '/approvals' };
const signIn = (house: string) => ({ label: `Open ${house}`, path: '/login' });

const NOT_YOU =
  'If it was not you, choose a new password at once: that ends all your sessions. Then tell your administrator.';
const from = (address: string) => `It was done from the network address ${address}.`;

/** What each says. */
export const NOTICE_WORDS: { [K in keyof Notices]: (facts: Notices[K], house: string) => Words } = {
  PASSWORD_CHANGED: ({ address }, house) => ({
    subject: `Your ${house} password was changed`,
    what: `The password of your ${house} account was changed. ${from(address)} Your other sessions have ended.`,
    otherwise: NOT_YOU,
    action: RECOVER,
  }),
  PASSWORD_RESET: ({ address }, house) => ({
    subject: `Your ${house} account was recovered`,
    what: `A new password was chosen by the link that we had mailed to you. ${from(address)} All sessions from before have ended.`,
    otherwise: NOT_YOU,
    action: RECOVER,
  }),
  FACTOR_ON: ({ address }, house) => ({
    subject: 'Two-factor sign-in is on',
    what: `Signing in to your ${house} account asks for a code of an authenticator app from now on. ${from(address)}`,
    otherwise: NOT_YOU,
    action: PROFILE,
  }),
  FACTOR_OFF: ({ address }, house) => ({
    subject: 'Two-factor sign-in was turned off',
    what: `The password alone signs in to your ${house} account from now on. ${from(address)}`,
    otherwise: NOT_YOU,
    action: PROFILE,
  }),
  APP_OFF: ({ address }, house) => ({
    subject: 'Your authenticator app was removed',
    what: `Its codes are no longer taken at your ${house} account; your passkeys are. ${from(address)}`,
    otherwise: NOT_YOU,
    action: PROFILE,
  }),
  PASSKEY_ADDED: ({ address, name }, house) => ({
    subject: 'A passkey was added',
    what: `The passkey “${name}” signs in to your ${house} account from now on. ${from(address)}`,
    otherwise: NOT_YOU,
    action: PROFILE,
  }),
  PASSKEY_REMOVED: ({ address, name, alone }, house) => ({
    subject: 'A passkey was removed',
    what: `The passkey “${name}” no longer signs in to your ${house} account.${alone ? ' It was the last second factor: the password alone signs in from now on.' : ''} ${from(address)}`,
    otherwise: NOT_YOU,
    action: PROFILE,
  }),
  PASSKEY_COPIED: ({ address, name }, house) => ({
    subject: 'A passkey of yours is closed: there is a copy of it',
    what: `The passkey “${name}” was shown for your ${house} account by a device that is behind the one you use it with: there are two of it. It opens nothing any more. ${from(address)}`,
    otherwise:
      'Sign in with another passkey, a code or a recovery code, remove it in your profile, and tell your administrator.',
    action: PROFILE,
  }),
  RECOVERY_CODES_MADE: ({ address }, house) => ({
    subject: 'New recovery codes were made',
    what: `New recovery codes were made for your ${house} account; the old ones are void. ${from(address)}`,
    otherwise: NOT_YOU,
    action: PROFILE,
  }),
  RECOVERY_CODE_USED: ({ address, left }) => ({
    subject: 'A recovery code was used',
    what: `One of your recovery codes was used in place of a code of your authenticator app; ${left} are left. ${from(address)}`,
    otherwise: NOT_YOU,
    action: PROFILE,
  }),
  FACTOR_OFF_ASKED: ({ by, reason }, house) => ({
    subject: 'Your second factor is to be removed',
    what: `${by} has asked to remove the second factor of your ${house} account: “${reason}”. It takes effect once another administrator has confirmed it.`,
    otherwise: 'If you have not lost it, tell another administrator at once: they can refuse it.',
    action: signIn(house),
  }),
  FACTOR_TAKEN_OFF: ({ by, confirmedBy }, house) => ({
    subject: 'Your second factor was removed',
    what: `${by} has asked for it and ${confirmedBy} has confirmed it: the password alone signs in to your ${house} account from now on. All your sessions have ended. Sign in and set up a new second factor.`,
    otherwise: NOT_YOU,
    action: signIn(house),
  }),
  FACTOR_KEPT: ({ by }, house) => ({
    subject: 'Your second factor stays',
    what: `${by} has refused to take the second factor off your ${house} account.`,
    otherwise: 'If you have lost it, ask your administrator.',
    action: signIn(house),
  }),
  APPROVAL_ASKED: ({ by, what, reason, id }) => ({
    subject: 'A request needs your decision',
    what: `${by} asks for ${what}: “${reason}”. It takes effect once you or another administrator confirm it.`,
    otherwise: 'Make sure that the request is genuine, by a way that you know, or refuse it.',
    action: approvals(id),
  }),
  APPROVAL_DECIDED: ({ by, what, how, id, but }) => ({
    subject: `Your request was ${how}`,
    what: `You have asked for ${what}: ${by} has ${how} it.${but === undefined ? '' : ` It could not be done any more: ${but}.`}`,
    otherwise: 'If you have not asked for it, tell another administrator at once.',
    action: approvals(id),
  }),
  CASE_ASSIGNED: ({ by, what, path }) => ({
    subject: 'A case was assigned to you',
    what: `${by} has assigned ${what} to you.`,
    otherwise: `It is yours for ${TAKEN_HOURS} hours; after that it stands among the unassigned again. If you can’t read it, unassign it or hand it over.`,
    action: { label: 'Open the case', path },
  }),
  ROLE_CHANGED: ({ by, role }, house) => ({
    subject: `Your role in ${house} was changed`,
    what: `${by} has changed your role: you are a ${role} now.`,
    otherwise: 'If you did not expect it, ask your administrator.',
    action: PROFILE,
  }),
  BLOCKED: ({ by }, house) => ({
    subject: `Your ${house} account was blocked`,
    what: `${by} has blocked your account: your sessions have ended, and you can’t sign in until an administrator activates you again.`,
    otherwise: 'If you did not expect it, ask your administrator.',
    action: signIn(house),
  }),
  SESSIONS_ENDED: ({ by }, house) => ({
    subject: `Your ${house} sessions were ended`,
    what: `${by} has ended all sessions of your account. You can sign in again.`,
    otherwise: 'If you did not expect it, ask your administrator.',
    action: signIn(house),
  }),
  BLOCKED_SELF: ({ address }, house) => ({
    subject: `Sign-ins to your ${house} account are blocked`,
    what: `Six wrong passwords or codes in a row were given for your account, the last from the network address ${address}. Nobody can sign in to it until an administrator activates you again or you choose a new password. A session that you have open goes on.`,
    otherwise: 'If it was not you, somebody is guessing: tell your administrator.',
    action: RECOVER,
  }),
  NEW_DEVICE: ({ address, device }, house) => ({
    subject: 'A sign-in from a new device',
    what: `Somebody has signed in to your ${house} account with ${device}, from the network address ${address}. We have not seen this device with you before.`,
    otherwise: NOT_YOU,
    action: PROFILE,
  }),
  ACCOUNT_TAKEN_BACK: ({ whole, house, done, removed }) => ({
    subject: 'Look at what an account has done: a change of its address was stopped',
    what: `${whole} has stopped a change of the address they sign in with: somebody else may have used the account until now.${removed.length ? ` What it had opened or let in since the change was asked for is closed: ${removed.join(', ')}.` : ''}${done.length ? ` It, and whoever it had let in, did this since then, which nobody takes back by itself: ${done.join(', ')}.` : ''}`,
    otherwise:
      'Ask them, by a way that you know, what of it they did themselves. Undo the rest: the audit log has who, when and from where.',
    action: { label: 'Open the audit log', path: house ? '/audit-logs' : '/merchant/audit-log' },
  }),
  API_KEY_FROM_NEW_NETWORK: ({ key, address }) => ({
    subject: `The API key ${key} is used from a new network`,
    what: `Your shop’s API key “${key}” was used from the network address ${address}, from whose network it was not used before.`,
    otherwise:
      'If none of your systems is there, revoke the key at once and make a new one: until then whoever has it calls as your shop does.',
    action: { label: 'Open the API keys', path: '/certs' },
  }),
  BY_HAND: ({ what }, house) => ({
    subject: 'Somebody was let in from the command line',
    what: `${what} It was done by whoever runs this installation, with its command npm run admin, and stands in the audit log.`,
    otherwise: 'If nobody of you did it, somebody else reaches the database: act at once.',
    action: signIn(house),
  }),
};
