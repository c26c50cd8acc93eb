// Says that the stored images take up the room that is set for them, or soon will, and what follows.

import type { Problem } from '../../server/operations/status/status-policy.ts'
import { sizeText } from '../text/size-text.ts'

export function imagesProblemText(
  problem: Extract<Problem, { readonly kind: 'images_full' | 'images_near_full' }>,
): string {
  const { kind, storedBytes, maxBytes } = problem
  const when = kind === 'images_full' ? 'are' : 'will soon be'
  return `Live verifications ${when} refused: the stored images take up ${sizeText(storedBytes)} of the ${sizeText(maxBytes)} of SVC_IMAGES_BYTES_MAX.`
}
