// Lays the peaks of a line over the places that a line of known length has. Pure.

import { type LineScores, type Peak, peakOf, zoneCharacters } from './ctc-decode.ts'

export interface PlacedLine {
  /** For each place the probability of each of `zoneCharacters`. */
  readonly scores: readonly (readonly number[])[]
  /** Whether no peak stands at the place, so that its character is guessed. */
  readonly isGuessed: readonly boolean[]
  /** Pixels from the left end of the strip to the middle of each place's peak, where it has one. */
  readonly at: readonly (number | undefined)[]
}

const filler = zoneCharacters.indexOf('<')
/** Costs of leaving a peak out, of a place without a peak, and of a peak a whole pitch off. */
const dropCost = 1.6
const gapCost = 1.1
const offCost = 4

/**
 * Returns the line of `length` places, and how well the peaks fit it, 0 being best. The strip is `width` pixels wide.
 */
export function fitLength(
  {
    scores,
    peaks,
    width,
  }: { readonly scores: LineScores; readonly peaks: readonly Peak[]; readonly width: number },
  length: number,
): { readonly line: PlacedLine; readonly cost: number } {
  const { placeOf, cost } =
    peaks.length === length && isEven(peaks)
      ? { placeOf: [...peaks.keys()], cost: 0 }
      : assign(peaks, length)
  const found = Array.from({ length }, (_, place) =>
    peaks.find((_one, index) => placeOf[index] === place),
  )
  const perStep = width / scores.steps
  const line = {
    scores: found.map(
      (peak, place) => peak?.probabilities ?? between(scores, peaks, placeOf, place),
    ),
    isGuessed: found.map((peak) => peak === undefined || peak.isForeign),
    at: found.map((peak) => peak && peak.at * perStep),
  }
  return { line, cost }
}

/** In pitches: farther apart a character between two peaks was overlooked, and something else was taken for one. */
const apartMax = 1.6

function isEven(peaks: readonly Peak[]): boolean {
  const most = apartMax * pitchOf(peaks)
  return peaks.slice(1).every((peak, index) => peak.at - (peaks[index]?.at ?? 0) <= most)
}

/** Of the place that no peak took: what the scores say there, else a filler. */
function between(
  scores: LineScores,
  peaks: readonly Peak[],
  placeOf: readonly number[],
  place: number,
): readonly number[] {
  const pitch = pitchOf(peaks)
  const before = peaks.findLastIndex(
    (_, index) => (placeOf[index] ?? -1) >= 0 && (placeOf[index] ?? 0) < place,
  )
  const from = peaks[before]
  const at =
    from === undefined
      ? (peaks[0]?.at ?? 0) - pitch
      : from.at + pitch * (place - (placeOf[before] ?? 0))
  const seen = peakOf(
    scores,
    Math.max(0, Math.floor(at - 1)),
    Math.min(scores.steps, Math.ceil(at + 1)),
  )
  const total = seen.probabilities.reduce((sum, one) => sum + one, 0)
  return seen.probabilities.map(
    (one, index) => one / Math.max(1, total) + (index === filler ? 0.3 : 0),
  )
}

/** The mean of what is near the median: peaks stand on whole steps, of which a character has only four or five. */
function pitchOf(peaks: readonly Peak[]): number {
  const apart = peaks.slice(1).map((peak, index) => peak.at - (peaks[index]?.at ?? 0))
  const median = apart.toSorted((one, other) => one - other)[apart.length >> 1] ?? 1
  const near = apart.filter((one) => Math.abs(one - median) <= nearMedian * median)
  return near.reduce((sum, one) => sum + one, 0) / Math.max(1, near.length) || 1
}

const nearMedian = 0.35

/** The cheapest assignment in order, by the distance between neighbours in pitches. */
function assign(
  peaks: readonly Peak[],
  length: number,
): { readonly placeOf: readonly number[]; readonly cost: number } {
  const pitch = pitchOf(peaks)
  const count = peaks.length
  const cost = Array.from({ length: count }, () =>
    new Float64Array(length).fill(Number.POSITIVE_INFINITY),
  )
  const from = Array.from({ length: count }, () => new Array<readonly [number, number]>(length))
  let best = { cost: Number.POSITIVE_INFINITY, peak: -1, place: -1 }
  for (let peak = 0; peak < count; peak += 1) {
    for (let place = 0; place < length; place += 1) {
      let cheapest = dropCost * peak + gapCost * place
      let chosen: readonly [number, number] = [-1, -1]
      for (let other = Math.max(0, peak - 3); other < peak; other += 1) {
        for (let last = Math.max(0, place - 8); last < place; last += 1) {
          const apart = ((peaks[peak]?.at ?? 0) - (peaks[other]?.at ?? 0)) / pitch
          const off = apart - (place - last)
          const total =
            (cost[other]?.[last] ?? 0) +
            dropCost * (peak - other - 1) +
            gapCost * (place - last - 1) +
            offCost * off * off
          if (total < cheapest) [cheapest, chosen] = [total, [other, last]]
        }
      }
      const row = cost[peak]
      if (row !== undefined) row[place] = cheapest
      const back = from[peak]
      if (back !== undefined) back[place] = chosen
      const whole = cheapest + dropCost * (count - 1 - peak) + gapCost * (length - 1 - place) * 0.6
      if (whole < best.cost) best = { cost: whole, peak, place }
    }
  }
  const placeOf = new Array<number>(count).fill(-1)
  for (let [peak, place] = [best.peak, best.place]; peak >= 0; ) {
    placeOf[peak] = place
    ;[peak, place] = from[peak]?.[place] ?? [-1, -1]
  }
  return { placeOf, cost: best.cost }
}
