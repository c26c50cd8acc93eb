// The verdict on lines that were read. Pure.

import type { MrzVerdict } from './mrz-reading.ts'
import type { MrzDocument } from './parse-mrz.ts'
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
      !hasGap(document) &&
      unsure.every((places) => places.length === 0)
    return isSure ? 'valid' : 'doubtful'
  }
  return confidence > sureConfidenceMin ? 'document_inconsistent' : 'doubtful'
}

/** A filler inside the number: zeros that were misread as fillers change no check digit. */
function hasGap({ documentNumber }: MrzDocument): boolean {
  return /[ <]/.test(documentNumber)
}
