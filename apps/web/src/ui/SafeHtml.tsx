import DOMPurify from 'dompurify';
import { useLayoutEffect, useRef } from 'react';
import { RICH_TEXT } from '@paydesk/contract/kernel/html.ts';
import styles from './ui.module.css';

const SCHEMES = new RegExp(`^(?:${RICH_TEXT.schemes.join('|')}):`, 'i');

function cleanFragment(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...RICH_TEXT.tags],
    ALLOWED_ATTR: [...RICH_TEXT.attributes],
    ALLOWED_URI_REGEXP: SCHEMES,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of fragment.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  return fragment;
}

/** The cleaned nodes themselves: no text is read as HTML a second time. */
export default function SafeHtml({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(cleanFragment(html)), [html]);
  return <div ref={place} className={styles.richText} />;
}
