import '@mantine/core/styles/Input.css';
import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SpecialInputProps } from './FieldInput.tsx';
import styles from './form.module.css';

const KNOWN = 'HTML: <p>, <br>, <strong>, <em>, <ul>, <li> and links. Anything else is left out.';

/** HTML as it is written (AM-46); how it will look stands below it, where the form shows that. */
export default function HtmlInput({ common, value, onChange }: SpecialInputProps): ReactNode {
  return (
    <Textarea
      {...common}
      description={common.description ?? KNOWN}
      className={styles.html}
      rows={7}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
