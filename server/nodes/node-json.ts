// The JSON of a node, for the System page and the command line.

import { isoOrNull, toIso } from '../kernel/clock.ts'
import { type Node, nodeState } from './node.ts'

export function nodeJson(node: Node, nowMs: number) {
  return {
    id: node.id,
    host: node.host,
    version: node.version,
    /** The newest schema that its release knows. */
    schema_version: node.schemaVersion,
    /** `silent`: no sign of life for 20 seconds; others have taken over its work. */
    state: nodeState(node, nowMs),
    started_at: toIso(node.startedAt),
    /** The last sign of life. */
    seen_at: toIso(node.seenAt),
    draining_since: isoOrNull(node.drainingSince),
  }
}

export type NodeJson = ReturnType<typeof nodeJson>
