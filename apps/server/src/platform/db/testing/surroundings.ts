const NAMES = ['NODE_COMPILE_CACHE', 'LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC'];

/**
 * What a process that a test starts takes over, though its settings are the test's own: what makes
 * its start quick, and the clock that everybody in a run has (`npm run prove -- clocks`).
 */
export function surroundings(): Record<string, string> {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = process.env[name];
      return value ? [[name, value]] : [];
    }),
  );
}
