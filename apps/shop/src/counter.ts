import { html, Html } from '@paydesk/contract/kernel/html-template.ts';
import { messages, page, type Shown } from './pages.ts';
import type { Event } from './orders.ts';
/** Behind the counter: what a demo can let happen to the shop. */

export interface Counter {
  capture: 'AUTOMATIC' | 'MANUAL';
  drops: boolean;
  said: string | null;
  others: readonly Event[];
}

const DUE = 'what is due by then is charged, expires, is let go or settled. No way back.';

/** How much time passes for Paydesk at once. */
export const TIMES = [
  { name: 'day', words: 'A day', days: 1, note: `For Paydesk alone: ${DUE}` },
  {
    name: 'week',
    words: 'A week',
    days: 7,
    note: 'Far enough for what is settled, and for declined charges that are tried again.',
  },
  {
    name: 'month',
    words: 'A month',
    days: 30,
    note: 'Thirty days: the next charge of a monthly subscription, the next instalment of a loan.',
  },
] as const;

const tool = (name: string, words: string, about: string, pressed = false) =>
  html`<li class="row">
    <span>${about}</span>
    <form method="post" action="/counter">
      <button class="quiet" name="do" value="${name}" ${pressed ? new Html('disabled') : ''}>
        ${words}
      </button>
    </form>
  </li>`;

export function counterPage(shown: Shown, { capture, drops, said, others }: Counter): string {
  const manual = capture === 'MANUAL';
  return page(
    shown,
    'Behind the counter',
    html`<h1>Behind the counter</h1>
      <section class="panel">
        <p class="muted">What a demo can let happen to the shop.</p>
        ${said ? html`<p class="chip waits" role="status">${said}</p>` : ''}
        <ul>
          ${tool(
            'drop',
            drops ? 'The next one is dropped' : 'Drop the next message',
            'The shop’s server fails once: Paydesk’s next message is not taken, and comes again.',
            drops,
          )}
          ${tool('dispute', 'Dispute the last payment', 'The payer’s bank asks for the money back.')}
          ${tool('win', 'Win the dispute', 'The bank decides the last dispute for the shop.')}
          ${tool('lose', 'Lose the dispute', 'The bank decides it for the payer, who has the money back.')}
          ${TIMES.map(({ name, words, note }) => tool(name, `Let ${words.toLowerCase()} pass`, note))}
          ${tool(
            'capture',
            manual ? 'Capture at once' : 'Capture by hand',
            manual
              ? 'New orders are captured by hand, in the console, within 7 days.'
              : 'New orders are captured at once.',
          )}
        </ul>
      </section>
      <section class="panel">
        <h2>Other messages</h2>
        ${messages(others)}
      </section>`,
  );
}
