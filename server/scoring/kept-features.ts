// The features that are kept with a score, read by the set that they belong to: the set changes with releases, and what
// was kept does not. Pure.

import { z } from 'zod'

/** As the engine got them. */
export interface KeptFeatures {
  /** Version of the set. */
  readonly set: number
  readonly values: Readonly<Record<string, string | number>>
}

type FeatureSets = Readonly<Record<number, readonly string[]>>

/**
 * The names of each set by its version. None is ever changed or removed, nor is the label of a name: whoever changes
 * the features of today (features.ts) adds a set.
 */
export const featureSets = {
  1: [
    'document_authenticity_score',
    'liveness_score',
    'country_risk_band',
    'id_type_weight',
    'age_band',
    'verification_timestamp',
    'day_of_week',
    'hour_of_day',
  ],
} as const satisfies FeatureSets

/** The set that is derived today. */
export const featureSetVersion = 1 satisfies keyof typeof featureSets

const values = z.record(z.string(), z.union([z.string(), z.number()]))
const marked = z.strictObject({ set: z.int().min(1), values })
/** Before sets had versions, only the first one was kept. */
const ofFirstSet = values.transform((first) => ({ set: 1, values: first }))
const kept = z.union([marked, ofFirstSet])

export function keptFeaturesText({ set, values: sent }: KeptFeatures): string {
  return JSON.stringify({ set, values: sent })
}

/**
 * Those of a set that this release does not know, which a newer one has kept, are read as they are.
 * @throws ZodError, or Error where a known set has other names: the data is damaged
 */
export function readKeptFeatures(text: string, sets: FeatureSets = featureSets): KeptFeatures {
  const features = kept.parse(JSON.parse(text))
  const names = sets[features.set]
  const given = Object.keys(features.values)
  const isWhole = names?.length === given.length && names.every((name) => given.includes(name))
  if (names !== undefined && !isWhole) throw new Error('features are missing in their set')
  return features
}
