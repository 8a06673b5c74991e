import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import {
  activateUser,
  blockUser,
  deleteEmployee,
  grantRole,
  resendInvitation,
  revokeRole,
  updateUser,
  userState,
  type UserDetail,
} from '@paydesk/contract/resources/users/actions.ts';
import { paths } from '../../paths.ts';
import {
  ActionButton,
  ActionMenu,
  actionSpec,
  type AnyActionSpec,
} from '../../platform/ActionButton.tsx';
import { call } from '../../platform/api.ts';
import { useActor } from '../../platform/session.ts';
import {
  IconBan,
  IconCircleCheck,
  IconMailForward,
  IconPencil,
  IconShieldMinus,
  IconShieldPlus,
  IconTrash,
} from '../../ui/icons.ts';

/** Beside 'Edit' stands what the person's state offers; all else is in the menu, with its reasons. */
export function UserActions({ user }: { user: UserDetail }): ReactNode {
  const actor = useActor();
  const router = useRouter();
  const { id, merchantId } = user;
  const name = `${user.firstName} ${user.lastName}`;
  const record = userState(user, actor);
  const params = { id };
  const common = {
    record,
  };
  const list =
    AUDIENCES.staff(actor) && merchantId
      ? paths.merchantById(merchantId, { tab: 'employees' })
      : paths.merchantEmployees();

  const block = {
    ...common,
    action: blockUser,
    danger: true,
    icon: <IconBan size={16} aria-hidden />,
    title: `Block ${name}?`,
    intro: (
      <p>
        They are signed out everywhere at once and can’t sign in until somebody activates them
        again.
      </p>
    ),
    submitLabel: `Block ${name}`,
    run: () => call('POST /api/users/{id}/actions/block', { params }),
  };
  const activate = {
    ...common,
    action: activateUser,
    icon: <IconCircleCheck size={16} aria-hidden />,
    title: `Activate ${name}?`,
    intro: <p>They can sign in again with the password they have.</p>,
    submitLabel: `Activate ${name}`,
    run: () => call('POST /api/users/{id}/actions/activate', { params }),
  };
  const invite = {
    ...common,
    action: resendInvitation,
    icon: <IconMailForward size={16} aria-hidden />,
    title: `Send an invitation to ${name}?`,
    intro: (
      <p>
        A mail with a new link goes to {user.email}. The links that were sent before open nothing
        any more.
      </p>
    ),
    submitLabel: 'Send invitation email',
    run: () => call('POST /api/users/{id}/actions/resendInvitation', { params }),
  };
  // with no confirmation: the specification lists every prompt (AM-99)
  const role = (userRole: 'MERCHANT_ADMIN' | 'MERCHANT_OPERATOR') => ({
    ...common,
    atOnce: true,
    title: '',
    run: () => call('PUT /api/user-merchant/employees/role', { body: { id, userRole } }),
  });
  const revoke = actionSpec({
    ...role('MERCHANT_OPERATOR'),
    action: revokeRole,
    icon: <IconShieldMinus size={16} aria-hidden />,
  });
  const grant = actionSpec({
    ...role('MERCHANT_ADMIN'),
    action: grantRole,
    icon: <IconShieldPlus size={16} aria-hidden />,
  });
  const remove = actionSpec({
    ...common,
    action: deleteEmployee,
    danger: true,
    icon: <IconTrash size={16} aria-hidden />,
    title: `Delete ${name}?`,
    intro: (
      <p>
        They are signed out at once and leave the list of employees; the address can be used again.
        This can’t be undone.
      </p>
    ),
    submitLabel: `Delete ${name}`,
    run: async () => {
      await call('DELETE /api/user-merchant/employees/{id}', { params });
      // away before anything asks for the person anew
      await router.navigate({ href: list, replace: true });
    },
  });

  const states = {
    ACTIVATED: block,
    BLOCKED: activate,
    BLOCKED_SELF: activate,
    NOT_ACTIVATED: invite,
  };
  const offered = user.status.name === 'DEACTIVATED' ? null : states[user.status.name];
  const others = [block, activate, invite].filter((spec) => spec !== offered);
  const ofEmployees: AnyActionSpec[] = merchantId
    ? [
        user.userRole === 'MERCHANT_ADMIN' ? revoke : grant,
        // nobody deletes themselves: there it is not even shown (EM-29)
        ...(record.self ? [] : [remove]),
      ]
    : [];
  return (
    <>
      {offered ? (
        <ActionButton key={offered.action.label} primary={offered !== block} {...offered} />
      ) : null}
      <ActionButton
        {...common}
        action={updateUser}
        icon={<IconPencil size={16} aria-hidden />}
        title={`Edit ${name}`}
        intro={
          user.status.name === 'NOT_ACTIVATED' ? (
            <p>
              With another email address the invitation sent so far opens nothing any more, and a
              new one goes to that address.
            </p>
          ) : (
            <p>
              Another email address asks for your password, and counts once it has been confirmed by
              the link that is mailed to it. The old one is told.
            </p>
          )
        }
        initial={user}
        submitLabel="Save changes"
        run={(values, _key, readAs) =>
          call('PUT /api/user-merchant/employees', { body: { ...values, id, readAs } })
        }
      />
      <ActionMenu label="More actions" actions={[...others.map(actionSpec), ...ofEmployees]} />
    </>
  );
}
