import { RICH_TEXT } from '@paydesk/contract/kernel/html.ts';
import sanitizeHtml from 'sanitize-html';

/** HTML without anything that `RICH_TEXT` does not name; whoever writes HTML writes what this gives (AM-46). */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...RICH_TEXT.tags],
    allowedAttributes: { a: [...RICH_TEXT.attributes] },
    allowedSchemes: [...RICH_TEXT.schemes],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
  });
}
