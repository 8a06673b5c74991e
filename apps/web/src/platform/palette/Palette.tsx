import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Combobox.css';
import '../../ui/inputs.css';
import {
  Combobox,
  TextInput,
  useCombobox,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { NEARLY, SEARCH_LENGTH } from '@paydesk/contract/kernel/search.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconSearch } from '../../ui/icons.ts';
import { useCall } from '../query.ts';
import { errorText } from '../errors.ts';
import { useDelayed } from '../useDelayed.ts';
import { signOut, useActor } from '../session.ts';
import {
  alsoOf,
  isCalled,
  isDeedAlone,
  isNamedDeedAlone,
  nearestOf,
  ofMade,
  ofPage,
  stillToSay,
  waysOf,
} from './commands.ts';
import { corrected } from './corrected.ts';
import { hrefOf, Hits } from './Hits.tsx';
import type { Entries } from './keys.ts';
import { ALL_KINDS, NAMED_FIRST } from './kinds.ts';
import { furtherOf } from './lists.ts';
import { ofRecord } from './of-record.ts';
import { oftenOf } from './opened.ts';
import { Options, Recents, type Called } from './Options.tsx';
import { useLists } from './use-lists.ts';
import { useRecents } from './use-recents.ts';
import styles from './palette.module.css';

// one file of both: every page says by name what it may ask for later
export { default as KeysDialog } from './KeysDialog.tsx';

/** As long as somebody types a name, nothing is asked; of a number, an amount or an address each key narrows it. */
const PAUSE_MS = { words: 150, record: 40 };
/** No screen is named so: it is a record that is looked for. */
const OF_RECORDS = /[\d@]/;
/** An address, or a part of one: 'triin.sepp.1701'. */
const OF_ADDRESS = /@|^\p{L}[\p{L}\d+_-]*\.\p{L}\S*$/u;
const LEAST_LETTERS = 2;

/** One box: finds records over everything the person may see, opens screens, runs commands. */
export default function Palette({
  entries,
  onKeys,
  onClose,
}: {
  entries: Entries;
  /** The list of keys is wanted. */
  onKeys: () => void;
  onClose: () => void;
}) {
  const router = useRouter();
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  const commands = [
    {
      label: `Switch to ${other} theme`,
      also: 'dark mode, light mode, colours, appearance',
      run: () => setColorScheme(other),
    },
    { label: 'Keyboard shortcuts', also: 'help', run: onKeys },
    { label: 'Sign out', also: 'log out, logout, sign off', run: signOut },
  ];
  const [text, setText] = useState('');
  const [page] = useState(() => router.state.location.pathname);
  // what is to be done, said on the page of what it is done to
  const ofThis = ofPage(text, page) !== text;
  const sought = ofThis || OF_RECORDS.test(text);
  const [typed] = useDebouncedValue(text.trim(), sought ? PAUSE_MS.record : PAUSE_MS.words);
  const q = ofPage(typed, page);
  const asks = typed.length >= LEAST_LETTERS;
  const { data, error, isFetching, isPlaceholderData } = useCall(
    'GET /api/search',
    { query: { q } },
    { enabled: asks, placeholderData: keepPreviousData, gcTime: 60_000 },
  );
  const hits = asks ? (data ?? []) : [];
  const combobox = useCombobox({
    opened: true,
    onOpenedChange: (opened) => {
      if (!opened) onClose();
    },
  });
  // the store knows the id of its list from the second painting on, and the field is to name it at once
  const listId = useId();
  const { selectFirstOption, resetSelectedOption } = combobox;
  const matches = (one: Called) => isCalled(one, text);
  // the key is answered by the box alone; what it offers is drawn next, in the room that is kept for it
  const offers = useDeferredValue(true, false);
  const actor = useActor();
  const [ways] = useState(() => waysOf(actor));
  // as it stood when the box opened: nothing moves because something was opened
  const [record] = useState(ofRecord);
  const remembered = useRecents(entries);
  const [often] = useState(() => oftenOf(entries));
  const records = remembered.filter(({ title, detail = '' }) =>
    matches({ label: `${title} ${detail}` }),
  );
  // what is to be done to it by a word that the server knows stands among what is found
  const here = ofThis ? [] : record.offers.filter(matches);
  const most = text.trim() ? [] : often;
  // an address is somebody's before it is on an order
  const kinds = (sought && !OF_ADDRESS.test(text.trim()) ? ALL_KINDS : NAMED_FIRST).filter((kind) =>
    hits.some((hit) => hit.kind === kind),
  );
  const late = typed !== text.trim() || isPlaceholderData || (isFetching && !data);
  const asked = text.trim().length >= LEAST_LETTERS;
  const named = entries.map((entry) => ({ ...entry, also: alsoOf(entry.name) }));
  // who types the whole name of a screen means it, whatever else has a word of it
  const itself = named.filter(({ label }) => label.toLowerCase() === text.trim().toLowerCase());
  const { lists, wait } = useLists(text, typed, entries);
  // Enter waits for the record: neither a screen nor what was found for fewer letters is what was meant
  const waits = wait || (sought && asked && late && ![...records, ...itself, ...lists].length);
  const elsewhere = [...itself, ...most];
  const screens = waits
    ? []
    : named.filter((one) => matches(one) && !elsewhere.some(({ href }) => href === one.href));
  const runnable = waits
    ? []
    : [...ways.filter(({ byWord }) => !byWord || text.trim()), ...commands].filter(matches);
  const known = [here, hits, records, lists, elsewhere, screens, runnable].flat().length;
  // of what nothing is called and nothing was found for, but for who is called nearly so: what is one letter away
  const isUnknown =
    known === hits.filter(({ matched }) => matched?.startsWith(NEARLY)).length &&
    !late &&
    !isFetching;
  const made = isUnknown ? ofMade<Called>(named, text) : [];
  const near =
    isUnknown && !made.length ? nearestOf<Called>([...named, ...ways, ...commands], text) : made;
  const better = isUnknown && !near.length ? corrected(text) : null;
  const meant: readonly Called[] = better ? [{ label: better }] : near;
  const none = !known && !meant.length;
  const further = none && !late && !isFetching ? furtherOf(actor, text) : [];
  const shown = offers ? known + meant.length + further.length : 0;
  const moved = useRef(false);
  useEffect(() => {
    // Enter takes the first of what is there now, unless somebody has gone on to another
    if (!shown || moved.current) return;
    // in the empty box what is done to the record is chosen, not met by an Enter too many
    if (text.trim() || !here.length) selectFirstOption();
    else resetSelectedOption();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text, data, shown]);
  const dimmed = useDelayed(isFetching, 200);
  const toSay = stillToSay(text, hits);

  const [entered, setEntered] = useState<string | null>(null);
  const first = hits.find(({ kind }) => kind === kinds[0]);
  useEffect(() => {
    if (entered !== text || waits || !offers) return;
    if (!sought) return combobox.clickSelectedOption();
    if (!first) return;
    onClose();
    void router.navigate({ href: hrefOf(first) });
    // once, as the answer to what was entered is there
    // oxlint-disable-next-line react/exhaustive-deps
  }, [entered, waits, offers, first]);
  const store = {
    ...combobox,
    listId,
    clickSelectedOption: () => {
      if (!waits || moved.current) combobox.clickSelectedOption();
    },
  };

  const submit = (value: string) => {
    // what was meant is looked for
    if (value === `run ${better}`) return setText(better!);
    onClose();
    const command = [...record.offers, ...commands].find(({ label }) => `run ${label}` === value);
    // once the page is awake again below the box
    if (command) setTimeout(command.run);
    // of two groups that name one address each option has its own value
    else void router.navigate({ href: value.replace(/^\w+ /, '') });
  };
  // of what is to be done its list, before what else has a word of it
  const does = isDeedAlone(text);
  const commandsFound = <Options label="Commands" some={runnable} />;
  const groups = <Hits kinds={kinds} hits={hits} q={typed} dimmed={dimmed} />;
  return (
    <Dialog easy size={620} title="Search" onClose={onClose}>
      <Combobox store={store} onOptionSubmit={submit}>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            aria-label="Search"
            placeholder="refund 43.99 6017, a day, order number, email or name"
            leftSection={<IconSearch size={16} aria-hidden />}
            maxLength={SEARCH_LENGTH}
            value={text}
            onChange={(event) => {
              moved.current = false;
              setText(event.currentTarget.value);
            }}
            onKeyDown={({ key }) => {
              if (key === 'ArrowDown' || key === 'ArrowUp') moved.current = true;
              if (key === 'Enter' && (waits || !offers) && !moved.current) setEntered(text);
            }}
          />
        </Combobox.EventsTarget>
        <div className={styles.found}>
          <Combobox.Options
            id={listId}
            className={styles.options}
            aria-label="Found"
            // room for the line above, from the first on
            data-none={further.length > 0 || (isNamedDeedAlone(text) && !ofThis) || undefined}
          >
            {offers ? (
              <>
                {/* what is known at once stands first: records that come later move none of it; of what no screen is
                named like, the screens wait for them */}
                <Options label="Go to" some={itself} />
                <Options label={record.title} some={here} />
                {does && !ofThis ? commandsFound : null}
                <Recents records={records} />
                <Options label="Lists" some={lists} />
                {sought ? groups : null}
                <Options label="Most used" some={most} />
                {does && ofThis ? commandsFound : null}
                {/* the menu stands beside the box: nobody who has typed nothing came for it */}
                {text.trim() ? (
                  <Options label={itself.length ? 'Other screens' : 'Go to'} some={screens} />
                ) : null}
                {does ? null : commandsFound}
                {text.trim() ? null : <Options label="Go to" some={screens} />}
                <Options label="Did you mean" some={meant} />
                <Options label="Look further" some={further} />
                {sought ? null : groups}
              </>
            ) : null}
          </Combobox.Options>
          <output className={styles.outcome}>
            {error
              ? errorText(error).lines.join(' ')
              : toSay && !late
                ? toSay
                : !offers || !none || isFetching || waits
                  ? ''
                  : `No results for ‘${text}’`}
          </output>
        </div>
      </Combobox>
    </Dialog>
  );
}
