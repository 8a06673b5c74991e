import type { ReactNode } from 'react';
import { IconButton, PlainButton } from '../ui/Button.tsx';
import { IconStar, IconStarFilled } from '../ui/icons.ts';
import type { MenuEntry } from './Menu.tsx';
import classes from './Menu.module.css';
import { keptMenu, narrowed, pinning, toggleFavourite } from './menu-kept.ts';
import { useStore } from './store.ts';

/** Puts a screen that the menu has at the menu's top, or takes it away from there: a list with its filters and order. */
export function Favourite({
  entry: { name, label },
  onPin,
}: {
  entry: MenuEntry;
  /** In the phone’s menu, which makes room for a dialog: it says in words what it does. */
  onPin?: () => void;
}): ReactNode {
  const { favourites } = useStore(keptMenu);
  const list = useStore(narrowed);
  const kept = list?.view ? `${name}/${list.view.id}` : name;
  const isNew = list !== null && !list.view;
  const isOne = !isNew && favourites.includes(kept);
  const what = list ? `‘${label}: ${list.view?.name ?? list.words}’` : label;
  const words = isOne ? `Remove ${what} from favourites` : `Add ${what} to favourites`;
  const Star = isOne ? IconStarFilled : IconStar;
  const press = () => {
    if (!isNew) return toggleFavourite(kept);
    onPin?.();
    pinning.set(true);
  };
  return onPin ? (
    <PlainButton className={classes.entry} title={words} onClick={press}>
      <Star size={18} stroke={1.6} aria-hidden />
      {isOne ? 'Remove this screen from favourites' : 'Add this screen to favourites'}
    </PlainButton>
  ) : (
    <IconButton label={words} onClick={press}>
      <Star size={15} aria-hidden />
    </IconButton>
  );
}
