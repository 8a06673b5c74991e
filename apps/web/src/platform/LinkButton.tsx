import type { ReactNode } from 'react';
import styles from '../ui/button.module.css';
import { AppLink } from './AppLink.tsx';

/** A link to another screen that looks like the button it stands beside. */
export function LinkButton({
  href,
  variant = 'default',
  icon,
  onClick,
  children,
}: {
  href: string;
  variant?: 'default' | 'primary';
  icon?: ReactNode;
  onClick?: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <AppLink
      href={href}
      className={styles.button}
      data-variant={variant}
      {...(onClick && { onClick })}
    >
      {icon}
      {children}
    </AppLink>
  );
}
