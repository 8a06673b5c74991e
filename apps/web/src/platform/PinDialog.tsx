import type { ReactNode } from 'react';
import { saveView, savedViewFields } from '@paydesk/contract/kernel/views.ts';
import { actionSpec, OpenDialog } from './ActionButton.tsx';
import { call } from './api.ts';
import type { MenuEntry } from './Menu.tsx';
import { toggleFavourite, type Narrowed } from './menu-kept.ts';

/** A list with its filters and order is kept as a view, under a name, and the view put into the menu. */
export default function PinDialog({
  entry,
  list: { list, search, words },
  onClose,
}: {
  entry: MenuEntry;
  list: Narrowed;
  onClose: () => void;
}): ReactNode {
  const spec = actionSpec({
    action: saveView,
    record: null,
    title: 'Add to favourites',
    intro: `The menu has it as ‘${entry.label}: …’, with its filters, columns and order. It is renamed and deleted where the list has its views.`,
    initial: { name: words.slice(0, savedViewFields.name.maxLength), shared: false },
    run: async (values) => {
      const view = await call('POST /api/saved-views', { body: { ...values, list, search } });
      toggleFavourite(`${entry.name}/${view.id}`);
    },
    submitLabel: 'Add to favourites',
    outcome: () => 'It stands in the menu now',
  });
  return <OpenDialog spec={spec} onClose={onClose} />;
}
