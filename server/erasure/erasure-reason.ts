// The reasons for which a verification may be erased. Codes only, so that the ledger holds no personal data.

export const erasureReasons = [
  /** The person asked for it. */
  'subject_request',
  'period_over',
  /** A data-protection authority or a court ordered it. */
  'authority_order',
  'mistaken_submission',
  'test_data',
] as const
export type ErasureReason = (typeof erasureReasons)[number]
