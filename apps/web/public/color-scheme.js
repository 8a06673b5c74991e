// Before the first paint, so that a dark screen never flashes white.
(() => {
  let scheme = 'auto';
  try {
    scheme = localStorage.getItem('paydesk.colorScheme') ?? 'auto';
  } catch {
    // storage is closed to us: the system decides
  }
  if (scheme !== 'light' && scheme !== 'dark')
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
