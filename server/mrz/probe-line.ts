// Reads one line of print roughly, and says whether it may be of a zone.

import { type LineScores, type Peak, peaksOf } from './ctc-decode.ts'
import type { GreyPicture } from './grey-picture.ts'
import { lineStrip, type Rendering, type ShownStrip, type StripShape } from './line-strip.ts'
import type { Recogniser } from './recogniser.ts'

const peaksMin = 20
const peaksMax = 56
const probeConfidenceMin = 0.6
const knownShareMin = 0.7

export interface Seen {
  readonly strip: ShownStrip
  /** Of the strip, in pixels. */
  readonly width: number
  readonly scores: LineScores
  readonly peaks: readonly Peak[]
}

export async function see(
  fine: GreyPicture,
  shape: StripShape,
  rendering: Rendering,
  recognise: Recogniser,
): Promise<Seen> {
  const strip = lineStrip(fine, shape, rendering)
  const scores = await recognise(strip)
  return { strip, width: strip.width, scores, peaks: peaksOf(scores) }
}

export function looksLikeZone({ peaks }: Seen): boolean {
  if (peaks.length < peaksMin || peaks.length > peaksMax) return false
  return (
    quality(peaks) > probeConfidenceMin &&
    peaks.filter(({ isForeign }) => !isForeign).length >= knownShareMin * peaks.length
  )
}

/** Whether it was read so well that it is print of something else, if it is no zone. */
export function isClearPrint({ peaks }: Seen): boolean {
  return peaks.length >= clearPeaksMin && quality(peaks) > wellReadQualityMin
}

const clearPeaksMin = 12

/** Peaks and quality of a line that was read well, and peaks of the one above it, at least. */
const wellReadPeaksMin = 27
const wellReadQualityMin = 0.8
const longInFillersPeaksMin = 8

/** Of the line above another: small print loses fillers, of which a line of names is full. */
export function mayBeLongInFillers(seen: Seen, below: Seen): boolean {
  const { peaks } = seen
  if (looksLikeZone(seen)) return true
  if (quality(below.peaks) < wellReadQualityMin || below.peaks.length < wellReadPeaksMin)
    return false
  return (
    peaks.length >= longInFillersPeaksMin &&
    peaks.length <= peaksMax &&
    peaks.filter(({ isForeign }) => !isForeign).length >= knownShareMin * peaks.length
  )
}

function quality(peaks: readonly Peak[]): number {
  return peaks.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, peaks.length)
}
