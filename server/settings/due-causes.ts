// The causes of reviews, for each of which a due time can be set. They stand here because settings cannot import
// reviews, which build on them.

export const dueCauses = [
  /** No provider decides, so staff must. */
  'decision',
  'declined',
  'error',
  /** The provider suspects fraud, although it verified the person. */
  'fraud',
  /** The provider said something else beside or after its final answer. */
  'late_result',
  /** A claim clearly differs from the document. */
  'mismatch',
  /** A comparison was unclear. */
  'doubt',
  /** A flaw of an image, noticed before the provider was paid. */
  'finding',
  'low_band',
  /** The document number is used with two birth dates, or with three names. */
  'reused_number',
  /** Drawn at random from the approved verifications. */
  'sample',
  /** A user asked for a review. */
  'asked',
] as const
