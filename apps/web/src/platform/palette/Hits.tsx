import { Combobox } from '@mantine/core';
import {
  SEARCH_KINDS,
  SEARCH_SHOWN,
  type SearchHit,
  type SearchKind,
} from '@paydesk/contract/kernel/search.ts';
import { StatusChip } from '../../ui/Chip.tsx';
import { A_KIND, LINKS, statusWords } from './kinds.ts';
import { Marked } from './Marked.tsx';
import { manyOf, moreOf } from './more.ts';
import styles from './palette.module.css';

/** Where a hit leads: to what is to be done to it, where that can be. */
export function hrefOf({ kind, id, action, whyNot }: SearchHit): string {
  return LINKS[kind](id, action && !whyNot ? { do: action.toLowerCase() } : undefined);
}

/** As it stands before what it is done to: 'Refund 43.99 EUR', 'Request refund of 875.00 EUR'. */
const verbOf = (action: string) =>
  action.endsWith(' refund') ? `${action} of` : action.split(' ')[0]!;

interface Group {
  label: string;
  hits: readonly SearchHit[];
}

/** Of what is to be done first all that it can be done to, and why not to the others. */
function groupsOf(kind: SearchKind, hits: readonly SearchHit[]): Group[] {
  const action = hits[0]?.action;
  if (!action) return [{ label: SEARCH_KINDS[kind], hits }];
  const verb = verbOf(action);
  return [
    { label: `${verb} ${A_KIND[kind]}, the newest first`, hits: hits.filter((one) => !one.whyNot) },
    {
      label: `${action.endsWith(' refund') ? action : verb}: not possible`,
      hits: hits.filter((one) => one.whyNot),
    },
  ].filter((group) => group.hits.length);
}

/** The records that were found, by their kinds, and the way to more of a kind. */
export function Hits({
  kinds,
  hits,
  q,
  dimmed,
}: {
  kinds: readonly SearchKind[];
  hits: readonly SearchHit[];
  /** By what they were found. */
  q: string;
  dimmed: boolean;
}) {
  return kinds.map((kind) => {
    const ofKind = hits.filter((hit) => hit.kind === kind);
    const more = moreOf(kind, q, ofKind);
    // what could not be done to more of them stands last, and so does what leads to all
    return groupsOf(kind, ofKind.slice(0, SEARCH_SHOWN)).map(
      ({ label, hits: some }, at, groups) => (
        <Combobox.Group
          key={label}
          label={`${label}${manyOf(some)}`}
          data-dimmed={dimmed || undefined}
        >
          {some.map((hit) => (
            <Hit key={hit.id} hit={hit} q={q} />
          ))}
          {(at === groups.length - 1 ? more : []).map(({ href, label: words }) => (
            <Combobox.Option key={href} value={`more ${href}`} className={styles.option}>
              <span className={styles.more}>{words}</span>
            </Combobox.Option>
          ))}
        </Combobox.Group>
      ),
    );
  });
}

function Hit({ hit, q }: { hit: SearchHit; q: string }) {
  const { kind, title, detail, matched, status, action, whyNot } = hit;
  const verb = action && !whyNot ? `${verbOf(action)} ` : '';
  const notes = [whyNot, matched, detail].filter(Boolean).join(' · ');
  return (
    <Combobox.Option value={hrefOf(hit)} className={styles.option}>
      <span className={styles.hit}>
        <span>
          {verb}
          <Marked text={title} q={q} />
        </span>
        {notes ? (
          <small>
            <Marked text={notes} q={q} />
          </small>
        ) : null}
      </span>
      {status ? (
        <StatusChip status={{ name: status, description: statusWords(kind, status) }} />
      ) : null}
    </Combobox.Option>
  );
}
