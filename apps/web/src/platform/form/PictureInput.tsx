import { useId, useState, type ReactNode } from 'react';
import { PICTURE_LENGTH } from '@paydesk/contract/kernel/fields.ts';
import { Button } from '../../ui/Button.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import type { SpecialInputProps } from './FieldInput.tsx';
import styles from './form.module.css';
import { pictureOf } from './picture.ts';

/** A picture of this computer, made small in the browser; the one that is there stands beside it. */
export default function PictureInput({
  field,
  common,
  value,
  onChange,
}: SpecialInputProps): ReactNode {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const error = problem ?? common.error;
  const pick = async (file: File) => {
    setBusy(true);
    const made = await pictureOf(file, PICTURE_LENGTH);
    setBusy(false);
    setProblem('problem' in made ? made.problem : null);
    if ('image' in made) onChange(made.image);
  };
  return (
    <fieldset className={styles.picture} aria-describedby={error ? `${id}error` : undefined}>
      <legend>{common.label as ReactNode}</legend>
      <div data-frame>{value ? <img src={value} alt={`${field.label} preview`} /> : 'None'}</div>
      <p>{common.description ?? 'PNG, JPEG or WebP. It is resized for you.'}</p>
      {error ? (
        <p id={`${id}error`} role="alert" data-error>
          {error as ReactNode}
        </p>
      ) : null}
      <div data-buttons>
        <FileButton
          label={`${field.label} file`}
          accept="image/png,image/jpeg,image/webp"
          pending={busy}
          onPick={(file) => void pick(file)}
        >
          {value ? 'Choose another' : 'Choose a file'}
        </FileButton>
        {value ? <Button onClick={() => onChange('')}>Remove</Button> : null}
      </div>
    </fieldset>
  );
}
