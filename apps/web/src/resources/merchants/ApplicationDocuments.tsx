import { useId, useState, type ChangeEvent, type ReactNode } from 'react';
import type { Call } from '@paydesk/contract/index.ts';
import {
  DOCUMENT_BYTES,
  DOCUMENT_KINDS,
  MEDIA_TYPES,
  type DocumentKind,
} from '@paydesk/contract/resources/merchants/applications.ts';
import { ApiError, call } from '../../platform/api.ts';
import { errorText, UserError } from '../../platform/errors.ts';
import { IconButton } from '../../ui/Button.tsx';
import { IconTrash } from '../../ui/icons.ts';
import { Input, PlainSelect } from '../../ui/Input.tsx';
import styles from './apply.module.css';

type Application = NonNullable<Call<'POST /api/merchant-applications/open'>['answer']>;

interface Props {
  token: string;
  documents: Application['documents'];
  refused: string | undefined;
  onChange: (application: Application | null) => void;
}

/** Kept as soon as they are chosen, so that a reload has them; what each is, its content says. */
export function ApplicationDocuments({ token, documents, refused, onChange }: Props): ReactNode {
  const [kind, setKind] = useState<DocumentKind>('REGISTER_EXTRACT');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [heading, words, file] = [useId(), useId(), useId()];
  const said = problem ?? refused;
  const attempt = async (work: () => Promise<Application | null>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      onChange(await work());
    } catch (error) {
      const [first] = error instanceof ApiError ? error.fieldErrors : [];
      setProblem(first?.message ?? errorText(error).lines.join(' '));
    } finally {
      setBusy(false);
    }
  };
  const add = (event: ChangeEvent<HTMLInputElement>) => {
    const { currentTarget } = event;
    const chosen = currentTarget.files?.[0];
    if (!chosen) return;
    void attempt(async () => {
      if (chosen.size > DOCUMENT_BYTES) throw new UserError('A document has at most 5 MB');
      const body = { token, kind, name: chosen.name.slice(-120), content: await base64(chosen) };
      return call('POST /api/merchant-applications/documents', { body });
    }).then(() => {
      // the same file may be chosen again
      currentTarget.value = '';
    });
  };
  return (
    <section className={styles.documents} aria-labelledby={heading}>
      <h3 id={heading}>Documents</h3>
      <p>PDF, PNG or JPEG of at most 5 MB each. They are kept sealed, and read by us alone.</p>
      {documents.length ? (
        <ul>
          {documents.map(({ id, kind: its, name, mediaType, size }) => (
            <li key={id}>
              <span>
                <strong>{name}</strong>
                <small>
                  {DOCUMENT_KINDS[its]}, {MEDIA_TYPES[mediaType]}, {Math.ceil(size / 1024)} KB
                </small>
              </span>
              <IconButton
                label={`Remove ${name}`}
                disabled={busy}
                onClick={() =>
                  void attempt(() =>
                    call('POST /api/merchant-applications/documents/remove', {
                      body: { token, id },
                    }),
                  )
                }
              >
                <IconTrash size={16} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : null}
      <div className={styles.choose}>
        <label>
          Document
          <PlainSelect
            value={kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value as DocumentKind)}
          >
            {Object.entries(DOCUMENT_KINDS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </PlainSelect>
        </label>
        <label htmlFor={file}>
          File
          <Input
            id={file}
            type="file"
            accept={Object.keys(MEDIA_TYPES).join()}
            disabled={busy}
            aria-invalid={said ? true : undefined}
            aria-describedby={said ? words : undefined}
            onChange={add}
          />
        </label>
      </div>
      <p id={words} role="alert" className={styles.refused}>
        {said}
      </p>
    </section>
  );
}

/** The bytes as text, without the head of a data address. */
const base64 = (file: Blob) =>
  new Promise<string>((done, fail) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => done(String(reader.result).split(',')[1] ?? ''));
    reader.addEventListener('error', () => fail(new UserError('The file can’t be read')));
    reader.readAsDataURL(file);
  });
