// Status colours. Each text colour has AA contrast on its tint and on the page, in both themes;
// charts use the same colours.

const statusTones = ['approved', 'declined', 'error', 'pending', 'review', 'neutral'] as const
export type StatusTone = (typeof statusTones)[number]

interface Tone {
  readonly text: string
  readonly tint: string
  /**
   * For areas: 3:1 contrast to the surface (WCAG 1.4.11), and neighbours of a stacked bar differ in lightness too, for
   * readers who do not tell red from green (test/unit/console/chart-colours.test.ts).
   */
  readonly fill: string
}

const tones: Readonly<Record<'light' | 'dark', Readonly<Record<StatusTone, Tone>>>> = {
  light: {
    approved: { text: '#14663a', tint: '#e0f3e8', fill: '#35a26c' },
    declined: { text: '#a3221b', tint: '#fce8e6', fill: '#b3261e' },
    error: { text: '#855000', tint: '#fdf0d5', fill: '#c08310' },
    pending: { text: '#41586c', tint: '#e6ecf2', fill: '#5f7488' },
    review: { text: '#6036a3', tint: '#efe8fa', fill: '#8a63cf' },
    neutral: { text: '#4d565f', tint: '#edeff1', fill: '#808a94' },
  },
  dark: {
    approved: { text: '#7fd3a0', tint: '#17352a', fill: '#58c98f' },
    declined: { text: '#ff9f97', tint: '#43211f', fill: '#d9544a' },
    error: { text: '#f0bd62', tint: '#3a2c10', fill: '#e6b450' },
    pending: { text: '#aec2d4', tint: '#24303b', fill: '#6f879e' },
    review: { text: '#c5a9f2', tint: '#31264a', fill: '#a182e0' },
    neutral: { text: '#b9c0c7', tint: '#2a3036', fill: '#8a939c' },
  },
}

/** Colours of series that have no status, in the order of use; the last is for the rest. */
const seriesFills: Readonly<Record<'light' | 'dark', readonly string[]>> = {
  light: ['#0d6070', '#d0801f', '#5a4fcf', '#c0497f', '#3f8fd6', '#6b757e'],
  dark: ['#3aa6b9', '#e8a33d', '#8f84f0', '#e58bb5', '#4f7fd0', '#9aa3ac'],
}

export const seriesMax = seriesFills.light.length

/** Colour of a bar of the series with this index. */
export function seriesFill(index: number): string {
  return `var(--svc-series-${Math.min(index, seriesMax - 1)})`
}

/** `--svc-approved`, `--svc-approved-tint` and `--svc-approved-fill` for each tone; `--svc-series-0` and on. */
export function statusVariables(theme: 'light' | 'dark'): Readonly<Record<`--${string}`, string>> {
  return Object.fromEntries([
    ...seriesFills[theme].map((fill, index) => [`--svc-series-${index}`, fill]),
    ...statusTones.flatMap((tone) => [
      [`--svc-${tone}`, tones[theme][tone].text],
      [`--svc-${tone}-tint`, tones[theme][tone].tint],
      [`--svc-${tone}-fill`, tones[theme][tone].fill],
    ]),
  ])
}

/** Colour of lines and icons of a status. */
export function toneColour(tone: StatusTone): string {
  return `var(--svc-${tone})`
}

/** Colour of bars and other areas of a status. */
export function toneFill(tone: StatusTone): string {
  return `var(--svc-${tone}-fill)`
}
