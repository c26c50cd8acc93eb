// A notice to a reviewer about a review, kept until they have seen it.

const reviewNoticeKinds = [
  /** Somebody else assigned the review to them. */
  'assigned',
  /** Their proposal was rejected. */
  'rejected',
] as const
export type ReviewNoticeKind = (typeof reviewNoticeKinds)[number]
