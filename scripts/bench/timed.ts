// Repeats a measurement that has no peer and returns its median.

import type { Bench, Measured } from './row.ts'
import { median } from './spread.ts'

type Figure = Required<Extract<Measured, { kind: 'figure' }>>

/** @param name name in the lines of the progress */
export async function repeat(
  bench: Bench,
  name: string,
  measure: () => Promise<number>,
): Promise<Figure> {
  const figures: number[] = []
  for (let run = 1; run <= bench.runs; run += 1) {
    figures.push(await measure())
    bench.say(`${name}, run ${run} of ${bench.runs}: ${(figures.at(-1) ?? 0).toFixed(2)}`)
  }
  return figureOf(figures)
}

/** @throws Error without figures */
export function figureOf(figures: readonly number[]): Figure {
  const details = [`runs: ${figures.map((figure) => figure.toFixed(2)).join(' ')}`]
  return { kind: 'figure', ours: median(figures), runs: figures.length, details }
}
