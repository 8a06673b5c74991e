import {
  createTheme,
  defaultVariantColorsResolver,
  localStorageColorSchemeManager,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';

/** SH-30 */
const names = ['primary', 'secondary', 'accent', 'error', 'warning', 'info', 'success'] as const;

/** Mantine wants ten shades: each is the token, which switches with the scheme by itself. */
const shades = (name: string) =>
  Array<string>(10).fill(`var(--${name})`) as unknown as MantineColorsTuple;

export const theme = createTheme({
  primaryColor: 'primary',
  colors: Object.fromEntries(names.map((name) => [name, shades(name)])),
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '14px', xl: '22px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '20px', xl: '28px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '8px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  shadows: {
    xs: 'none',
    sm: 'var(--shadow)',
    md: 'var(--shadow)',
    lg: 'var(--shadow)',
    xl: 'var(--shadow)',
  },
  headings: { fontFamily: 'var(--font)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver: (input) => {
    const name = names.find((name) => name === (input.color ?? 'primary'));
    const colours = defaultVariantColorsResolver(input);
    if (!name) return colours;
    if (input.variant === 'filled')
      return { ...colours, color: 'var(--on-filled)', hoverColor: 'var(--on-filled)' };
    if (input.variant === 'light')
      return {
        ...colours,
        background: `var(--${name}-ground)`,
        hover: `var(--${name}-ground)`,
        color: `var(--${name})`,
      };
    return colours;
  },
});

/** Mantine's own variables, led back to the tokens; they switch with the scheme by themselves. */
const variables = {
  '--mantine-color-body': 'var(--page)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-anchor': 'var(--primary)',
  '--mantine-color-error': 'var(--error)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-disabled': 'var(--page)',
  '--mantine-color-disabled-color': 'var(--muted)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-contrast': 'var(--on-filled)',
  '--mantine-color-primary-filled-hover': 'var(--primary-hover)',
  '--mantine-primary-color-filled-hover': 'var(--primary-hover)',
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: variables,
  dark: variables,
});

export const colorSchemeManager = localStorageColorSchemeManager({ key: 'paydesk.colorScheme' });
