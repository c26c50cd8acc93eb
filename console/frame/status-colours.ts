// Status colours. Each text colour has AA contrast on its tint and on the page, in both themes;
// charts use the same colours.

const statusTones = ['approved', 'declined', 'error', 'pending', 'review', 'neutral'] as const
export type StatusTone = (typeof statusTones)[number]

interface Tone {
  readonly text: string
  readonly tint: string
  /** For areas: lighter than text, with 3:1 contrast to the surface (WCAG 1.4.11). */
  readonly fill: string
}

const tones: Readonly<Record<'light' | 'dark', Readonly<Record<StatusTone, Tone>>>> = {
  light: {
    approved: { text: '#14663a', tint: '#e0f3e8', fill: '#2e9e67' },
    declined: { text: '#a3221b', tint: '#fce8e6', fill: '#d1493f' },
    error: { text: '#855000', tint: '#fdf0d5', fill: '#b67a12' },
    pending: { text: '#41586c', tint: '#e6ecf2', fill: '#7c90a3' },
    review: { text: '#6036a3', tint: '#efe8fa', fill: '#8a63cf' },
    neutral: { text: '#4d565f', tint: '#edeff1', fill: '#808a94' },
  },
  dark: {
    approved: { text: '#7fd3a0', tint: '#17352a', fill: '#3fae78' },
    declined: { text: '#ff9f97', tint: '#43211f', fill: '#e0655b' },
    error: { text: '#f0bd62', tint: '#3a2c10', fill: '#d39a35' },
    pending: { text: '#aec2d4', tint: '#24303b', fill: '#7f95aa' },
    review: { text: '#c5a9f2', tint: '#31264a', fill: '#a182e0' },
    neutral: { text: '#b9c0c7', tint: '#2a3036', fill: '#8a939c' },
  },
}

/** `--svc-approved`, `--svc-approved-tint` and `--svc-approved-fill` for each tone. */
export function statusVariables(theme: 'light' | 'dark'): Readonly<Record<`--${string}`, string>> {
  return Object.fromEntries(
    statusTones.flatMap((tone) => [
      [`--svc-${tone}`, tones[theme][tone].text],
      [`--svc-${tone}-tint`, tones[theme][tone].tint],
      [`--svc-${tone}-fill`, tones[theme][tone].fill],
    ]),
  )
}

/** Colour of lines and icons of a status. */
export function toneColour(tone: StatusTone): string {
  return `var(--svc-${tone})`
}

/** Colour of bars and other areas of a status. */
export function toneFill(tone: StatusTone): string {
  return `var(--svc-${tone}-fill)`
}
