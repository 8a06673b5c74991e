import { useState } from 'preact/hooks';

/** Of a sandbox alone: the only numbers that it takes, and what comes of them. */
export function TestCards({ cards }: { cards: readonly { number: string; words: string }[] }) {
  const [copied, setCopied] = useState<string | null>(null);
  const copy = (number: string) =>
    navigator.clipboard.writeText(number).then(
      () => setCopied(number),
      () => {},
    );
  return (
    <details class="cards">
      <summary>Test cards of the sandbox</summary>
      <ul>
        {cards.map(({ number, words }) => (
          <li key={number}>
            <span>
              <code>{number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code>
              <small>{words}</small>
            </span>
            <button type="button" class="link" onClick={() => void copy(number)}>
              {copied === number ? 'Copied' : 'Copy'}
              <span class="aside-words"> the card: {words}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
