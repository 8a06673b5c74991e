import type { ComponentChildren } from 'preact';

interface Props {
  children: ComponentChildren;
  /** Under way: it stays where it is, keeps the focus, and takes no second click. */
  busy?: boolean | undefined;
  plain?: boolean;
  onClick?: () => void;
}

export const Button = ({ children, busy, plain, onClick }: Props) => (
  <button
    type={onClick ? 'button' : 'submit'}
    class={plain ? 'plain' : 'main'}
    aria-disabled={busy || undefined}
    aria-busy={busy || undefined}
    onClick={onClick && (() => !busy && onClick())}
  >
    {busy && <span class="turning" aria-hidden="true" />}
    {children}
  </button>
);
