import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useMatches } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { Column } from '@paydesk/contract/kernel/columns.ts';
import {
  changeView,
  deleteView,
  saveView,
  type SavedView,
} from '@paydesk/contract/kernel/views.ts';
import { Button } from '../../ui/Button.tsx';
import '../../ui/inputs.css';
import {
  IconBookmark,
  IconCheck,
  IconColumns,
  IconMenu2,
  IconPencil,
  IconPlus,
  IconStar,
  IconStarFilled,
  IconTrash,
} from '../../ui/icons.ts';
import { actionSpec, OpenDialog, type AnyActionSpec } from '../ActionButton.tsx';
import { AppLink } from '../AppLink.tsx';
import { call } from '../api.ts';
import { narrowed } from '../menu-kept.ts';
import { refresh } from '../query.ts';
import { useStore } from '../store.ts';
import { useOnce } from '../useOnce.ts';
import { density, turnDensity } from './density.ts';
import styles from './list.module.css';
import type { ListState } from './state.ts';
import { viewOf, viewsQuery, viewText } from './views.ts';
import { useAnySearch } from '../route-state.ts';
import { tabTitle } from '../title.ts';
import { shortWords, viewWords } from './view-words.ts';
import { late } from '../late.tsx';

const ColumnsDialog = late(() => import('./ColumnsDialog.tsx'));

/** The list opens with it from now on, or no longer. */
async function choose({ id, name, isDefault }: SavedView): Promise<string> {
  await call('PUT /api/saved-views/{id}/default', {
    params: { id },
    body: { isDefault: !isDefault },
  });
  return isDefault ? 'The list opens without a view now' : `The list opens with '${name}' now`;
}

async function keep(view: SavedView, search: string): Promise<string> {
  const { id, name, shared } = view;
  const body = { name, shared, search, readAs: { name, shared, search: view.search } };
  await call('PUT /api/saved-views/{id}', { params: { id }, body });
  return changeView.success;
}

/** The list under a name: chosen, kept, changed, shared; and which columns it has. */
export default function Views({
  list,
  state,
  address,
  visible,
  phone,
  onColumns,
}: {
  list: string;
  state: ListState;
  /** With what the person may not see: a view is itself in spite of it. */
  address: ListState;
  /** Every column that the person may see. */
  visible: readonly [string, Column][];
  phone: boolean;
  onColumns: (columns: ListState['columns']) => void;
}) {
  const { pathname } = useLocation();
  const rows = useStore(density);
  const { data = [] } = useQuery(viewsQuery);
  const target = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<AnyActionSpec | 'columns' | null>(null);
  const views = data.filter((view) => view.list === list);
  const shown = viewOf(views, address);
  // what the list was opened with, so that its changes can be kept in it
  const [lastId, setLastId] = useState(shown?.id);
  if (shown && shown.id !== lastId) setLastId(shown.id);
  const last = views.find(({ id }) => id === lastId);
  const search = viewText(state);
  const words = viewWords(state, visible, useAnySearch().sort !== undefined);
  useEffect(() => {
    narrowed.set(words || shown ? { list, search, words, view: shown } : null);
  }, [list, search, words, shown]);
  // several tabs of one list are told apart by what they are narrowed to; the route's own title is there before
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.row?.title });
  useEffect(() => {
    document.title = tabTitle(
      [title, shortWords(shown?.name ?? words)].filter(Boolean).join(' · '),
    );
  }, [title, shown?.name, words]);
  // the list that comes may have said so before the one that goes is gone
  useEffect(() => () => void (narrowed.get()?.list === list && narrowed.set(null)), [list]);
  const [, once] = useOnce();
  const change = (run: () => Promise<string>) => once(() => run().finally(() => void refresh()));

  const openDialog = (what: AnyActionSpec | 'columns') => {
    // what the dialog gives the focus back to: the item is gone by then
    target.current?.focus();
    setOpen(what);
  };
  const item = (view: SavedView) => (
    <Menu.Item
      key={view.id}
      component={AppLink}
      href={`${pathname}?${view.search}`}
      aria-current={view === shown || undefined}
      leftSection={view === shown ? <IconCheck size={16} aria-hidden /> : <span />}
      rightSection={
        view.isDefault ? <IconStarFilled size={14} aria-label="The list opens with it" /> : null
      }
    >
      {view.name}
      {view.mine ? null : <small className={styles.viewOwner}>{view.owner}</small>}
    </Menu.Item>
  );
  const own = views.filter(({ mine }) => mine);
  const others = views.filter(({ mine }) => !mine);
  const changed = last?.mine && last !== shown ? last : null;

  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            ref={target}
            icon={<IconBookmark size={16} aria-hidden />}
            aria-label={phone ? `Views: ${shown?.name ?? 'everything'}` : undefined}
          >
            {phone ? null : (shown?.name ?? 'Views')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown miw={220} maw={340} className={styles.views}>
          <Menu.Item
            component={AppLink}
            href={`${pathname}?sort=createdDate,DESC`}
            leftSection={search ? <span /> : <IconCheck size={16} aria-hidden />}
          >
            Everything
          </Menu.Item>
          {own.length ? <Menu.Label>Yours</Menu.Label> : null}
          {own.map(item)}
          {others.length ? <Menu.Label>Shared with you</Menu.Label> : null}
          {others.map(item)}
          <Menu.Divider />
          {changed ? (
            <Menu.Item
              leftSection={<IconCheck size={16} aria-hidden />}
              onClick={() => change(() => keep(changed, search))}
            >
              Save into ‘{changed.name}’
            </Menu.Item>
          ) : null}
          {shown ? null : (
            <Menu.Item
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() =>
                openDialog(
                  actionSpec({
                    action: saveView,
                    record: null,
                    title: 'Save this view',
                    intro: 'Its filters, columns and order are kept under a name.',
                    initial: { shared: false },
                    run: (values) =>
                      call('POST /api/saved-views', { body: { ...values, list, search } }),
                  }),
                )
              }
            >
              Save as a view…
            </Menu.Item>
          )}
          {shown ? (
            <Menu.Item
              leftSection={<IconStar size={16} aria-hidden />}
              onClick={() => change(() => choose(shown))}
            >
              {shown.isDefault ? 'Remove as default' : 'Make default'}
            </Menu.Item>
          ) : null}
          {shown?.mine ? (
            <>
              <Menu.Item
                leftSection={<IconPencil size={16} aria-hidden />}
                onClick={() =>
                  openDialog(
                    actionSpec({
                      action: changeView,
                      record: shown,
                      title: `Name and sharing of '${shown.name}'`,
                      initial: { name: shown.name, shared: shown.shared },
                      run: (values, _key, readAs) =>
                        call('PUT /api/saved-views/{id}', {
                          params: { id: shown.id },
                          body: {
                            ...values,
                            search: shown.search,
                            readAs: { ...readAs, search: shown.search },
                          },
                        }),
                    }),
                  )
                }
              >
                Rename or share…
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() =>
                  openDialog(
                    actionSpec({
                      action: deleteView,
                      record: shown,
                      title: `Delete '${shown.name}'`,
                      intro: shown.shared
                        ? 'It is shared: your team loses it, too.'
                        : 'The records themselves stay as they are.',
                      danger: true,
                      run: () => call('DELETE /api/saved-views/{id}', { params: { id: shown.id } }),
                    }),
                  )
                }
              >
                Delete…
              </Menu.Item>
            </>
          ) : null}
          {phone ? null : (
            <>
              <Menu.Item
                leftSection={<IconColumns size={16} aria-hidden />}
                onClick={() => openDialog('columns')}
              >
                Choose columns…
              </Menu.Item>
              <Menu.Item leftSection={<IconMenu2 size={16} aria-hidden />} onClick={turnDensity}>
                {rows === 'compact' ? 'Comfortable rows' : 'Compact rows'}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {open === 'columns' ? (
          <ColumnsDialog
            visible={visible}
            chosen={state.columns}
            onChange={onColumns}
            onClose={() => setOpen(null)}
          />
        ) : null}
      </Suspense>
      <OpenDialog spec={open === 'columns' ? null : open} onClose={() => setOpen(null)} />
    </>
  );
}
