// Measures ours and a peer in turn, so that other load on the machine affects both, and returns medians.

import type { Bench, Measured } from './row.ts'
import { median } from './spread.ts'

type Comparison = Required<Extract<Measured, { kind: 'ratio' }>>
type Measure = () => Promise<number>

interface Contest {
  readonly ours: Measure
  readonly peer: Measure
  readonly peerName: string
}

/** The ratio is the median of the ratios of each pair of runs. */
export async function compare(bench: Bench, contest: Contest): Promise<Comparison> {
  const ours: number[] = []
  const peer: number[] = []
  for (let run = 1; run <= bench.runs; run += 1) {
    ours.push(await contest.ours())
    peer.push(await contest.peer())
    bench.say(`run ${run} of ${bench.runs}: ${show(ours)} against ${show(peer)}`)
  }
  return comparison(ours, peer, contest.peerName)
}

export function comparison(
  ours: readonly number[],
  peer: readonly number[],
  peerName: string,
): Comparison {
  const ratios = ours.map((figure, run) => figure / (peer[run] ?? Number.NaN))
  return {
    kind: 'ratio',
    ours: median(ours),
    peer: { name: peerName, figure: median(peer) },
    ratio: median(ratios),
    runs: ratios.length,
    details: [`ratios of the runs: ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`],
  }
}

function show(figures: readonly number[]): string {
  return (figures.at(-1) ?? 0).toFixed(1)
}
