// Row of `attestation_due`.

/** One row while there is something from before the log kept outcomes that it has no word on. */
export interface AttestationDueTable {
  /** Always 1. */
  only: number
  /** What was made before this instant may still lack its word. */
  before: number
}
