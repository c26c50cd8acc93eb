// Row of `attestation_due`.

/** Exists while outcomes from before the log recorded them are still to be attested. */
export interface AttestationDueTable {
  /** Always 1. */
  only: number
  /** Outcomes of verifications from before this instant may be missing in the log. */
  before: number
}
