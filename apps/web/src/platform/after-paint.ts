/** Once a click or a key has been answered on the screen; a tab that nobody sees paints nothing. */
export function afterPaint(work: () => void): void {
  let done = false;
  const once = () => {
    if (!done) work();
    done = true;
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, 100);
}
