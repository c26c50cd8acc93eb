// The closed lists that a review offers, and which outcomes need a second person.

import type { ReviewCodesJson } from '../../../server/reviews/review-json.ts'
import { useRead } from '../../api/use-api.ts'

/** Returns undefined until they are loaded. */
export function useReviewCodes(): ReviewCodesJson | undefined {
  return useRead<ReviewCodesJson>('/reviews/codes', { isSetting: true }).data
}
