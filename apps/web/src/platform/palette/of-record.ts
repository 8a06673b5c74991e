import { menuItems, type Offer } from '../bar.ts';
import { tabTitle } from '../title.ts';

/**
 * What the screen of the open record offers now to who reads it, in its order: its buttons that can be pressed, those
 * behind '…' too. What the state forbids is said by the bar itself, with the reason.
 */
export function ofRecord(): { title: string; offers: readonly Offer[] } {
  const buttons = document.querySelectorAll<HTMLElement>(
    '#main [data-bar] button:not([disabled], [aria-disabled])',
  );
  const offers = [...buttons].flatMap(
    (button): readonly Offer[] =>
      menuItems.get(button) ?? [
        {
          label: button.textContent.trim(),
          run: () => {
            // what its dialog gives the focus back to
            button.focus();
            button.click();
          },
        },
      ],
  );
  return {
    title: document.title.replace(` · ${tabTitle(undefined)}`, ''),
    offers: offers.filter(({ label }) => label),
  };
}
