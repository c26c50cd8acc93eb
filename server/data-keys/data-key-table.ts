// Row of `data_keys`: the wrapped key under which one verification's personal data is sealed.

export interface DataKeyTable {
  /** Id of the verification. Destroying the row makes everything sealed under the key unreadable. */
  subject_id: string
  /** Fingerprint of the master key that wraps it. */
  master_key_id: string
  wrapped: Buffer
  created_at: number
}
