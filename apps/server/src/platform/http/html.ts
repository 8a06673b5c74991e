import { html, type Html } from '@paydesk/contract/kernel/html-template.ts';

/** Words in which `backticks` mark code, as the OpenAPI text has them. */
export function words(text: string): Html[] {
  return text
    .split('`')
    .map((part, index) => (index % 2 ? html`<code>${part}</code>` : html`${part}`));
}
