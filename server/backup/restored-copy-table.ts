// Row of `restored_copy`. It exists once this data folder was restored from a backup.

export interface RestoredCopyTable {
  /** Always 1. */
  only: number
  /** Id of this copy of the installation; each restore gives a new one. */
  id: string
  restored_at: number
  /** The restored backup. */
  backup: string
  /**
   * When an operator said that this copy is the installation from now on; null before, and again once this copy has
   * taken over the place of the backups.
   */
  takes_place_since: number | null
}
