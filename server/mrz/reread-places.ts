// Reads single places of a line again, each within a short piece of its strip: the model overlooks letters in front of
// many fillers, which it sees when the fillers are cut off.

import { type Peak, peaksOf } from './ctc-decode.ts'
import type { PlacedLine } from './fit-length.ts'
import { type Strip, stripHeight } from './line-strip.ts'
import type { Recogniser } from './recogniser.ts'

/** Characters of a piece, and how many of them stand before the place that it is for. */
const pieceLength = 15
const before = 9
/** Pixels of ground at both ends. */
const margin = 17
/** In pitches: a peak farther from a place is none of it. */
const offMax = 0.5

/** Returns the line of this strip with what was seen at these places, in ascending order, and near them. */
export async function rereadPlaces(
  strip: Strip,
  line: PlacedLine,
  { places, recognise }: { readonly places: readonly number[]; readonly recognise: Recogniser },
): Promise<PlacedLine> {
  const middles = middlesOf(line)
  if (middles === undefined) return line
  const scores = [...line.scores]
  const isGuessed = [...line.isGuessed]
  let done = 0
  for (const place of places) {
    if (place < done) continue
    const from = Math.max(0, Math.min(place - before, scores.length - pieceLength))
    done = Math.min(scores.length, from + pieceLength) - 1
    if (done === scores.length - 1) done += 1
    const piece = { from, to: done, middles }
    for (const [at, peak] of await peaksIn(strip, piece, recognise)) {
      scores[at] = peak.probabilities
      isGuessed[at] = peak.isForeign
    }
  }
  return { ...line, scores, isGuessed }
}

interface Piece {
  /** Places `from` to before `to`. */
  readonly from: number
  readonly to: number
  /** Of all places, in pixels of the strip. */
  readonly middles: readonly number[]
}

async function peaksIn(
  { levels, width }: Strip,
  { from, to, middles }: Piece,
  recognise: Recogniser,
): Promise<ReadonlyMap<number, Peak>> {
  const pitch = ((middles[to - 1] ?? 0) - (middles[from] ?? 0)) / (to - 1 - from)
  const left = Math.max(0, Math.round((middles[from] ?? 0) - pitch / 2))
  const right = Math.min(width, Math.round((middles[to - 1] ?? 0) + pitch / 2))
  const cut = { width: right - left + 2 * margin, levels: new Float32Array(0) }
  cut.levels = new Float32Array(cut.width * stripHeight).fill(1)
  for (let row = 0; row < stripHeight; row += 1) {
    const line = levels.subarray(row * width + left, row * width + right)
    cut.levels.set(line, row * cut.width + margin)
  }
  const scores = await recognise(cut)
  const perStep = cut.width / scores.steps
  const found = new Map<number, Peak>()
  for (const peak of peaksOf(scores)) {
    const x = peak.at * perStep - margin + left
    for (let place = from; place < to; place += 1) {
      if (Math.abs((middles[place] ?? 0) - x) > offMax * pitch) continue
      if ((found.get(place)?.confidence ?? 0) < peak.confidence) found.set(place, peak)
    }
  }
  return found
}

/** Between and beyond the places that were seen, at even distances; undefined of a line hardly seen. */
function middlesOf({ at }: PlacedLine): readonly number[] | undefined {
  const seen = at.flatMap((x, place) => (x === undefined ? [] : [{ x, place }]))
  if (seen.length < at.length / 2) return undefined
  return at.map((own, place) => {
    if (own !== undefined) return own
    const next = seen.findIndex((one) => one.place > place)
    const right = next < 0 ? seen.length - 1 : Math.max(1, next)
    const [one, other] = [seen[right - 1], seen[right]]
    if (one === undefined || other === undefined) return 0
    return one.x + ((other.x - one.x) * (place - one.place)) / (other.place - one.place)
  })
}
