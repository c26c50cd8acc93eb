// Row of `database_move`. It exists in a database that is the unfinished end, or the finished start, of a move.

export interface DatabaseMoveTable {
  /** Always 1. */
  only: number
  /** `arriving`: the copy into this database is not finished. `left`: the installation is elsewhere now. */
  state: 'arriving' | 'left'
  /** Id of the installation that is moved. */
  installation_id: string
  /** The other database, without passwords. */
  other_place: string
  changed_at: number
}
