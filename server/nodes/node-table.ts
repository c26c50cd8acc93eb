// Row of `nodes`: one server that works on this database. It exists from the start of the server to its stop; the row
// of a server that was killed is deleted later.

export interface NodeTable {
  id: string
  host: string
  version: string
  /** The newest schema that its release knows. */
  schema_version: number
  started_at: number
  /** The last sign of life, by the clock of the node itself. */
  seen_at: number
  /** Signs of life so far. Other nodes watch the number, so that no two clocks are compared. */
  beats: number
  /** Since when the node takes no more work; null while it does. */
  draining_since: number | null
  /** Fingerprint of the master key in the memory of the node. */
  master_key_id: string
}
