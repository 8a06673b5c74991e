import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Fields, ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { paths } from '../../paths.ts';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import type { Initial } from '../../platform/form/values.ts';
import { useRefresh } from '../../platform/query.ts';
import styles from './users.module.css';

interface Props<F extends Fields> {
  title: string;
  fields: F;
  initial: Initial<F>;
  /** Where Cancel leads. */
  back: string;
  create: (values: ValuesOf<F>) => Promise<{ id: string }>;
  /** Why it may be refused, where that is known. */
  children?: ReactNode;
}

/** Somebody new, who gets a mail with a link; the screen of the person comes after it (AM-100). */
export function NewPerson<F extends Fields>(props: Props<F>): ReactNode {
  const { title, fields, initial, back, create, children } = props;
  const router = useRouter();
  const refresh = useRefresh();
  const submit = async (values: ValuesOf<F>) => {
    const { id } = await create(values);
    void refresh();
    await router.navigate({ href: paths.user(id, { created: true }), replace: true });
  };
  return (
    <article className={styles.add}>
      <h1>{title}</h1>
      <p className={styles.lead}>
        They get an email with a link to choose a password, and can sign in from then on.
      </p>
      {children}
      <DetailCard title="The person">
        <FieldsForm
          fields={fields}
          foot
          initial={initial}
          submitLabel="Create and invite"
          onSubmit={submit}
          onCancel={() => void router.navigate({ href: back })}
        />
      </DetailCard>
    </article>
  );
}
