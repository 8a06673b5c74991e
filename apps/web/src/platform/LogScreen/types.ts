import type { ReactNode } from 'react';
import type { Message } from './pairs.ts';

/** A record that a message names beside the one it belongs to. */
export interface Related {
  label: string;
  href: string;
}

/** Whether a message arrived. */
export interface Became {
  words: string;
  /** With what the other side refused it, where that is a number that says why: the column has it with the words. */
  code?: string | undefined;
  /** Why not, or with what; and what else is known of its attempts. */
  why: string;
  more: string[];
  tone: 'success' | 'error';
}

/** Of a list of messages: what one says, which belong together, and what they are called. */
export interface LogOf<R> {
  /** The column with the message itself. */
  payload: keyof R & string;
  /** The filters of everything that was said of the same; null where it stands alone. */
  conversation: (row: R) => Readonly<Record<`f_${string}`, string>> | null;
  message: (row: R) => Omit<Message, 'id' | 'at'>;
  /** The column that says which half a row is, and its words where it says both and they differ. */
  half: { column: keyof R & string; both?: (request: R, answer: R) => string };
  /** 'Capture', 'PMTREQ' */
  title: (row: R) => string;
  /** The same in words, where that is a name of the protocol's; the name stands with the message then. */
  words?: (row: R) => string;
  /** 'of payment 01a2…' */
  subject: (row: R) => { label: string; href: string; list: string; also?: Related[] } | null;
  /** Where a request goes: to an address, to this installation, or where nobody here knows. */
  receiver: (row: R) => { address: string; label?: string } | 'us' | null;
  /** The column that says how a message ended: in words and a colour, whatever else it has. */
  result: string;
  /** What else is known of its way, as facts below the address. */
  way?: (row: R) => ReactNode;
  /** What can be done about a message that did not arrive. */
  action?: (row: R) => ReactNode;
  /** What became of it, where its answer does not say so. */
  outcome?: (row: R) => Became | null;
}
