// What became of a decision on a review.

/** `final`: made alone. The others: a proposal that waits, or what became of it. */
export type DecisionResult = 'final' | 'proposed' | 'approved' | 'rejected' | 'voided'
