// Mantine theme of the console: greys, one accent, type and radii; overrides Mantine colours
// without AA contrast (WCAG 2.2).

import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { statusVariables } from './status-colours.ts'

/** Deep blue-green, for interactive elements. */
const accent: MantineColorsTuple = [
  '#eaf6f8',
  '#d6ebef',
  '#acd6df',
  '#7fc3d0',
  '#58b0c1',
  '#3a9bae',
  '#22869a',
  '#157084',
  '#0d6070',
  '#084c59',
]

const dark: MantineColorsTuple = [
  '#dde1e5',
  '#b9c0c7',
  '#9aa3ac',
  '#6b747d',
  '#454d55',
  '#363d44',
  '#2a3036',
  '#1b1f23',
  '#16191d',
  '#101316',
]

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 7 },
  colors: { accent, dark },
  fontFamily: "'Inter Variable', 'Noto Sans Arabic', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: {
    xs: '0.75rem',
    sm: '0.875rem',
    md: '0.875rem',
    lg: '1rem',
    xl: '1.125rem',
  },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.4' },
      h2: { fontSize: '1rem', lineHeight: '1.5' },
      h3: { fontSize: '0.875rem', lineHeight: '1.5' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '16px' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 120 } } },
    // A menu contains only items and stays in the part of the page it belongs to.
    Menu: {
      defaultProps: {
        transitionProps: { duration: 120 },
        withInitialFocusPlaceholder: false,
        withinPortal: false,
      },
    },
    Popover: { defaultProps: { transitionProps: { duration: 120 } } },
    Input: {
      // The border of a field needs more contrast than a separator (WCAG 1.4.11); a fault has the library's red one.
      vars: (_theme: unknown, { error }: { readonly error?: unknown }) => ({
        wrapper: error
          ? {}
          : {
              '--input-bd': 'var(--svc-field-line)',
              '--input-bd-focus': 'var(--mantine-color-anchor)',
            },
      }),
    },
    // Space between label, hint and field.
    InputLabel: { defaultProps: { mb: 4 } },
    Anchor: { defaultProps: { underline: 'hover' } },
  },
})

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--svc-nav-width': '220px',
    '--svc-bar-height': '52px',
  },
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1a2026',
    '--mantine-color-dimmed': '#57616b',
    '--mantine-color-placeholder': '#68727c',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': '#0d6070',
    '--mantine-color-accent-light-color': '#084c59',
    '--mantine-color-red-light': '#fdeeec',
    '--mantine-color-red-light-color': '#9c1c16',
    '--mantine-color-red-filled': '#b3261e',
    '--mantine-color-red-filled-hover': '#94201a',
    '--mantine-color-red-outline': '#b3261e',
    '--svc-canvas': '#f6f7f8',
    '--svc-surface': '#ffffff',
    '--svc-line': '#e1e4e8',
    '--svc-field-line': '#88929b',
    '--svc-hover': '#eef1f3',
    '--svc-chosen': '#e2eff2',
    '--svc-chosen-text': '#084c59',
    '--svc-sandbox': '#fdf0d5',
    '--svc-sandbox-line': '#d99a26',
    '--svc-sandbox-text': '#6d4700',
    ...statusVariables('light'),
  },
  dark: {
    '--mantine-color-body': '#1b1f23',
    '--mantine-color-text': '#dde1e5',
    '--mantine-color-dimmed': '#a3acb5',
    '--mantine-color-placeholder': '#949da6',
    '--mantine-color-error': '#ff9a92',
    '--mantine-color-anchor': '#7fc3d0',
    '--mantine-color-accent-light': '#17343b',
    '--mantine-color-accent-light-hover': '#1d4049',
    '--mantine-color-accent-light-color': '#acd6df',
    '--mantine-color-red-light': '#342021',
    '--mantine-color-red-light-color': '#ffb4ae',
    '--mantine-color-red-filled': '#b3322a',
    '--mantine-color-red-filled-hover': '#c23a31',
    '--mantine-color-red-outline': '#ff9a92',
    '--svc-canvas': '#14171a',
    '--svc-surface': '#1b1f23',
    '--svc-line': '#2e343a',
    '--svc-field-line': '#7b858f',
    '--svc-hover': '#262b30',
    '--svc-chosen': '#17343b',
    '--svc-chosen-text': '#acd6df',
    '--svc-sandbox': '#3a2c10',
    '--svc-sandbox-line': '#b07d1e',
    '--svc-sandbox-text': '#f5d493',
    ...statusVariables('dark'),
  },
})
