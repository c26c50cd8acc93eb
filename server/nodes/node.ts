// Nodes: the servers that work on one database. A *beat* is a node's sign of life. A node is *silent* for another node
// that has seen no beat of it for the length of a lease; its work may then be taken over.

import { silentAfterMs } from '../kernel/live-nodes.ts'

export interface Node {
  readonly id: string
  readonly host: string
  readonly version: string
  /** The newest schema that its release knows. */
  readonly schemaVersion: number
  readonly startedAt: number
  /** By the node's own clock. */
  readonly seenAt: number
  readonly beats: number
  readonly drainingSince: number | undefined
  /** Fingerprint of the master key in its memory. */
  readonly masterKeyId: string
}

/** Milliseconds. */
export interface NodeTimes {
  /** Between two beats. A node looks at the others as often, and when the lease of one ends. */
  readonly beatEveryMs: number
  /**
   * A node that has not written a beat for so long ends its work, and another that has seen none for so long takes the
   * work over. The first counts from before the beat and the second from after it, so the work ends before it is taken.
   */
  readonly leaseMs: number
}

/** Work is taken over 2.2 seconds after the last beat at the latest: one beat until it is seen, and the lease. */
export const sharedTimes: NodeTimes = { beatEveryMs: 400, leaseMs: 1_800 }

/** Nobody watches a node that is alone: its beat only shows operators that it lives, and it never loses its lease. */
export const aloneTimes: NodeTimes = { beatEveryMs: 5_000, leaseMs: Number.POSITIVE_INFINITY }

export const nodeStates = ['working', 'draining', 'silent'] as const
type NodeState = (typeof nodeStates)[number]

export function nodeState(node: Pick<Node, 'seenAt' | 'drainingSince'>, nowMs: number): NodeState {
  if (nowMs - node.seenAt > silentAfterMs) return 'silent'
  return node.drainingSince === undefined ? 'working' : 'draining'
}

/** Whether there are nodes, and none gives signs of life: those that run cannot write to the database. */
export function areSilent(nodes: readonly Node[], nowMs: number): boolean {
  return nodes.length > 0 && nodes.every((node) => nodeState(node, nowMs) === 'silent')
}
