// The marks by which a verification is found besides its own columns: its reasons and its score's band.

import { type Band, bandOf } from '../scoring/bands.ts'
import { scoreOf } from '../scoring/score.ts'
import type { ReasonCode } from './reasons.ts'
import type { Verification } from './verification.ts'

export type VerificationMark = `reason:${ReasonCode}` | `band:${Band}`

export function marksOf({
  reasons,
  scoring,
}: Pick<Verification, 'reasons' | 'scoring'>): readonly VerificationMark[] {
  const score = scoreOf(scoring)
  const ofReasons = [...new Set(reasons)].map((code) => `reason:${code}` as const)
  return score ? [...ofReasons, `band:${bandOf(score.score).band}`] : ofReasons
}
