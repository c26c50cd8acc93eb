// The shape of what `svc faces measure` writes about a face model. The server takes the threshold from such a file and
// from nowhere else. Pure.

import { z } from 'zod'

/**
 * The way in which portraits and selfies are cut out and sized before a model sees them. A change of that way gets the
 * next number, so that a threshold is never applied to pictures of another kind than those it was measured on.
 */
export const picturePreparation = 1

const count = z.int().min(0)
const share = z.number().min(0).max(1)

const errorRate = z.object({
  count,
  total: count,
  share,
  low: share,
  high: share,
})

/** A count with the exact interval at 95 % of its share (Clopper and Pearson 1934). */
export type ErrorRate = Readonly<z.infer<typeof errorRate>>

const measured = z.object({
  kind: z.literal('measured'),
  /** A pair is above the threshold when its similarity is greater. */
  threshold: z.number().min(-1).max(1),
  falseMatch: errorRate,
  falseNonMatch: errorRate,
})

const measurementResult = z.discriminatedUnion('kind', [
  measured,
  z.object({ kind: z.literal('too_few'), samePairsMin: count, differentPairsMin: count }),
])
export type Measurement = Readonly<z.infer<typeof measurementResult>>
export type Measured = Readonly<z.infer<typeof measured>>

export const faceMeasurement = z.object({
  modelSha256: z.string().regex(/^[0-9a-f]{64}$/),
  /**
   * `documents`: portraits cut from photos of documents, and selfies, as verifications have them. `as_given`: pictures
   * that were cut by somebody else.
   */
  images: z.enum(['documents', 'as_given']),
  /** `picturePreparation` of the release that measured. */
  preparation: z.int().min(1),
  /** The share of false matches that was asked for. */
  falseMatchRate: share,
  /** Pairs whose pictures both gave an embedding. */
  samePairs: count,
  differentPairs: count,
  /** Pictures that are in several pairs of two persons: such pairs are not independent. */
  repeatedImages: count,
  measurement: measurementResult,
  /** Pictures that gave no embedding, as the list names them; their pairs do not count. */
  unreadable: z.array(z.string()).readonly(),
})
export type FaceMeasurement = Readonly<z.infer<typeof faceMeasurement>>
