// Rows of `subject_exports`: each export of a person's data, until its folder is deleted. Without personal data.

export interface SubjectExportTable {
  id: string
  verification_id: string
  made_at: number
  /** Of data.json, as the audit log has it. */
  sha256: string
  /** A reference of the bank for who got it; never a name. null until it was handed over. */
  recipient: string | null
  handed_over_at: number | null
  /** When somebody stated that the folder is deleted. */
  deleted_at: number | null
}
