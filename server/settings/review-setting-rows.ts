// The settings of the review queue.

import { oneOf, wholeNumber, yesNo } from './setting-kinds.ts'
import { duePeriods } from './setting-review-due.ts'
import { row } from './setting-row.ts'

/** Outcomes of a review that need the approval of a second user. */
const fourEyesModes = ['never', 'disputes', 'always'] as const
export type FourEyesMode = (typeof fourEyesModes)[number]

export const reviewSettings = {
  'reviews.samplePercent': row('SVC_REVIEW_SAMPLE', wholeNumber(0, 100), {
    default: '2',
    unit: 'percent',
    help: 'Share of approved live verifications that are reviewed too, drawn at random.',
  }),
  'reviews.qualityPercent': row('SVC_REVIEW_QUALITY_SAMPLE', wholeNumber(0, 100), {
    default: { appliance: '0', demo: '30' },
    unit: 'percent',
    help: 'Share of decided reviews that a second reviewer decides once more without seeing the first decision, drawn at random. Changes nothing for the customer.',
  }),
  'reviews.fourEyes': row('SVC_REVIEW_FOUR_EYES', oneOf(fourEyesModes), {
    default: 'disputes',
    help: 'Which outcomes of a review a second user has to approve: those that overturn the automatic decision or approve where no provider decides, all, or none.',
  }),
  'reviews.due': row('SVC_REVIEW_DUE', duePeriods, {
    default: '48h,decision=4h,error=24h,sample=7d',
    help: 'Time in which reviews should be decided, then other times by review reason. Holds for reviews that are opened from then on.',
  }),
  'reviews.seenBefore': row('SVC_SEEN_BEFORE', yesNo, {
    default: 'yes',
    help: 'Whether verifications are compared with earlier ones of the same document number or reference. A number used with two birth dates or three names is then reviewed.',
  }),
}
