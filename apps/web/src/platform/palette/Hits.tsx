import { Combobox } from '@mantine/core';
import {
  SEARCH_KINDS,
  SEARCH_SHOWN,
  type SearchHit,
  type SearchKind,
} from '@paydesk/contract/kernel/search.ts';
import { paths } from '../../paths.ts';
import { StatusChip } from '../../ui/Chip.tsx';
import { LINKS, statusWords, words } from './kinds.ts';
import { moreOf } from './more.ts';
import styles from './palette.module.css';

/** Where a hit leads; `verb`: to what is to be done to it. */
export const hrefOf = ({ kind, id }: Pick<SearchHit, 'kind' | 'id'>, verb: string | null) =>
  verb ? paths.transaction(id, { do: verb }) : LINKS[kind](id);

/** The records that were found, by their kinds, and the way to more of a kind. */
export function Hits({
  kinds,
  hits,
  verb,
  q,
  dimmed,
}: {
  kinds: readonly SearchKind[];
  hits: readonly SearchHit[];
  verb: string | null;
  /** By what they were found. */
  q: string;
  dimmed: boolean;
}) {
  return kinds.map((kind) => {
    const ofKind = hits.filter((hit) => hit.kind === kind);
    const more = verb ? null : moreOf(kind, q, ofKind);
    return (
      <Combobox.Group
        key={kind}
        label={verb ? `${words(verb)} a payment` : SEARCH_KINDS[kind]}
        data-dimmed={dimmed || undefined}
      >
        {ofKind.slice(0, SEARCH_SHOWN).map((hit) => (
          <Combobox.Option key={hit.id} value={hrefOf(hit, verb)} className={styles.option}>
            <span className={styles.hit}>
              <span>{verb ? `${words(verb)} ${hit.title}` : hit.title}</span>
              {hit.detail ? <small>{hit.detail}</small> : null}
            </span>
            {hit.status ? (
              <StatusChip
                status={{ name: hit.status, description: statusWords(kind, hit.status) }}
              />
            ) : null}
          </Combobox.Option>
        ))}
        {more ? (
          <Combobox.Option value={`more ${more.href}`} className={styles.option}>
            <span className={styles.more}>{more.label}</span>
          </Combobox.Option>
        ) : null}
      </Combobox.Group>
    );
  });
}
