/**
 * What written text may hold (AM-46); the server keeps nothing else when it is written, the browser
 * nothing else when it is shown. No style, form, image, frame or script, and links to pages and
 * mail alone.
 */
export const RICH_TEXT = {
  tags: ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 'ul', 'ol', 'li', 'a', 'code', 'blockquote'],
  /** Of links alone. */
  attributes: ['href'],
  schemes: ['http', 'https', 'mailto'],
} as const;
