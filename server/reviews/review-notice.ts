// A notice to a reviewer about a review, kept until they have seen it.

export type ReviewNoticeKind =
  /** Somebody else assigned the review to them. */
  | 'assigned'
  /** Their proposal was rejected. */
  | 'rejected'
