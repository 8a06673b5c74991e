import type { ComponentProps, KeyboardEvent } from 'react';

/**
 * What is sent as one, by Ctrl and Enter from anywhere in it too: alone Enter is another line of a long text. What is
 * wrong with it is said by the house's words, not the browser's.
 */
export const Form = (props: ComponentProps<'form'>) => (
  // what is pressed in any of its fields
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
  <form {...props} noValidate onKeyDown={onKeyDown} />
);

function onKeyDown(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, ctrlKey, metaKey, target, currentTarget: form, defaultPrevented } = event;
  if (key !== 'Enter' || !(ctrlKey || metaKey) || defaultPrevented) return;
  // a dialog that one of its fields has opened is another form
  if (!form.contains(target as Node)) return;
  event.preventDefault();
  form.requestSubmit();
}
