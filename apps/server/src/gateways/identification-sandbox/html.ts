import { html, Html } from '@paydesk/contract/kernel/html-template.ts';
import { page } from '../sandbox-pages/shell.ts';
import { PROVIDERS, type Session } from './sessions.ts';

/** What somebody sees who is to prove who they are, or to sign: the app of a phone, a bank, a card reader. */

interface Words {
  /** What would be there. */
  place: string;
  note: (pin: string) => string;
  refuse: string;
}

const WORDS: Readonly<Record<Session['method'], Words>> = {
  SMART_ID: {
    place: 'The Smart-ID app on your phone',
    note: (pin) => `Sandbox: your phone would show this, and ask for ${pin}.`,
    refuse: 'Refuse: this is not me, or the code differs',
  },
  MOBILE_ID: {
    place: 'Mobile-ID on your phone',
    note: (pin) => `Sandbox: your phone would show this, and ask for ${pin}.`,
    refuse: 'Refuse: this is not me, or the code differs',
  },
  BANK_LINK: {
    place: 'Sign in at your bank',
    note: () => 'Sandbox: your bank would ask you to sign in here.',
    refuse: 'Refuse, and tell the shop nothing',
  },
  ID_CARD: {
    place: 'Your ID card in its reader',
    note: (pin) => `Sandbox: your card reader would ask for ${pin}.`,
    refuse: 'Refuse, and take the card out',
  },
};

/** All but the last three: who reads along need not know whose it is. */
const hidden = (personalId: string) => `••••${personalId.slice(-3)}`;

const button = (pressed: string, words: string) =>
  html`<button class="other" name="answer" value="${pressed}">${words}</button>`;

export function identifyPage(
  session: Session,
  { nonce, framedIn }: { nonce: string; framedIn: string | null },
): string {
  const { kind, method, merchantName, personalId, code, document } = session;
  const { place, note, refuse } = WORDS[method];
  const signs = kind === 'SIGNING';
  const title = signs ? 'Sign this agreement?' : 'Is it you?';
  const approve = signs
    ? 'Sign'
    : code === null
      ? 'Confirm that it is me'
      : 'Confirm: the code is the same';
  return page(
    { nonce, title: `${title} · ${PROVIDERS[method]}`, framedIn },
    html`<div class="card">
      <p class="muted small">${PROVIDERS[method]} · ${place}</p>
      <h1>${title}</h1>
      <p class="said">
        ${merchantName} ${signs ? 'asks you to sign' : 'asks who you are'}. Personal ID
        ${hidden(personalId)}.
      </p>
      ${
        code === null
          ? ''
          : html`<p class="said">
              Control code
              <strong class="code" aria-label="${[...code].join(' ')}">${code}</strong>
            </p>`
      }
      ${
        document
          ? html`<p class="said">${document.name}</p>
              <p class="muted small">
                SHA-256 ${document.sha256.replace(/(.{8})/g, '$1 ').trim()}
              </p>`
          : ''
      }
      <p class="note">${note(signs ? 'PIN2' : 'PIN1')}</p>
      <form method="post">
        <button name="answer" value="approve">${approve}</button>
        ${button('refuse', refuse)}
        <details ${new Html('open')}>
          <summary>What else may happen</summary>
          ${button('late', 'Confirm, and be heard ten seconds later')}
          ${button('else', 'Answer as somebody else')} ${button('timeout', 'Let the time run out')}
        </details>
      </form>
    </div>`,
  );
}
