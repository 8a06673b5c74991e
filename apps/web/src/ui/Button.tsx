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

type Plain = ComponentProps<'button'>;

const withClass = (own: string | undefined, given: string | undefined) =>
  given ? `${own} ${given}` : own;

/** A button that looks as its place says: a row, a tile, a head of a column. */
export const PlainButton = ({ className, ...rest }: Plain) => (
  // oxlint-disable-next-line react/button-has-type
  <button type="button" {...rest} className={withClass(styles.plain, className)} />
);

/** A sign alone; its words are for the pointer and for who hears the screen, and so is why it does nothing now. */
export const IconButton = ({
  label,
  large = false,
  whyNot = null,
  className,
  ...rest
}: Plain & { label: string; large?: boolean; whyNot?: string | null }) => (
  <PlainButton
    aria-label={label}
    title={whyNot ?? label}
    {...rest}
    // focusable, so that the reason can be read
    {...(whyNot !== null && { 'aria-disabled': true, onClick: undefined })}
    data-large={large || undefined}
    className={withClass(styles.icon, className)}
  />
);

/** Words alone, as quiet as a link. */
export const TextButton = ({ className, ...rest }: Plain) => (
  <PlainButton {...rest} className={withClass(styles.text, className)} />
);
