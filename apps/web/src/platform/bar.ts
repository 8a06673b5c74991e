/** What can be done to the record that is open, as its own bar offers it. */
export interface Offer {
  label: string;
  run: () => void;
}

/** By the button that opens them: the items of a menu, which stand in no document before it is opened. */
export const menuItems = new WeakMap<Element, readonly Offer[]>();
