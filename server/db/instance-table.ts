// The table `instance`, which has a single row.

export interface InstanceTable {
  /** Always 1, so there is one row. */
  only: number
  id: string
  /** Fingerprint of the master key that encrypts this database. */
  master_key_id: string
  created_at: number
}
