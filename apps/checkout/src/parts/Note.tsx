import type { ComponentChildren } from 'preact';

interface Props {
  kind: 'error' | 'warning' | 'info';
  /** Read out as soon as it is there. */
  alert?: boolean;
  children: ComponentChildren;
}

export const Note = ({ kind, alert, children }: Props) => (
  <div class={`note ${kind}`} {...(alert && { role: 'alert' })}>
    {children}
  </div>
);
