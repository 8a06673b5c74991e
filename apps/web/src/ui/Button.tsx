import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'default' | 'primary' | 'danger';
  icon?: ReactNode;
  /** Shows progress; keeps its focus and its words. Who sends guards against a second time. */
  pending?: boolean;
}

export function Button({
  variant = 'default',
  icon,
  pending = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={className ? `${styles.button} ${className}` : styles.button}
      data-variant={variant}
      aria-busy={pending || undefined}
      aria-disabled={pending || rest['aria-disabled'] || undefined}
    >
      {pending ? <span className={styles.spinner} aria-hidden /> : icon}
      {children}
    </button>
  );
}
