// The verdict on lines that were read. Pure.

import type { MrzVerdict } from './mrz-reading.ts'
import type { ChosenLines } from './repair-lines.ts'

const repairCostMax = 2.6
const confidenceMin = 0.85
const meanCostMax = 0.25
/** Digits are called wrong only where the characters are quite sure. */
const sureConfidenceMin = 0.95

export function judgeLines(lines: ChosenLines): Exclude<MrzVerdict, 'no_zone'> {
  const { document, holds, repairCost, meanCost, confidence, unsure } = lines
  if (document === undefined) return 'doubtful'
  if (holds) {
    const isSure =
      repairCost < repairCostMax &&
      confidence > confidenceMin &&
      meanCost < meanCostMax &&
      unsure.every((places) => places.length === 0)
    return isSure ? 'valid' : 'doubtful'
  }
  return confidence > sureConfidenceMin ? 'document_inconsistent' : 'doubtful'
}
