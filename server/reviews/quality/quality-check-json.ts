// The JSON of an open quality check, as the console shows it beside its verification.

import { holderAt } from '../review.ts'
import type { QualityCheck } from './quality-check.ts'

/** For a user who may make the check; it holds nothing of the first decision. */
export function qualityCheckJson(check: QualityCheck, userId: string, nowMs: number) {
  const holder = holderAt(check, nowMs)
  const isMine = holder === userId
  return {
    id: check.id,
    verification_id: check.verificationId,
    is_mine: isMine,
    is_held: holder !== undefined && !isMine,
    /** Of the user's own claim. */
    seconds_left: isMine
      ? Math.max(0, Math.floor(((check.claim?.until ?? nowMs) - nowMs) / 1000))
      : 0,
  }
}

export type QualityCheckJson = ReturnType<typeof qualityCheckJson>
