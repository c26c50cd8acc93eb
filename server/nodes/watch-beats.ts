// Watches the beats of other nodes with the steady clock of this one: whether a clock is wrong, or was changed, does
// not matter. A node that this one has never watched for the length of a lease counts as alive.

import type { Node, NodeTimes } from './node.ts'

interface BeatWatch {
  /**
   * Takes in a listing of all nodes. After more than `gapMsMax` since the last one, the watch begins anew: this node
   * was stopped or could not read, so the beats that it has missed say nothing.
   */
  look(nodes: readonly Node[], steadyMs: number, gapMsMax: number): void
  /** Returns the nodes of the last look. */
  nodes(): readonly Node[]
  /** Returns for how long a node has given no sign of life; 0 for one that was not there at the last look. */
  silentForMs(id: string, steadyMs: number): number
  /** Returns how many nodes of the last look have been silent for less than so long. */
  countSilentFor(steadyMs: number, limit: { readonly lessThanMs: number }): number
  /** Returns the time until the next look: a beat, or less where a node will have been silent for a lease sooner. */
  nextLookInMs(steadyMs: number, times: NodeTimes): number
}

interface Watched {
  readonly beats: number
  /** When the beats had this number first. */
  readonly since: number
}

export function createBeatWatch(): BeatWatch {
  let latest: readonly Node[] = []
  let watched: ReadonlyMap<string, Watched> = new Map()
  let lookedAt = Number.NEGATIVE_INFINITY
  return {
    look(nodes, steadyMs, gapMsMax) {
      if (steadyMs - lookedAt > gapMsMax) watched = new Map()
      lookedAt = steadyMs
      latest = nodes
      watched = new Map(
        nodes.map(({ id, beats }) => {
          const before = watched.get(id)
          return [id, before?.beats === beats ? before : { beats, since: steadyMs }]
        }),
      )
    },
    nodes: () => latest,
    silentForMs(id, steadyMs) {
      const known = watched.get(id)
      return known === undefined ? 0 : steadyMs - known.since
    },
    countSilentFor(steadyMs, { lessThanMs }) {
      return [...watched.values()].filter(({ since }) => steadyMs - since < lessThanMs).length
    },
    nextLookInMs(steadyMs, { beatEveryMs, leaseMs }) {
      const endsIn = [...watched.values()].map(({ since }) => since + leaseMs - steadyMs)
      return Math.ceil(Math.min(beatEveryMs, ...endsIn.filter((inMs) => inMs > 0)))
    },
  }
}
