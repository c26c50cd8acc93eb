// Row of `data_keys`: the wrapped key that encrypts the personal data of one verification.

export interface DataKeyTable {
  /** Id of the verification. Deleting the row makes everything encrypted with the key unreadable. */
  subject_id: string
  /** Id of the purpose key that wraps it. */
  wrapping_key_id: string
  wrapped: Buffer
  created_at: number
}
