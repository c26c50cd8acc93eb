// Divides the webhook endpoints among the nodes by rendezvous hashing: every node computes the same answer from the
// same list, and a node that comes or goes moves only its own endpoints.

import { hash } from 'node:crypto'

/** Returns the node that should send to this endpoint; undefined if no node takes work. */
export function preferredNode(webhookId: string, nodeIds: readonly string[]): string | undefined {
  let preferred: string | undefined
  let highest = ''
  for (const nodeId of nodeIds) {
    const weight = hash('sha256', `${webhookId} ${nodeId}`, 'hex')
    if (weight <= highest) continue
    highest = weight
    preferred = nodeId
  }
  return preferred
}
