import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AnyRecord, RecordAction } from '@paydesk/contract/kernel/record.ts';
import { isCreation, namesIn } from '@paydesk/contract/kernel/record-keys.ts';
import type { Key } from '@paydesk/contract/index.ts';
import { IconPlus } from '../../ui/icons.ts';
import { ActionButton, actionSpec } from '../ActionButton.tsx';
import { call } from '../api.ts';
import { wordsOf } from '../DetailScreen/RecordActions.tsx';
import type { EditFormOptions } from '../DetailScreen/EditForm.tsx';
import type { AnyRow } from './cells.tsx';

/** Makes a new one of what a list shows, below the record that the list stands below; then it is opened. */
export default function NewRecord({
  of,
  above,
  form,
  rowLink,
}: {
  of: AnyRecord;
  above: string | undefined;
  form: EditFormOptions | undefined;
  rowLink: ((row: AnyRow) => string) | undefined;
}): ReactNode {
  const router = useRouter();
  return Object.keys(of.actions as object)
    .filter((key) => isCreation(of, key))
    .map((key) => {
      const action = of.actions[key] as RecordAction<null>;
      const [parent] = namesIn(key);
      const words = { ...wordsOf<null>(action, null), atOnce: false };
      return (
        <ActionButton
          key={key}
          {...actionSpec({
            ...words,
            action,
            record: null,
            initial: action.begins ?? {},
            icon: <IconPlus size={16} aria-hidden />,
            ...(form && { form }),
            run: async (values) => {
              const made = await call(key as Key, {
                params: (parent ? { [parent]: above } : {}) as never,
                body: values as never,
              });
              if (rowLink) await router.navigate({ href: rowLink(made as never) });
              return made;
            },
          })}
          primary
        />
      );
    });
}
