// Labels of the vertical axis of a chart, and the width that they need.

import type { Show } from '../../words/show.ts'
import { letterWidth } from './chart-place.ts'

export interface Tick {
  /** Share of the scale's height, 0 at the bottom. */
  readonly part: number
  readonly label: string
}

/** From this top on, the axis says `2.5k`. */
const longTop = 10_000
const compact = { notation: 'compact', maximumFractionDigits: 2 } as const

/** For a chart of counts: four steps, from 0 to the top. */
export function ticksTo(top: number, { number }: Pick<Show, 'number'>): readonly Tick[] {
  return [0, 1, 2, 3, 4].map((step) => ({
    part: step / 4,
    label: number((step * top) / 4, top < longTop ? undefined : compact),
  }))
}

/** In pixels: enough for `300`, and more for longer labels. */
export function axisWidthOf(ticks: readonly Pick<Tick, 'label'>[]): number {
  return Math.max(34, 8 + letterWidth * Math.max(...ticks.map(({ label }) => label.length)))
}
