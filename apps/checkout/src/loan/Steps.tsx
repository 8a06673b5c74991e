const STEPS = {
  apply: 'About you',
  offers: 'Offer',
  identify: 'Identity',
  sign: 'Sign',
} as const;

/** How far one is on the way to a loan. */
export function Steps({ at }: { at: keyof typeof STEPS }) {
  const names = Object.keys(STEPS);
  return (
    <ol class="steps" aria-label="Steps to the loan">
      {Object.entries(STEPS).map(([name, words]) => (
        <li
          key={name}
          class={names.indexOf(name) < names.indexOf(at) ? 'passed' : ''}
          aria-current={name === at ? 'step' : undefined}
        >
          {words}
        </li>
      ))}
    </ol>
  );
}
