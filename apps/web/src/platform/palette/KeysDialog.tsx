import { useState } from 'react';
import { Checkbox } from '../../ui/Input.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { screenKeys } from '../screen-keys.ts';
import { areKeysOn, GO_TO, STORED, type Entries } from './keys.ts';
import styles from './palette.module.css';

const ANYWHERE: [keys: string[], words: string][] = [
  [['Ctrl', 'K'], 'Search, and run commands'],
  [['/'], 'To the first filter of a list'],
  [['↓', 'j'], 'To the next row of a list, or to its first'],
  [['↑', 'k'], 'To the row before, or to the last'],
  [['m'], 'What can be done with a row of a list'],
  [['Ctrl', '↵'], 'Send the form that is being filled in'],
  [['F1'], 'What a field of a form means, where the glossary has the word'],
  [['?'], 'These keys'],
];

function turnKeys(on: boolean): void {
  if (on) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, 'yes');
}

const Keys = ({ keys, words }: { keys: readonly string[]; words: string }) => (
  <div className={styles.keyLine}>
    <dt>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </dt>
    <dd>{words}</dd>
  </div>
);

/** What `?` lists, and the switch for the keys that are single letters. */
export default function KeysDialog({
  entries,
  onClose,
}: {
  entries: Entries;
  onClose: () => void;
}) {
  const [on, setOn] = useState(areKeysOn);
  const [own] = useState(screenKeys);
  return (
    <Dialog easy title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles.keys}>
        {[...own, ...ANYWHERE].map(([keys, words]) => (
          <Keys key={words} keys={keys} words={words} />
        ))}
        {entries.flatMap(({ name, label }) =>
          GO_TO[name] ? [<Keys key={name} keys={['g', GO_TO[name]]} words={label} />] : [],
        )}
      </dl>
      <label className={styles.switch}>
        <Checkbox
          checked={on}
          onChange={(event) => {
            turnKeys(event.currentTarget.checked);
            setOn(event.currentTarget.checked);
          }}
        />
        Single letters are shortcuts
      </label>
    </Dialog>
  );
}
