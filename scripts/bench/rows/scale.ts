// The rows of scale: the same requests on an installation with 100 000 verifications and one with ten or a hundred
// times as many, in turn. The table shows the request whose time grows most; the details show all of them.

import type { Bench, Measured, Row } from '../row.ts'
import { openScalePlace, type ScalePlace } from '../scale-place.ts'
import { median } from '../spread.ts'

const few = 100_000
const rounds = 60
const warmUps = 10

export const scaleRow: Row = rowOf('scale-1m', 1_000_000, '1 million')

export const largeScaleRow: Row = {
  ...rowOf('scale', 10_000_000, '10 million'),
  isByNameOnly: true,
}

function rowOf(name: string, many: number, inWords: string): Row {
  return {
    name,
    about: `start, get, pages, filters, searches, queue, usage over ${inWords} verifications, of 100 000`,
    lines: [
      { label: `scale ${inWords}`, unit: 'ms', limit: { kind: 'ratio', atMost: 1.5, hoped: 1.2 } },
    ],
    measure: (bench) => compareScale(bench, many),
  }
}

interface Timed {
  readonly what: string
  readonly fewMs: number
  readonly manyMs: number
  /** Of which the times are the medians. */
  readonly runs: number
}

async function compareScale(bench: Bench, many: number): Promise<readonly Measured[]> {
  bench.say(`writing ${few} verifications`)
  const small = await openScalePlace(few)
  bench.say(`writing ${many} verifications`)
  const large = await openScalePlace(many)
  try {
    const timed: Timed[] = []
    for (const what of small.requests.keys()) timed.push(await compareRequest(small, large, what))
    timed.push(await compareStarts(bench, small, large))
    const worst = timed.toSorted((one, other) => growthOf(other) - growthOf(one))[0]
    if (worst === undefined) throw new Error('nothing was timed')
    const peer = { name: `100 000: ${worst.what}`, figure: worst.fewMs }
    const details = timed.map(
      (one) =>
        `${one.what}: ${one.manyMs.toFixed(2)} ms, ${one.fewMs.toFixed(2)} ms, ${growthOf(one).toFixed(2)}`,
    )
    const { runs } = worst
    return [{ kind: 'ratio', ours: worst.manyMs, peer, ratio: growthOf(worst), runs, details }]
  } finally {
    await small.product.stop()
    await large.product.stop()
  }
}

function growthOf({ fewMs, manyMs }: Timed): number {
  return manyMs / fewMs
}

/** Alternates, so that other load on the machine affects both. */
async function compareRequest(small: ScalePlace, large: ScalePlace, what: string): Promise<Timed> {
  const times: [number[], number[]] = [[], []]
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const [index, { requests }] of [small, large].entries()) {
      const startedAt = performance.now()
      await requests.get(what)?.()
      if (round >= 0) times[index]?.push(performance.now() - startedAt)
    }
  }
  return { what, fewMs: median(times[0]), manyMs: median(times[1]), runs: rounds }
}

async function compareStarts(bench: Bench, small: ScalePlace, large: ScalePlace): Promise<Timed> {
  const times: [number[], number[]] = [[], []]
  for (let run = 0; run < bench.runs; run += 1) {
    for (const [index, { product }] of [small, large].entries()) {
      await product.end('SIGTERM')
      const startedAt = await product.startAgain()
      times[index]?.push(performance.now() - startedAt)
    }
  }
  return { what: 'start', fewMs: median(times[0]), manyMs: median(times[1]), runs: bench.runs }
}
