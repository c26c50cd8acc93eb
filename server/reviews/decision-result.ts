// What became of a decision on a review.

/** `final`: made alone. The others: a proposal that waits, or what became of it. */
const decisionResults = ['final', 'proposed', 'approved', 'rejected', 'voided'] as const
export type DecisionResult = (typeof decisionResults)[number]
