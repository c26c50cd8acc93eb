// Which processes ("nodes") work on one database at this moment, as one of them sees it. What only one node may do is
// divided by this list.

export interface LiveNodes {
  /** Id of this process, drawn at its start. */
  readonly id: string
  /**
   * True if it is proven that no other node can work on this database, as by the lock of a data folder. Nothing has to
   * be divided then.
   */
  readonly isAlone: boolean
  /**
   * Ids of the nodes that take work, this one among them unless it is draining. Another node may see another list for
   * some seconds.
   */
  workingNodes(): readonly string[]
  /**
   * Returns how many nodes may answer requests, this one among them: those that are drained or have given no sign of
   * life for less than a minute, too. Another node may count differently for some seconds.
   */
  servingNodes(): number
  /** Returns whether this node has ended: it begins nothing any more, even if its process comes back from a pause. */
  isGone(id: string): boolean
  /** Returns whether no other node may take over the work of this one now. */
  holdsLease(): boolean
}

/** A node that operators are shown as silent: by the clocks of two machines, so with room for their difference. */
export const silentAfterMs = 20_000
