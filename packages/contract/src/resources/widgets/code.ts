import type { Widget } from './widget.ts';
import type { CURRENCIES } from '../../kernel/enumeration.ts';

/** What a button says, and everybody may know. */
export interface ButtonFacts {
  label: string;
  amount: number | null;
  currency: keyof typeof CURRENCIES;
  /** A payment can begin at it. */
  active: boolean;
}

/** The same of a widget that is kept. */
export interface KeptButton extends ButtonFacts {
  /** What is paid is the widget's own, whatever a page passes unsigned. */
  fixed: boolean;
}

/** The widget's label, or its name where it has none. */
export const labelOf = ({ name, totalLabel }: { name: string; totalLabel?: string | null }) =>
  totalLabel?.trim() || name;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** What goes before '/widget.js' and '/pay'. */
const baseOf = (publicUrl: string) => escape(publicUrl.replace(/\/+$/, ''));

/**
 * What a merchant puts into a page (AM-108): a container, in which a plain link stands until the
 * script has drawn the button, and where it can't.
 */
export function widgetCode(publicUrl: string, { id, label }: { id: string; label: string }) {
  const base = baseOf(publicUrl);
  return [
    `<div id="paydesk-${id}"><a href="${base}/pay/${id}">${escape(label)}</a></div>`,
    `<script async src="${base}/widget.js" data-widget="${id}"></script>`,
  ].join('\n');
}

/** How a page says what is to be paid; nothing where the widget says it (docs/widgets.md). */
export function basketCode({
  id,
  type,
  orderAuthorizationType,
}: Pick<Widget, 'id' | 'type' | 'orderAuthorizationType'>): string | null {
  const container = `document.getElementById('paydesk-${id}').dataset.order`;
  if (orderAuthorizationType === 'SIGNATURE') return `${container} = signedBasket;`;
  if (type === 'INSTANT') return null;
  const what =
    type === 'PAYMENT'
      ? '  amount: 60.5,'
      : "  items: [{ label: 'Oak stool', amount: 60.5, taxRate: 0.21, count: 1 }],";
  return [`${container} = JSON.stringify({`, "  externalId: 'basket-1',", what, '});'].join('\n');
}

/** The same button before it is saved: the script gets what it would ask for, and leads nowhere. */
export function draftCode(publicUrl: string, facts: ButtonFacts) {
  const draft = escape(JSON.stringify(facts));
  return [
    '<div id="paydesk-draft"></div>',
    `<script async src="${baseOf(publicUrl)}/widget.js" data-draft="${draft}"></script>`,
  ].join('\n');
}
