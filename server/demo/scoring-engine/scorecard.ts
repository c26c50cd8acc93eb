// The demo's scorecard: points for each attribute of each feature, added up. The table holds all
// the logic, so every score can be explained. Invented; not for real decisions. Pure.

import { type FeatureName, type Features, featureNames } from '../../scoring/features.ts'

export const scorecardVersion = 'demo-scorecard-2'

/** One row of the card. */
interface Attribute {
  /** The condition in words. */
  readonly attribute: string
  readonly points: number
  readonly holds: (value: string | number) => boolean
}

/** The first matching row of each feature counts. The best rows add up to 1000. */
const card: Readonly<Record<FeatureName, readonly Attribute[]>> = {
  // A document without any proof of authenticity gets no points.
  document_authenticity_score: [atLeast(0.9, 350), atLeast(0.7, 200), otherwise(0)],
  liveness_score: [atLeast(0.9, 170), atLeast(0.4, 70), otherwise(0)],
  country_risk_band: [is('low', 100), is('standard', 40), is('elevated', 15), otherwise(0)],
  id_type_weight: [atLeast(0.95, 170), atLeast(0.8, 70), atLeast(0.6, 30), otherwise(10)],
  age_band: [
    is('45-54', 50),
    is('35-44', 40),
    is('55-64', 40),
    is('25-34', 25),
    is('65+', 25),
    otherwise(15),
  ],
  // No points: hour and day are features of their own.
  verification_timestamp: [otherwise(0)],
  day_of_week: [within(1, 5, 30), otherwise(10)],
  // Among people who pass every check, office hours decide between the bands premium and high.
  hour_of_day: [within(8, 17, 130), within(6, 21, 60), otherwise(0)],
}

/** Why a feature got its points. */
interface Reason {
  readonly feature: FeatureName
  readonly value: string | number
  /** The matching row. */
  readonly attribute: string
  readonly points: number
}

export interface ScorecardVerdict {
  /** The sum of the points, 0 to 1000. */
  readonly score: number
  /** 0.5 to 1: higher the more certain the identity check was. */
  readonly confidence: number
  readonly flags: readonly string[]
  readonly explanation: readonly Reason[]
}

/** Scores the features; the same features always give the same verdict. */
export function scoreByCard(features: Features): ScorecardVerdict {
  const explanation = featureNames.map((feature) => reasonFor(feature, features[feature]))
  return {
    score: explanation.reduce((sum, { points }) => sum + points, 0),
    confidence: confidenceIn(features),
    flags: flagsOf(features),
    explanation,
  }
}

/** Returns the scorecard in readable form. */
export function showCard() {
  return featureNames.map((feature) => ({
    feature,
    rows: card[feature].map(({ attribute, points }) => ({ attribute, points })),
  }))
}

function reasonFor(feature: FeatureName, value: string | number): Reason {
  const row = card[feature].find(({ holds }) => holds(value))
  if (row === undefined) throw new Error(`the scorecard has no row for ${feature}`)
  return { feature, value, attribute: row.attribute, points: row.points }
}

/** A value in the middle is the least certain. */
function confidenceIn(features: Features): number {
  const { document_authenticity_score: document, liveness_score: liveness } = features
  const certainty = (share: number) => Math.abs(2 * share - 1)
  return Math.round((0.5 + 0.3 * certainty(document) + 0.2 * certainty(liveness)) * 100) / 100
}

function flagsOf(features: Features): readonly string[] {
  return [
    ...(features.document_authenticity_score < 0.45 ? ['document_doubtful'] : []),
    ...(features.liveness_score < 0.4 ? ['liveness_doubtful'] : []),
  ]
}

function atLeast(least: number, points: number): Attribute {
  return { attribute: `${least} or more`, points, holds: (value) => Number(value) >= least }
}

function within(from: number, to: number, points: number): Attribute {
  const holds = (value: string | number) => Number(value) >= from && Number(value) <= to
  return { attribute: `${from} to ${to}`, points, holds }
}

function is(word: string, points: number): Attribute {
  return { attribute: word, points, holds: (value) => value === word }
}

function otherwise(points: number): Attribute {
  return { attribute: 'anything else', points, holds: () => true }
}
