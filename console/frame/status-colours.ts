// The colours that mean something, and only that. Each is a text colour that reads on its own tint and on the
// page, in either theme; charts use the same for the same things.

export const statusTones = [
  'approved',
  'declined',
  'error',
  'pending',
  'review',
  'neutral',
] as const
export type StatusTone = (typeof statusTones)[number]

interface Tone {
  readonly text: string
  readonly tint: string
}

const tones: Readonly<Record<'light' | 'dark', Readonly<Record<StatusTone, Tone>>>> = {
  light: {
    approved: { text: '#14663a', tint: '#e0f3e8' },
    declined: { text: '#a3221b', tint: '#fce8e6' },
    error: { text: '#855000', tint: '#fdf0d5' },
    pending: { text: '#41586c', tint: '#e6ecf2' },
    review: { text: '#6036a3', tint: '#efe8fa' },
    neutral: { text: '#4d565f', tint: '#edeff1' },
  },
  dark: {
    approved: { text: '#7fd3a0', tint: '#17352a' },
    declined: { text: '#ff9f97', tint: '#43211f' },
    error: { text: '#f0bd62', tint: '#3a2c10' },
    pending: { text: '#aec2d4', tint: '#24303b' },
    review: { text: '#c5a9f2', tint: '#31264a' },
    neutral: { text: '#b9c0c7', tint: '#2a3036' },
  },
}

/** `--svc-approved` and `--svc-approved-tint` for each tone. */
export function statusVariables(theme: 'light' | 'dark'): Readonly<Record<`--${string}`, string>> {
  return Object.fromEntries(
    statusTones.flatMap((tone) => [
      [`--svc-${tone}`, tones[theme][tone].text],
      [`--svc-${tone}-tint`, tones[theme][tone].tint],
    ]),
  )
}

/** For a chart's series, or anything drawn in the colour of a status. */
export function toneColour(tone: StatusTone): string {
  return `var(--svc-${tone})`
}
