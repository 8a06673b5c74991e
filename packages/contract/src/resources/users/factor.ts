import { recordAction } from '../../kernel/record.ts';
import { isSelf, nameOf, refuseAlways, type Person } from './actions.ts';
import { managesStaff, reasonFields } from './fields.ts';

/** Of their second factor, as staff see it. */
interface FactorState {
  secondFactor?: boolean;
  /** The request to take it off that waits. */
  approvalId?: string | null;
  /** Somebody beside them and whoever asks could confirm it. */
  seconded?: boolean;
}

export const takeFactorOff = recordAction<Person & FactorState, typeof reasonFields>({
  label: 'Remove second factor',
  summary:
    'Ask for a lost second factor to be removed, which counts once another administrator has confirmed it',
  serves: 'SB-07, SB-46',
  asks: managesStaff,
  audited: 'ASK_FACTOR_OFF',
  looksAt: 'secondFactor',
  whyNot: (user, _now, actor) =>
    refuseAlways(user, actor) ??
    (isSelf(user, actor)
      ? 'Your own stands in your profile'
      : !user.secondFactor
        ? 'Two-factor sign-in is off'
        : user.approvalId
          ? 'It is asked for already'
          : user.seconded
            ? null
            : `No other administrator could confirm it: whoever runs this installation does it by npm run admin -- let-in ${user.email}`),
  fields: reasonFields,
  sensitive: 'KEYS',
  dialog: {
    title: (user) => `Remove the second factor of ${nameOf(user)}?`,
    consequence:
      'It takes effect once another administrator has confirmed it. They are notified by mail at once, and then sign in by password alone until they set up another.',
    submit: 'Ask for it',
  },
  success: 'Another administrator has to confirm it now',
});
